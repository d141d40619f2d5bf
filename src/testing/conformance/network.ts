/** A call of `fetch`. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: string | null;
  readonly referrerPolicy: string | undefined;
  readonly keepalive: boolean;
  readonly redirect: RequestRedirect | undefined;
  readonly credentials: RequestCredentials | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A call of `fetch` with its answer. */
export interface Exchange {
  readonly request: SentRequest;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** An answer that replaces the server's. */
export type FakeAnswer = Pick<Exchange, 'status' | 'body'> & Partial<Pick<Exchange, 'headers'>>;

/**
 * What happens to a call in place of its answer. `silence`: nothing until the signal aborts. `stalled body`: the headers of a 200 arrive, and
 * half of the body.
 */
export type Fault = FakeAnswer | 'network error' | 'silence' | 'stalled body';

/** Decides what happens to a call; undefined lets it through to the server. `index` counts the calls of one `interfere`, from 0. */
export type Interference = (request: SentRequest, index: number) => Fault | undefined;

const EMPTY_STATUSES: readonly number[] = [204, 205, 304];
/** The headers about the encoded bytes of an answer, which no longer apply because it's already decoded. */
const BYTE_HEADERS: readonly string[] = ['content-encoding', 'content-length', 'transfer-encoding'];

const toResponse = ({ status, body, headers = [] }: FakeAnswer) =>
  new Response(EMPTY_STATUSES.includes(status) ? null : body, {
    status,
    headers: headers.filter(([name]) => !BYTE_HEADERS.includes(name)) as [string, string][],
  });

/** Never resolves; rejects when the signal aborts, as `fetch` does. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}

/** An answer whose body never ends; reading it rejects when the signal aborts, as with `fetch`. */
function toStalledResponse(signal: AbortSignal | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"half": '));
      signal?.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/**
 * Reads a body as text. The boundary between the fields of `FormData` is random, so it is left out: two calls with the same fields have equal bodies.
 */
async function readBody(message: Request | Response): Promise<string> {
  const text = await message.text();
  const boundary = /boundary=(.+)/.exec(`${message.headers.get('content-type')}`)?.[1];
  return boundary ? text.replaceAll(boundary, '') : text;
}

/**
 * Reads the body in the arguments of `fetch`. A text is read at once, so that the call is recorded before `fetch` returns. A stream counts as empty,
 * because it can be read only once.
 */
function bodyOf(request: Request | undefined, body: BodyInit | null | undefined): string | Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return `${body}`;
  if (body instanceof ReadableStream) return '';
  if (body) return readBody(new Response(body));
  return request && !request.bodyUsed ? readBody(request.clone()) : '';
}

/** Reads the arguments of `fetch`. Those in `init` take precedence over those of a `Request`. */
function readRequest(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Omit<SentRequest, 'body'> & { readonly body: string | Promise<string> } {
  const request = typeof input === 'object' && 'url' in input ? input : undefined;
  const { method = request?.method ?? 'GET', body, headers = request?.headers } = init;
  const { keepalive = request?.keepalive ?? false, redirect = request?.redirect } = init;
  const { credentials = request?.credentials, signal = request?.signal } = init;
  const { referrerPolicy = request?.referrerPolicy } = init;
  const sent = new Headers(headers);
  return {
    url: request?.url ?? `${input as string | URL}`,
    method: method.toUpperCase(),
    body: bodyOf(request, body),
    headers: Object.fromEntries(sent),
    authorization: sent.get('authorization'),
    referrerPolicy,
    keepalive,
    redirect,
    credentials,
    signal: signal ?? undefined,
  };
}

/** The `fetch` of this page or process, which the rules observe and interfere with. */
export class Network {
  /** All calls, answered or not, except those whose signal had been aborted before. */
  readonly requests: SentRequest[] = [];
  /** The calls the server answered. */
  readonly exchanges: Exchange[] = [];
  #interference: ((request: SentRequest) => ReturnType<Interference>) | undefined;

  /** Replaces `fetch` until `run` has ended. */
  async use<T>(run: () => Promise<T>): Promise<T> {
    const before = globalThis.fetch;
    globalThis.fetch = (input, init) => this.#fetch(before, input, init);
    try {
      return await run();
    } finally {
      globalThis.fetch = before;
    }
  }

  /**
   * Interferes with the calls of `fetch` until `run` has ended. Resolves with what `run` resolved with, and these calls. It works only inside
   * `use`. Interferences can't be nested: the end of the inner one would end the outer one.
   */
  async interfere<T>(interference: Interference, run: () => Promise<T>): Promise<[T, readonly SentRequest[]]> {
    const start = this.requests.length;
    let count = 0;
    this.#interference = request => interference(request, count++);
    try {
      const outcome = await run();
      return [outcome, this.requests.slice(start)];
    } finally {
      this.#interference = undefined;
    }
  }

  async #fetch(real: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { body: sent, ...rest } = readRequest(input, init);
    if (rest.signal?.aborted) throw rest.signal.reason;
    const request = { ...rest, body: typeof sent === 'string' ? sent : await sent };
    this.requests.push(request);
    const fake = this.#interference?.(request);
    if (fake === 'network error') throw new TypeError('Failed to fetch');
    if (fake === 'silence') return untilAborted(request.signal);
    if (fake === 'stalled body') return toStalledResponse(request.signal);
    if (fake) return toResponse(fake);
    const response = await real(input, init);
    const { status } = response;
    const body = await response.clone().text();
    this.exchanges.push({ request, status, headers: [...response.headers], body });
    return response;
  }
}
