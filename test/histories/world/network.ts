import type { MemoryBackend } from '../../../src/testing/index.js';
import { answerRequest } from '../../../src/testing/memory-server/http-answers.js';
import type { WorldClock } from './clock.js';
import { UNDISTURBED, type Answer, type CallName, type Disturbance } from './disturbances.js';
import type { Page } from './page.js';

/** One call that a page has made. */
export interface Call {
  readonly page: Page;
  /** The number of the client whose operation made the call; undefined if it belongs to the shared session. */
  readonly client: number | undefined;
  readonly name: CallName;
  readonly token: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: Readonly<Record<string, string>>;
  /** When it was sent, by the monotonic clock. */
  readonly sentAt: number;
  /** Whether the page has aborted it. */
  isAborted: boolean;
  /** Whether it has ended for the page, with or without an answer. */
  hasEnded: boolean;
  /** Whether the page has its answer. */
  isAnswered: boolean;
}

/** What the rules hear about. */
export interface NetworkObserver {
  /** A page makes a call. */
  readonly sent: (call: Call) => void;
  /** The server has answered. */
  readonly answered: (call: Call, answer: Answer) => void;
  /** The page gets an answer, whoever made it. */
  readonly delivered: (call: Call, answer: Answer) => void;
}

interface NetworkParts {
  readonly clock: WorldClock;
  readonly backend: MemoryBackend;
  readonly observer: NetworkObserver;
  readonly currentClient: () => number | undefined;
}

const BROKEN = 'Failed to fetch';
const NAMES: Readonly<Record<string, string>> = {
  '/v1/creds/tel': 'creds',
  '/v1/session': 'session',
  '/v1/account': 'account',
};

/** The parts of a `Response` that the client reads. */
const toResponse = ({ status, headers, body }: Answer) =>
  ({
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => headers[name] ?? null },
    text: () => Promise.resolve(body),
  }) as unknown as Response;

/** Carries the calls of all pages to one server, and disturbs those that it was told to. */
export class Network {
  isOnline = true;
  readonly #parts: NetworkParts;
  readonly #counts = new Map<CallName, number>();
  readonly #next: { readonly name: CallName; readonly disturbance: Disturbance }[] = [];

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  /** How many calls of this name were sent so far. */
  count(name: CallName): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Disturbs the next call of this name. */
  disturb(name: CallName, disturbance: Disturbance): void {
    this.#next.push({ name, disturbance });
  }

  /** All later calls go through. */
  heal(): void {
    this.#next.length = 0;
    this.isOnline = true;
  }

  fetch = (page: Page, url: string, init: RequestInit): Promise<Response> => {
    const { clock, observer } = this.#parts;
    const call = this.#toCall(page, url, init);
    const signal = init.signal!;
    this.#counts.set(call.name, this.count(call.name) + 1);
    observer.sent(call);
    const { up, down, answer } = this.#take(call.name);
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (call.hasEnded) return;
        call.isAborted = call.hasEnded = true;
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort);
      const deliver = (final: Answer | null) => {
        if (call.isAborted || !page.isAlive) return;
        call.hasEnded = true;
        if (!final) {
          reject(new TypeError(BROKEN));
          return;
        }
        call.isAnswered = true;
        observer.delivered(call, final);
        resolve(toResponse(final));
      };
      const answered = (serverAnswer: Answer | null) => {
        if (down !== null) clock.set(this, () => deliver(answer === undefined ? serverAnswer : answer), down);
      };
      if (up === null) answered(null);
      else clock.set(this, () => void this.#ask(call, init).then(answered), up);
    });
  };

  #take(name: CallName): Disturbance {
    if (!this.isOnline) return { up: null, down: 1, answer: null };
    const index = this.#next.findIndex(next => next.name === name);
    return index < 0 ? UNDISTURBED : this.#next.splice(index, 1)[0]!.disturbance;
  }

  async #ask(call: Call, { body, headers }: RequestInit): Promise<Answer | null> {
    const { backend, observer } = this.#parts;
    const [method = '', name] = call.name.split(' ');
    const path = Object.keys(NAMES).find(each => NAMES[each] === name)!;
    const lower = Object.fromEntries(new Headers(headers));
    const answer = await answerRequest(backend, { method, path, headers: lower, body: body as string | null });
    observer.answered(call, answer);
    return answer;
  }

  #toCall(page: Page, url: string, { method = 'GET', body, headers }: RequestInit): Call {
    const read = new Headers(headers);
    const path = new URL(url).pathname;
    return {
      page,
      client: this.#parts.currentClient(),
      name: `${method} ${NAMES[path]}` as CallName,
      token: read.get('authorization')?.replace('Bearer ', ''),
      idempotencyKey: read.get('idempotency-key') ?? undefined,
      body: typeof body === 'string' ? (JSON.parse(body) as Record<string, string>) : {},
      sentAt: this.#parts.clock.monotonic,
      isAborted: false,
      hasEnded: false,
      isAnswered: false,
    };
  }
}
