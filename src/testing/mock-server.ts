import { answerRequest, pathOfCall, type HttpAnswer } from './memory-server/http-answers.js';
import type { MemoryBackend } from './memory-server/memory-backend.js';

/** Rejects with the reason of the signal once it is aborted, as `fetch` does. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Returns a method as `fetch` sends it. `fetch` changes the six names below to upper case, and leaves any other name unchanged. */
const toSentMethod = (method: string): string =>
  /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;

/**
 * Replaces `fetch` in this page or process, so that `backend` answers the protocol's calls, for apps that don't set
 * `backend`. The calls are those to addresses whose path ends in `/v1/creds/tel`, `/v1/session` or `/v1/account`, on any host. The
 * original `fetch` makes all others. A fault with no HTTP response (`offline`, `network`, `timeout`) makes the call reject like a network error.
 * @returns a function that restores the `fetch` that was replaced. If there are several mocks, end the last one first
 */
export function mockServer(backend: MemoryBackend): () => void {
  const before = globalThis.fetch;
  const answer = async (path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    // `fetch` makes no request at all in this case.
    if (signal?.aborted) throw signal.reason;
    // The body of a `Request` arrives here as a text. A call that needs a body is answered with 400 if its body is anything else.
    const text = typeof body === 'string' ? body : null;
    // The `Headers` of happy-dom keep the capitals of names.
    const entries = [...new Headers(headers)].map(([name, value]) => [name.toLowerCase(), value] as const);
    const call = { method: toSentMethod(method), path, headers: Object.fromEntries(entries), body: text };
    let found: HttpAnswer;
    try {
      found = await Promise.race([answerRequest(backend, call), ...(signal ? [rejectOnAbort(signal)] : [])]);
    } catch (error) {
      throw signal?.aborted ? error : new TypeError('Failed to fetch');
    }
    return new Response(found.body || null, { status: found.status, headers: found.headers });
  };
  globalThis.fetch = async (input, init) => {
    // No `Request` is built from these arguments, because Node's `Request` refuses jsdom's signals.
    const isRequest = typeof input === 'object' && 'url' in input;
    const path = pathOfCall(isRequest ? input.url : `${input}`);
    if (path === undefined) return before(input, init);
    if (!isRequest) return answer(path, init ?? {});
    // `fetch` takes an option that is undefined, and a body that is null, from the `Request`.
    const { method = input.method, headers = input.headers, signal = input.signal, body } = init ?? {};
    return answer(path, { method, headers, signal, body: body ?? (await input.text()) });
  };
  return () => {
    globalThis.fetch = before;
  };
}
