import { CodeInput } from '../elements/code-input/code-input.js';

if (!customElements.get('code-input')) customElements.define('code-input', CodeInput);

// The types of the events, for apps that import only this module.
export type * from '../elements/code-input/code-input.events.js';
export { CodeInput };
