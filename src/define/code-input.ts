import { CodeInput } from '../elements/code-input.js';

if (!customElements.get('code-input')) customElements.define('code-input', CodeInput);

// For the types of the events, which come with the tag.
export type * from '../elements/code-input.events.js';
export { CodeInput };
