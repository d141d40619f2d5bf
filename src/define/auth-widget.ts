import { AuthWidget } from '../elements/auth-widget/auth-widget.js';
import './code-input.js';
import './phone-input.js';

if (!customElements.get('auth-widget')) customElements.define('auth-widget', AuthWidget);

// The types of the events, for apps that import only this module.
export type * from '../elements/auth-widget/auth-widget.events.js';
export { AuthWidget };
