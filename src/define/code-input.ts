import { CodeInput } from '../elements/code-input.js';

if (!customElements.get('code-input')) customElements.define('code-input', CodeInput);

export { CodeInput };
