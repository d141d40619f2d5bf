// What goes wrong between the widget and its server, on demand: a `fetch` that changes calls and answers.

/** Faults of one call: the next one that matches `CALLS`. */
export const NEXT_FAULTS = ['blocked', 'too-many', 'challenge', 'server', 'html', 'lost'] as const;
/** Faults of every call until they are switched off. */
export const LASTING_FAULTS = ['offline', 'slow'] as const;

export type NextFault = (typeof NEXT_FAULTS)[number];
export type LastingFault = (typeof LASTING_FAULTS)[number];

const isLasting = (fault: NextFault | LastingFault): fault is LastingFault =>
  (LASTING_FAULTS as readonly string[]).includes(fault);

const SLOW_MS = 4000;

/** The calls of a sign-in, and the one that saves a name. */
const ANY_STEP = /^(?:POST|PATCH|PUT .*\/creds\/tel$)/;

/** The calls that a fault is for, as `METHOD /path`. None is a renewal (`PUT /v1/session`), a check of a session or a sign-out. */
const CALLS: Readonly<Record<NextFault, RegExp>> = {
  blocked: /^(?:POST|PUT) .*\/v1\/creds\/tel$/,
  'too-many': /^(?:POST|PUT .*\/creds\/tel$)/,
  challenge: /^POST .*\/v1\/(?:creds\/tel|session)$/,
  server: ANY_STEP,
  html: ANY_STEP,
  lost: ANY_STEP,
};

const envelope = (status: number, params: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ code: status, text: 'Error', params }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('');

/** A proof of work that takes about a second: one key in 256 begins with the prefix, on average. */
const proofOfWork = () => ({
  type: 'pow',
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: randomHex(16),
    salt: randomHex(16),
    cost: 20_000,
    keyLength: 32,
    keyPrefix: '00',
  },
  signature: randomHex(32),
});

/** Resolves after `ms` milliseconds, or rejects as `fetch` does when the call is aborted meanwhile. */
function delay(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** When constructed, replaces `fetch` and `navigator.onLine` of the page. It changes only calls of the protocol (`/v1/`). */
export class Faults {
  readonly #fetch = globalThis.fetch.bind(globalThis);
  readonly #onChange: () => void;
  /** Whether the page has a solver for captchas (docs/client.md#challenges). If it has none, the challenge is a proof of work. */
  readonly #hasSolver: () => boolean;
  readonly #lasting = new Set<LastingFault>();
  /** The fault that waits for its call. */
  #next: NextFault | undefined;
  /** Whether the last challenge was made here, so that the server doesn't know it. */
  #isOwnChallenge = false;

  constructor(onChange: () => void, hasSolver: () => boolean) {
    this.#onChange = onChange;
    this.#hasSolver = hasSolver;
    globalThis.fetch = (input, init) => this.#call(input, init ?? {});
    const isOnline = () => !this.#lasting.has('offline') && Reflect.get(Navigator.prototype, 'onLine', navigator);
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: isOnline });
  }

  has(fault: NextFault | LastingFault): boolean {
    return isLasting(fault) ? this.#lasting.has(fault) : this.#next === fault;
  }

  /** Switches a fault on, or off if it is on. A fault of one call replaces another that still waits. */
  toggle(fault: NextFault | LastingFault): void {
    const isOn = !this.has(fault);
    if (isLasting(fault)) {
      if (isOn) this.#lasting.add(fault);
      else this.#lasting.delete(fault);
      if (fault === 'offline') dispatchEvent(new Event(isOn ? 'offline' : 'online'));
    } else this.#next = isOn ? fault : undefined;
    this.#onChange();
  }

  async #call(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.includes('/v1/')) return this.#fetch(input, init);
    if (this.#lasting.has('offline')) throw new TypeError('Failed to fetch');
    if (this.#lasting.has('slow')) await delay(SLOW_MS, init.signal);
    const headers = new Headers(init.headers);
    const call = `${init.method ?? 'GET'} ${pathname}`;
    // The server would refuse the solution of a challenge that it has not set, so the call goes without it. A call that has no solution
    // begins a new operation, so the challenge was cancelled and is over too.
    if (this.#isOwnChallenge && CALLS.challenge.test(call)) {
      headers.delete('X-Auth-Challenge');
      this.#isOwnChallenge = false;
    }
    const fault = this.#takeFault(call);
    if (fault && fault !== 'lost') return this.#answerOf(fault);
    const answer = await this.#fetch(input, { ...init, headers });
    if (fault) throw new TypeError('Failed to fetch');
    return answer;
  }

  #takeFault(call: string): NextFault | undefined {
    const fault = this.#next;
    if (!fault || !CALLS[fault].test(call)) return undefined;
    this.#next = undefined;
    this.#onChange();
    return fault;
  }

  #answerOf(fault: Exclude<NextFault, 'lost'>): Response {
    switch (fault) {
      case 'blocked':
        return envelope(429, { what: 'blocked', retryAfter: 900 }, { 'retry-after': '900' });
      case 'too-many':
        return envelope(429, { what: 'ip', retryAfter: 30 }, { 'retry-after': '30' });
      case 'server':
        return envelope(500, {});
      case 'html':
        // The status is 200: with 502, the client would report `server`, not `invalid-response`.
        return new Response('<!doctype html><h1>502 Bad Gateway</h1>', { headers: { 'content-type': 'text/html' } });
      case 'challenge': {
        this.#isOwnChallenge = true;
        const challenge = this.#hasSolver() ? { type: 'turnstile', siteKey: 'playground' } : proofOfWork();
        return envelope(403, { what: 'challenge', ...challenge });
      }
    }
  }
}
