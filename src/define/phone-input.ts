import { PhoneInput } from '../elements/phone-input/phone-input.js';

if (!customElements.get('phone-input')) customElements.define('phone-input', PhoneInput);

export { PhoneInput };
