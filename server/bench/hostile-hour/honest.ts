// The honest people of the hostile hour: they sign in by code, read and renew their session, and notice whatever goes wrong.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions, Cluster, Outcome } from '../../test/support/cluster.js';

/** What people saw while one attack went on. */
export interface Seen {
  /** How long each answered call took, in milliseconds, without tries whose connection broke. */
  readonly times: number[];
  /** How many answers refused somebody, by status and reason. */
  readonly refused: Map<string, number>;
  /** How many people signed in. */
  signedIn: number;
}

const TEL = '/v1/creds/tel';
const SESSION = '/v1/session';

const isCaptcha = ({ status, params }: Outcome) => status === 403 && params.type === 'turnstile';

/** How long a person waits before repeating a call whose connection broke, in milliseconds. */
const REPEAT_AFTER_MS = 100;

/** People who sign in one after the other, some at a time. */
export class HonestPeople {
  readonly #cluster: Cluster;
  readonly #tokens: string[] = [];
  /** The numbers whose codes are on the way: an attacker may know them. */
  readonly awaiting = new Set<string>();
  readonly numbers: string[] = [];
  #seen: Seen = { times: [], refused: new Map(), signedIn: 0 };

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Begins a new count of what people see, and returns it. It grows with each call. */
  observe(): Seen {
    this.#seen = { times: [], refused: new Map(), signedIn: 0 };
    return this.#seen;
  }

  /** Signs people in until `isOver`, `atOnce` at a time. */
  async live(atOnce: number, isOver: () => boolean): Promise<void> {
    const one = async () => {
      while (!isOver()) await this.#visit();
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** How many of the sessions that were opened are no longer valid. Its calls are not counted as those of the last attack. */
  async countLostSessions(): Promise<number> {
    this.observe();
    let lost = 0;
    for (const token of this.#tokens) {
      const answer = await this.#call('GET', SESSION, { token, ip: '198.51.100.1' });
      if (answer.status !== 200) lost++;
    }
    return lost;
  }

  /** How many numbers got more than the one SMS that was asked for. */
  countDoubleSms(): number {
    const counts = new Map<string, number>();
    for (const { to } of this.#cluster.sent) counts.set(to, (counts.get(to) ?? 0) + 1);
    return this.numbers.filter(tel => (counts.get(tel) ?? 0) > 1).length;
  }

  get sessions(): number {
    return this.#tokens.length;
  }

  /** A person signs in by code, reads the session, and renews it. */
  async #visit(): Promise<void> {
    const n = this.numbers.length;
    const tel = `7916${String(n).padStart(7, '0')}`;
    this.numbers.push(tel);
    const ip = `${20 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}.9`;
    const asked = await this.#ask(tel, ip);
    const code = this.#cluster.sentTo(tel)[0]?.text.slice(-6);
    if (code === undefined) return;
    this.awaiting.add(tel);
    const { state } = asked.params;
    const signedIn = await this.#call('PUT', TEL, {
      body: { tel, val: code, op: 'add' },
      ip,
      key: randomUUID(),
      ...(state === undefined ? {} : { headers: { 'X-Auth-State': state } }),
    });
    this.awaiting.delete(tel);
    const { token } = signedIn.params;
    if (token === undefined) return;
    this.#seen.signedIn++;
    await this.#call('GET', SESSION, { token, ip });
    const renewed = await this.#call('PUT', SESSION, { token, ip });
    this.#tokens.push(renewed.params.token ?? token);
  }

  /** Asks for a code, and solves a captcha. A person who gets a proof of work instead counts as refused. */
  async #ask(tel: string, ip: string): Promise<Outcome> {
    const options = { body: { tel, op: 'add' }, ip };
    const first = await this.#call('POST', TEL, options, ['send']);
    if (!isCaptcha(first)) return first;
    return this.#call('POST', TEL, { ...options, headers: { 'X-Auth-Challenge': `good-${tel}` } }, ['send']);
  }

  /**
   * Makes a call, and repeats it while its connection breaks.
   * @param expected reasons for which a repeated call may get a 429 that counts as a success: the lost call has used up a limit
   */
  async #call(method: string, path: string, options: CallOptions, expected: readonly string[] = []): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      const answer = await this.#cluster.call(method, path, options);
      if (!answer) {
        await delay(REPEAT_AFTER_MS);
        continue;
      }
      this.#seen.times.push(performance.now() - began);
      const { status, params } = answer;
      const what = params.what ?? '';
      const isExpected = tries > 1 && status === 429 && expected.includes(what);
      if (status !== 200 && !isExpected && !(isCaptcha(answer) && !options.headers)) {
        // A 503 has no reason, so its `retryAfter` tells it apart: 1 second for a full queue, 5 for the database, none for the SMS provider.
        const reason = status === 503 ? `retry after ${params.retryAfter ?? 'any time'}` : what;
        const name = `${status} ${reason}`.trim();
        this.#seen.refused.set(name, (this.#seen.refused.get(name) ?? 0) + 1);
      }
      return answer;
    }
  }
}
