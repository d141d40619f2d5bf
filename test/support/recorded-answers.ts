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
  /** Milliseconds that the call takes. By default, it is answered at once. */
  readonly takes?: number;
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
    const { status = 200, headers: answered = {}, body, takes } = answer;
    const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
    const response = new Response(text, { status, headers: answered });
    if (takes === undefined) return Promise.resolve(response);
    return new Promise<Response>(resolve => {
      setTimeout(() => resolve(response), takes);
    });
  };
  globalThis.fetch = answerNext;
  t.after(() => {
    globalThis.fetch = before;
  });
  return calls;
}

/**
 * The failure of a method whose second call gets no answer, after its limit of 100 ms, of which the first call has used 60. A
 * method that gave each call 100 ms would still be waiting.
 * @param run makes a backend with this time limit and these answers, and calls the method
 */
export async function failureInTime(
  t: TestContext,
  first: RecordedAnswer,
  run: (answers: RecordedAnswer[], timeout: number) => Promise<unknown>,
): Promise<AuthFailure> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const failure = failureOf(run([{ ...first, takes: 60 }, { isHeld: true }], 100));
    const ended: AuthFailure[] = [];
    void failure.then(value => ended.push(value));
    for (let time = 0; time < 120; time += 10) {
      t.mock.timers.tick(10);
      await new Promise(setImmediate);
    }
    if (ended.length === 0) throw new Error('the method is still waiting after 120 ms');
    return await failure;
  } finally {
    t.mock.timers.reset();
  }
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
