// Functions that change a call, its answer or its error. The faults are made of them.
import { AuthError, type AuthErrorCode, type AuthErrorDetails } from '../../../src/core/auth-error.js';
import type { AuthBackend, CallOptions, Session } from '../../../src/core/auth-backend.js';
import type { SeededFault } from './seeded-fault.js';

type Fetch = typeof fetch;
type Init = RequestInit & { headers?: Record<string, string> };

/** Makes a call with another `fetch`. The call must reach `fetch` before it waits for anything. */
export function withFetch<T>(change: (before: Fetch) => Fetch, call: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch;
  globalThis.fetch = change(before);
  try {
    return call();
  } finally {
    globalThis.fetch = before;
  }
}

/** Makes a call whose `fetch` gets other options. */
export const withInit = <T>(change: (init: Init) => RequestInit, call: () => Promise<T>) =>
  withFetch(
    before =>
      (input, init = {}) =>
        before(input, change(init as Init)),
    call,
  );

/** Makes a call whose timeout never passes. The call must set its timer before it waits for anything. */
export function withoutTimeLimit<T>(call: () => Promise<T>): Promise<T> {
  const before = globalThis.setTimeout;
  globalThis.setTimeout = (() => 0) as never;
  try {
    return call();
  } finally {
    globalThis.setTimeout = before;
  }
}

export const withoutSignal = <T extends CallOptions>({ signal: _, ...options }: T) => options;
export const hasErrorCode = (error: unknown, code: AuthErrorCode) => (error as AuthError).code === code;

/** Replaces errors that have one code with errors that have another. */
export const changeError =
  (from: AuthErrorCode, to: AuthErrorCode, change: (details: AuthErrorDetails) => AuthErrorDetails = same => same) =>
  <T>(call: Promise<T>) =>
    call.catch((error: unknown) => {
      const { code, status, retryAfter, attemptsLeft, field } = error as AuthError;
      throw code === from ? new AuthError(to, change({ status, retryAfter, attemptsLeft, field })) : error;
    });

/** Changes the details of a method's errors. */
export const changeDetails =
  (method: 'requestCode' | 'verifyCode' | 'login', change: (error: AuthError) => Partial<AuthError>) =>
  (good: AuthBackend): Partial<AuthBackend> => ({
    [method]: (...call: never[]) =>
      (good[method] as (...call: never[]) => Promise<never>)(...call).catch((error: unknown) => {
        const { code, status, retryAfter, attemptsLeft, field } = error as AuthError;
        throw new AuthError(code, { status, retryAfter, attemptsLeft, field, ...change(error as AuthError) });
      }),
  });

/** Changes what a sign-in by phone resolves with. */
export const changeSession =
  (change: (session: Session) => Session): SeededFault['seed'] =>
  good => ({
    async verifyCode(...call) {
      const session = await good.verifyCode(...call);
      return session && change(session);
    },
  });

/** Changes what a method resolves with. */
export const changeAnswer =
  <M extends 'requestCode' | 'renewSession'>(
    method: M,
    change: (value: Awaited<ReturnType<AuthBackend[M]>>) => object,
  ): SeededFault['seed'] =>
  good => ({
    [method]: async (...call: never[]) =>
      change(await (good[method] as unknown as (...call: never[]) => Promise<never>)(...call)),
  });

/** A `login` that asks the server for something else before it, once: adapters do so for a token against forged forms. */
export function afterFirstCall(login: AuthBackend['login']): AuthBackend['login'] {
  let isAnswered = false;
  return async (...call) => {
    if (!isAnswered) {
      try {
        const answer = await fetch('https://id.test/v1/session');
        isAnswered = ((await answer.json()) as { code: number }).code === 401;
      } catch {
        // The login fails below.
      }
    }
    if (!isAnswered) throw new AuthError('network');
    return login(...call);
  };
}
