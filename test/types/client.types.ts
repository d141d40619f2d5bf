// Wrong use does not compile: each `@ts-expect-error` is an error of the compiler where its line is none. Never run.
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
  type ErrorMessages,
  type Session,
  type SessionStore,
  type VerificationStep,
} from '../../src/client/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(..._: T[]): void => {};

// The eight operations of the requirements, with their arguments, each a promise with no value.
isTrue<Same<AuthClient['sendRegistrationSms'], (phone: string) => Promise<void>>>();
isTrue<Same<AuthClient['verifyRegistrationSms'], (code: string, displayName?: string) => Promise<void>>>();
isTrue<Same<AuthClient['registerByPhone'], (phone: string, displayName: string) => Promise<void>>>();
isTrue<Same<AuthClient['loginByPhone'], (phone: string) => Promise<void>>>();
isTrue<Same<AuthClient['loginWithSmsCode'], (code: string) => Promise<void>>>();
isTrue<Same<AuthClient['login'], (login: string, password: string) => Promise<void>>>();
isTrue<Same<AuthClient['logout'], () => Promise<void>>>();
isTrue<Same<AuthClient['tryAutoLogin'], () => Promise<void>>>();
isTrue<Same<AuthClient['getToken'], () => Promise<string | null>>>();

// The seven fields of the requirements, and no other.
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
  // @ts-expect-error a number is a text: leading zeros and a plus would be lost
  void client.loginByPhone(79161234567);
  // @ts-expect-error a registration needs a name
  void client.registerByPhone('79161234567');
  // @ts-expect-error a password belongs to it
  void client.login('anna');
  // @ts-expect-error it takes no arguments
  void client.logout('now');
  // @ts-expect-error a code is a text: 012345 is one
  void client.loginWithSmsCode(123456);
  // @ts-expect-error there is no such mode
  client.setMode('admin');
  // @ts-expect-error there is no such operation
  client.register('anna', 'correct horse');
  // @ts-expect-error an operation gives no value
  void client.logout().then(value => value.userId);
}

export function state(): void {
  // @ts-expect-error the state is read-only
  client.state = { ...client.state };
  // @ts-expect-error its fields are read-only
  client.state.isAuthenticated = true;
  // @ts-expect-error the state carries no token
  void client.state.token;
  // @ts-expect-error somebody may not be there
  client.state.userId.toUpperCase();
  // @ts-expect-error nor may a token
  void client.getToken().then(token => token.length);
  // @ts-expect-error the step is one of three
  if (client.state.verificationStep === 'code') throw new Error();
  // @ts-expect-error a flow is for reading
  client.flow.mode = 'login';
  // @ts-expect-error a listener gets a state, no event
  client.subscribe(event => event.detail);
}

export function observing(): void {
  client.observe(notice => {
    if (notice.type === 'auth-signed-out')
      isTrue<Same<typeof notice.reason, 'logout' | 'session-expired' | 'other-tab'>>();
    // @ts-expect-error only a code that was sent has a number
    void notice.phone;
    // @ts-expect-error there is no such notice
    if (notice.type === 'auth-token') throw new Error();
  });
}

export function options(): void {
  new AuthClient({});
  new AuthClient({ baseUrl: new URL('https://example.com'), mode: AUTH_MODES[0], messages: errorsEn, timeout: 5000 });
  new AuthClient({ backend, store: new WebSessionStore('https://example.com') });
  new AuthClient({ backend: new RestBackend('https://example.com', { timeout: 5000 }) });
  // @ts-expect-error an option that there is none of
  new AuthClient({ baseURL: 'https://example.com' });
  // @ts-expect-error milliseconds are a number
  new AuthClient({ timeout: '5s' });
  // @ts-expect-error a backend has all seven methods
  new AuthClient({ backend: { login: backend.login } });
  // @ts-expect-error a store is synchronous
  new AuthClient({ store: { read: () => Promise.resolve(null) } });
  // @ts-expect-error texts for every code
  const some: ErrorMessages = { server: 'Oh' };
  void some;
}

export function ports(): void {
  // @ts-expect-error a lifetime is a duration in seconds, no date
  const dated: Session = { ...session, expiresIn: new Date() };
  // @ts-expect-error a session has a token
  const empty: Session = { user: 'u1', expiresIn: 1000 };
  const nameless: Session = { user: 'u1', token: 'token-1', expiresIn: 1000 };
  const store: SessionStore = {
    persistent: true,
    read: () => null,
    // @ts-expect-error a record has a time and a version
    write: (held: { token: number }) => void held,
    remove: () => {},
    subscribe: () => () => {},
  };
  void [dated, empty, nameless, store];
}

export function errors(error: unknown): AuthErrorCode | undefined {
  // @ts-expect-error what is caught may be anything
  void error.code;
  // @ts-expect-error there is no such code
  new AuthError('oops');
  if (!(error instanceof AuthError)) return undefined;
  // @ts-expect-error an error is for reading
  error.code = 'server';
  // @ts-expect-error a field that no rule is about
  if (error.field === 'phone') throw error;
  return error.code;
}
