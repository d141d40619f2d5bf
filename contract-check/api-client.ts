import { findPowProblem, type PowChallenge, PowSolver, readPow, toHeader } from './proof-of-work.js';

/** A response of the server, and its envelope if it has one. */
export interface ApiResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body as text. */
  readonly rawBody: string;
  /** The body as an envelope (docs/protocol.md#envelope); undefined if it isn't one. */
  readonly envelope: { readonly code: number; readonly text: string | undefined; readonly params: Params } | undefined;
}

/** The unvalidated `params` of an envelope. Each check tests the members that it needs. */
export type Params = Readonly<Record<string, unknown>>;

/** The parts of a call besides its method and path. */
export interface CallOptions {
  /** The body, sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to leave a proof of work unsolved if the server asks for one. The answer is then the 403. */
  readonly leaveChallenge?: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an envelope as the widget does, which doesn't need a `text`: docs/protocol.md#reading-other-servers */
function parseEnvelope(rawBody: string): ApiResponse['envelope'] {
  try {
    const value: unknown = JSON.parse(rawBody);
    if (!isRecord(value)) return undefined;
    const { code, text, params } = value;
    if (typeof code !== 'number' || !isRecord(params)) return undefined;
    return { code, text: typeof text === 'string' ? text : undefined, params };
  } catch {
    return undefined;
  }
}

/** The server can't be reached, cuts its response off, or doesn't complete it in time. */
export class UnreachableError extends Error {
  constructor(method: string, path: string, reason: string) {
    super(`${method} ${path}: ${reason}`);
    this.name = 'UnreachableError';
  }
}

/** Time limit of a call in milliseconds: that of the widget. The server may wait for its SMS provider before it responds. */
const TIMEOUT_MS = 15_000;

/** The proof of work that a response asks for; undefined if it asks for none, or if `findPowProblem` finds a problem with it. */
function powOf({ status, envelope }: ApiResponse): PowChallenge | undefined {
  const params = envelope?.params ?? {};
  if (status !== 403 || params['what'] !== 'challenge' || params['type'] !== 'pow') return undefined;
  return findPowProblem(params) === undefined ? readPow(params) : undefined;
}

/**
 * Calls the API of a server, and records every response. It follows no redirects, because the protocol has none. If a call is answered
 * with a proof of work, it solves that and repeats the call once.
 */
export class ApiClient {
  readonly responses: ApiResponse[] = [];
  /** The solver of all challenges. The checks share it: after a failed search, no challenge that is as hard or harder is tried. */
  readonly solver = new PowSolver();
  readonly #baseUrl: string;
  readonly #origin: string | undefined;

  /**
   * @param baseUrl address of the server, with or without a slash at its end
   * @param origin sent as the header `Origin` of each call
   */
  constructor(baseUrl: string, origin: string | undefined) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#origin = origin;
  }

  /**
   * Resolves with the last response, whatever its status.
   * @throws UnreachableError, UnsolvedError
   */
  async call(method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> {
    const response = await this.#fetch(method, path, options);
    const challenge = options.leaveChallenge ? undefined : powOf(response);
    if (!challenge) return response;
    const solution = toHeader(await this.solver.solve(challenge));
    return this.#fetch(method, path, { ...options, headers: { ...options.headers, 'X-Auth-Challenge': solution } });
  }

  async #fetch(method: string, path: string, options: CallOptions): Promise<ApiResponse> {
    const { body, token, headers = {} } = options;
    const init: RequestInit = {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(this.#origin === undefined ? {} : { Origin: this.#origin }),
        ...headers,
      },
    };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    let hasBegun = false;
    try {
      const response = await fetch(this.#baseUrl + path, init);
      hasBegun = true;
      const rawBody = await response.text();
      const recorded: ApiResponse = {
        method,
        path,
        status: response.status,
        headers: response.headers,
        rawBody,
        envelope: parseEnvelope(rawBody),
      };
      this.responses.push(recorded);
      return recorded;
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      const failure = hasBegun ? 'the response was cut off' : 'no connection';
      throw new UnreachableError(method, path, isTimeout ? `no complete response in ${TIMEOUT_MS / 1000} s` : failure);
    }
  }
}
