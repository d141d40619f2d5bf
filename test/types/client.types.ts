// Types of the client: wrong use must not compile. tsc reports each `@ts-expect-error` whose next line has no error.
// This file is type-checked only, never run.
import {
  AUTH_MODES,
  AuthClient,
  AuthError,
  errorsEn,
  RestBackend,
  WebSessionStore,
  type AuthBackend,
  type AuthErrorCode,
  type AuthMode,
  type AuthState,
  type ErrorTexts,
  type Session,
  type SessionStore,
  type VerificationStep,
} from '../../src/client/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(..._: T[]): void => {};

// The eight operations and getToken: docs/behaviour/requirements.md#client-operations.
isTrue<Same<AuthClient['sendRegistrationSms'], (phone: string) => Promise<void>>>();
isTrue<Same<AuthClient['verifyRegistrationSms'], (code: string, displayName?: string) => Promise<void>>>();
isTrue<Same<AuthClient['registerByPhone'], (phone: string, displayName: string) => Promise<void>>>();
isTrue<Same<AuthClient['loginByPhone'], (phone: string) => Promise<void>>>();
isTrue<Same<AuthClient['loginWithSmsCode'], (code: string) => Promise<void>>>();
isTrue<Same<AuthClient['login'], (login: string, password: string) => Promise<void>>>();
isTrue<Same<AuthClient['logout'], () => Promise<void>>>();
isTrue<Same<AuthClient['tryAutoLogin'], () => Promise<void>>>();
isTrue<Same<AuthClient['getToken'], () => Promise<string | null>>>();

// Exactly the seven fields: docs/behaviour/requirements.md#client-authentication-state.
isTrue<
  Same<
    AuthState,
    {
      readonly isAuthenticated: boolean;
      readonly userId: string | null;
      readonly displayName: string | null;
      readonly isLoading: boolean;
      readonly error: string | null;
      readonly phoneForVerification: string | null;
      readonly verificationStep: VerificationStep;
    }
  >
>();
isTrue<Same<VerificationStep, 'none' | 'sms-sent' | 'verified'>>();
isTrue<Same<AuthMode, 'phone-login' | 'phone-register' | 'login' | 'register'>>();

declare const client: AuthClient;
declare const backend: AuthBackend;
declare const session: Session;

export function operations(): void {
  // @ts-expect-error a phone number is a string: a plus would be lost
  void client.loginByPhone(79161234567);
  // @ts-expect-error the display name is missing
  void client.registerByPhone('79161234567');
  // @ts-expect-error the password is missing
  void client.login('anna');
  // @ts-expect-error logout takes no arguments
  void client.logout('now');
  // @ts-expect-error a code is a string: a leading zero would be lost
  void client.loginWithSmsCode(123456);
  // @ts-expect-error there is no such mode
  client.setMode('admin');
  // @ts-expect-error there is no such operation
  client.register('anna', 'correct horse');
  // @ts-expect-error an operation resolves without a value
  void client.logout().then(value => value.userId);
}

export function state(): void {
  // @ts-expect-error the state is read-only
  client.state = { ...client.state };
  // @ts-expect-error its fields are read-only
  client.state.isAuthenticated = true;
  // @ts-expect-error the state has no token
  void client.state.token;
  // @ts-expect-error userId can be null
  client.state.userId.toUpperCase();
  // @ts-expect-error the token can be null
  void client.getToken().then(token => token.length);
  // @ts-expect-error 'code' is no verification step
  if (client.state.verificationStep === 'code') throw new Error();
  // @ts-expect-error the flow is read-only
  client.flow.mode = 'login';
  // @ts-expect-error a listener gets a state, not an event
  client.subscribe(event => event.detail);
}

export function observing(): void {
  client.observe(notice => {
    if (notice.type === 'auth-signed-out')
      isTrue<Same<typeof notice.reason, 'logout' | 'session-expired' | 'other-tab'>>();
    // @ts-expect-error only `auth-code-sent` has a phone
    void notice.phone;
    // @ts-expect-error there is no such notice
    if (notice.type === 'auth-token') throw new Error();
  });
}

export function options(): void {
  new AuthClient({});
  new AuthClient({ baseUrl: new URL('https://example.com'), mode: AUTH_MODES[0], texts: errorsEn, timeout: 5000 });
  new AuthClient({ backend, store: new WebSessionStore('https://example.com') });
  new AuthClient({ backend: new RestBackend('https://example.com', { timeout: 5000 }) });
  // @ts-expect-error there is no such option
  new AuthClient({ baseURL: 'https://example.com' });
  // @ts-expect-error the timeout is a number of milliseconds
  new AuthClient({ timeout: '5s' });
  // @ts-expect-error a backend has all seven methods
  new AuthClient({ backend: { login: backend.login } });
  // @ts-expect-error a store is synchronous and complete
  new AuthClient({ store: { read: () => Promise.resolve(null) } });
  // @ts-expect-error a text is needed for every code
  const some: ErrorTexts = { server: 'Oh' };
  void some;
}

export function ports(): void {
  // @ts-expect-error a lifetime is a number of seconds, not a date
  const dated: Session = { ...session, expiresIn: new Date() };
  // @ts-expect-error a session has an account
  const empty: Session = { token: 'token-1', expiresIn: 1000 };
  const inCookie: Session = { user: 'u1' };
  const nameless: Session = { user: 'u1', token: 'token-1', expiresIn: 1000 };
  const store: SessionStore = {
    persistent: true,
    read: () => null,
    // @ts-expect-error the token of a record is a string
    write: (held: { token: number }) => void held,
    remove: () => {},
    subscribe: () => () => {},
  };
  void [dated, empty, inCookie, nameless, store];
}

export function errors(error: unknown): AuthErrorCode | undefined {
  // @ts-expect-error a caught value can be anything
  void error.code;
  // @ts-expect-error there is no such code
  new AuthError('oops');
  if (!(error instanceof AuthError)) return undefined;
  // @ts-expect-error an error is read-only
  error.code = 'server';
  // @ts-expect-error there is no rule for a field `phone`
  if (error.field === 'phone') throw error;
  return error.code;
}
