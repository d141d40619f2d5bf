/** An answer as it came over the wire, and what it holds where it is an envelope. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body as text. */
  readonly raw: string;
  /** The envelope; undefined where the body is none. */
  readonly envelope: { readonly code: number; readonly text: string; readonly params: Params } | undefined;
}

/** `params` of an envelope. Anything may stand there: every check looks for itself. */
export type Params = Readonly<Record<string, unknown>>;

/** What a call carries. */
export interface CallOptions {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseEnvelope(raw: string): Answer['envelope'] {
  try {
    const value: unknown = JSON.parse(raw);
    if (!isRecord(value)) return undefined;
    const { code, text, params } = value;
    return Number.isInteger(code) && typeof text === 'string' && isRecord(params)
      ? { code: code as number, text, params }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A server that can't be reached, or does not answer in time. */
export class Unreachable extends Error {
  constructor(method: string, path: string, reason: string) {
    super(`${method} ${path}: ${reason}`);
    this.name = 'Unreachable';
  }
}

/** Milliseconds until a call has failed: a provider of SMS may take its time. */
const patience = 20_000;

/** Calls a server, and keeps every answer. Follows no redirect: the contract knows none. */
export class Caller {
  readonly answers: Answer[] = [];
  readonly #base: string;
  readonly #origin: string | undefined;

  /** @param base address of the server, with or without a slash at its end */
  constructor(base: string, origin: string | undefined) {
    this.#base = base.replace(/\/+$/, '');
    this.#origin = origin;
  }

  /** @throws Unreachable */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, token, headers = {} } = options;
    const init: RequestInit = {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(this.#origin === undefined ? {} : { Origin: this.#origin }),
        ...headers,
      },
    };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    try {
      const response = await fetch(this.#base + path, init);
      const raw = await response.text();
      const { status } = response;
      const answer = { method, path, status, headers: response.headers, raw, envelope: parseEnvelope(raw) };
      this.answers.push(answer);
      return answer;
    } catch (error) {
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      throw new Unreachable(method, path, late ? `no answer in ${patience / 1000} s` : 'no connection');
    }
  }
}
