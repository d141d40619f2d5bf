import { CodeInput } from '../elements/code-input/code-input.js';

if (!customElements.get('code-input')) customElements.define('code-input', CodeInput);

// The types of the events, for those who import this module alone.
export type * from '../elements/code-input/code-input.events.js';
export { CodeInput };
