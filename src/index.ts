/** Classes, client, events and types. Registers no element: the modules in `define/` do. */
export * from './client/index.js';
export { AuthWidget } from './elements/auth-widget.js';
export { CodeInput } from './elements/code-input.js';
export { PhoneInput } from './elements/phone-input.js';
export { authContext } from './elements/auth-context.js';
export {
  AuthChangeEvent,
  AuthCodeSentEvent,
  AuthErrorEvent,
  AuthSignedInEvent,
  AuthSignedOutEvent,
} from './elements/auth-widget.events.js';
export { CodeBackEvent, CodeCompleteEvent } from './elements/code-input.events.js';
