import type { TestContext } from 'node:test';
import { AuthError, toFailure, type AuthFailure } from '../../src/core/auth-error.js';

/** An answer of a server, as it was recorded. */
export interface RecordedAnswer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  /** If true, the call stays open until it is aborted. */
  readonly isHeld?: boolean;
}

/** A call that reached `fetch`. */
export interface SentCall {
  /** Method and URL. */
  readonly line: string;
  /** The headers by their names in lower case, without those that every call has. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body; null if there is none. */
  readonly body: unknown;
  readonly keepalive: boolean;
  readonly credentials: string | undefined;
}

/** Replaces `fetch` until the test ends. The answers are given in their order. */
export function recordCalls(t: Pick<TestContext, 'after'>, ...answers: RecordedAnswer[]): SentCall[] {
  const before = globalThis.fetch;
  const calls: SentCall[] = [];
  const answerNext: typeof fetch = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { accept: _, 'content-type': __, ...headers } = Object.fromEntries(new Headers(init.headers));
    calls.push({
      line: `${init.method ?? 'GET'} ${input instanceof Request ? input.url : input.toString()}`,
      headers,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      keepalive: !!init.keepalive,
      credentials: init.credentials,
    });
    const answer = answers.shift();
    if (!answer) return Promise.reject(new Error('there is no answer left'));
    const { signal } = init;
    if (answer.isHeld)
      return new Promise<Response>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { status = 200, headers: answered = {}, body } = answer;
    const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers: answered }));
  };
  globalThis.fetch = answerNext;
  t.after(() => {
    globalThis.fetch = before;
  });
  return calls;
}

/** The failure that a call rejects with. Details that are undefined are left out. */
export async function failureOf(call: Promise<unknown>): Promise<AuthFailure> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const entries = Object.entries(toFailure(error)).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries) as unknown as AuthFailure;
  }
  throw new Error('the call has not failed');
}
