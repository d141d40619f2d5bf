import { AUTH_ERROR_CODES, toFailure, type AuthErrorCode, type AuthFailure } from '../../core/auth-error.js';

/** Ends the check of a rule: either the backend breaks it, or it can't be checked. */
export class RuleEnd extends Error {
  readonly outcome: 'failed' | 'skipped';

  constructor(outcome: 'failed' | 'skipped', detail: string) {
    super(detail);
    this.outcome = outcome;
  }
}

export function fail(detail: string): never {
  throw new RuleEnd('failed', detail);
}

export function skip(reason: string): never {
  throw new RuleEnd('skipped', reason);
}

/** How a call ended. `error` is what was `thrown`, as plain data. */
export type CallOutcome =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly error: AuthFailure; readonly thrown: Error; readonly value?: undefined };

/** The maximum duration of a call. Rules about time limits pass their own. */
const MAX_CALL_MS = 20_000;

/** Stands for a call that takes too long. No call can resolve to it. */
const LATE = Symbol('late');

/**
 * Makes a call and waits for its end. The rule fails if the call takes too long, or rejects with anything but an `AuthError` with a
 * known code.
 * @param what says what was called and how
 * @param longest the time limit in milliseconds
 */
export async function outcomeOf(
  what: string,
  call: () => Promise<unknown>,
  longest = MAX_CALL_MS,
): Promise<CallOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>(resolve => (timer = setTimeout(resolve, longest, LATE)));
  try {
    // To the client, a call that throws at once is the same as one that rejects.
    const value = await Promise.race([new Promise(resolve => resolve(call())), late]);
    if (value === LATE) fail(`${what}: it has not ended after ${longest} ms`);
    return { value };
  } catch (thrown) {
    if (thrown instanceof RuleEnd) throw thrown;
    const error = toFailure(thrown);
    // The class is recognised by its name, because the backend may have another copy of it.
    const { name } = Object(thrown) as Error;
    if (name !== 'AuthError') fail(`${what}: it rejects with ${name || typeof thrown}, which is not an AuthError`);
    if (!AUTH_ERROR_CODES.includes(error.code)) fail(`${what}: it rejects with the unknown code ${error.code}`);
    return { error, thrown: thrown as Error };
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a call that must succeed, and returns its value. */
export async function expectValue<T>(what: string, call: () => Promise<T>): Promise<T> {
  const { value, error } = await outcomeOf(what, call);
  if (error) fail(`${what}: it rejects with ${describe(error)}`);
  return value as T;
}

/** Fails unless a call has rejected with one of these codes. */
export function expectCode(
  what: string,
  codes: readonly AuthErrorCode[],
  error: AuthFailure | undefined,
): asserts error is AuthFailure {
  if (!error) fail(`${what}: it resolves instead of rejecting with ${codes.join(' or ')}`);
  if (!codes.includes(error.code)) fail(`${what}: it rejects with ${describe(error)} instead of ${codes.join(' or ')}`);
}

/** Makes a call that must reject with one of these codes, and returns the failure. */
export async function expectError(
  what: string,
  codes: readonly AuthErrorCode[],
  call: () => Promise<unknown>,
): Promise<AuthFailure> {
  const { error } = await outcomeOf(what, call);
  expectCode(what, codes, error);
  return error;
}

export const describe = ({ code, status }: AuthFailure): string =>
  status === undefined ? code : `${code} (status ${status})`;
