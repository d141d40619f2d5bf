/** Entry `auth-widget/client`: the client without any element. It can be imported in Node and in workers. */
export { AuthClient, type AuthClientOptions, type AuthNotice } from './auth-client.js';
export type { ChallengeSolver } from './calls/solve-challenge.js';
export { RestBackend, type RestBackendOptions } from './calls/rest-backend.js';
export { WebSessionStore } from './storage/web-storage.js';
export {
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type AuthFailure,
  type ChallengeRequest,
  type PolicyField,
} from '../core/auth-error.js';
export { type AuthState, type VerificationStep } from '../core/auth-state.js';
export { AUTH_MODES, type AuthMode } from '../core/modes.js';
export type { AuthFlow, AuthScreen } from '../core/auth-flow.js';
export type { Deadline } from '../core/deadline.js';
export type { ErrorTexts } from '../core/error-text.js';
export type { Texts } from '../locales/text-keys.js';
export { cleanPhone, formatPhone, isValidPhone } from '../core/phone.js';
export type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  RefreshOptions,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../core/auth-backend.js';
export type { SessionStore, StoredSession } from '../core/stored-session.js';
// Error texts for the option `texts`, in the two languages that the widget includes. Each other language has `auth-widget/locales/<tag>.js`.
export { errors as errorsEn } from '../locales/en.js';
export { errors as errorsRu } from '../locales/ru.js';
export type { EndReason } from '../machine/machine-events.js';
