/** The main entry: the element classes, the client, the events and the types. The modules in `define/` register the tags. */
export * from './client/index.js';
export { AuthWidget } from './elements/auth-widget/auth-widget.js';
export { CodeInput } from './elements/code-input/code-input.js';
export { PhoneInput } from './elements/phone-input/phone-input.js';
export { authContext } from './elements/auth-widget/model/auth-context.js';
export {
  AuthChangeEvent,
  AuthCodeSentEvent,
  AuthErrorEvent,
  AuthSignedInEvent,
  AuthSignedOutEvent,
} from './elements/auth-widget/auth-widget.events.js';
export { CodeBackEvent, CodeCompleteEvent } from './elements/code-input/code-input.events.js';
