import { type Solved, solve } from './challenges.js';
import type { Site } from './site.js';

/** What the attacker got, and what each SMS cost. Solutions that brought no SMS aren't counted. */
export interface Loot {
  sent: number;
  /** The number of iterations of PBKDF2 that each SMS took; 0 for a free one. */
  readonly iterations: number[];
}

/** A kind of address that the attacker has. */
export interface Network {
  /** The number of sources of calls that share no limit, as far as the attacker knows. */
  readonly sources: number;
  /** The address of a source for its next call. */
  readonly address: (source: number, call: number) => string;
}

/** A thousand IPv4 addresses in different networks, like rented computers all over the world. */
export const botnet: Network = {
  sources: 1000,
  address: source => `11.${source >> 8}.${source & 255}.7`,
};

/**
 * A /48 of IPv6, which has the budget of four addresses. Its 65,536 /64 networks are used in turn, each in a different /56
 * from the previous one.
 */
export const network48: Network = {
  sources: 4,
  address: (source, call) => {
    const n = (call * 4 + source) % 65_536;
    return `2001:db8:bad:${(((n & 0xff) << 8) | (n >> 8)).toString(16)}::1`;
  },
};

/** An address of the attacker, or a network whose addresses share a budget. */
interface Source {
  readonly address: (call: number) => string;
  calls: number;
  /** The minute in which its limits allow the next call. */
  readyAt: number;
  /** The number of iterations that its last challenge cost, which is also the guess for the next one. */
  price: number;
}

/** An SMS that the attacker got: its number, and the address that requested it. */
export interface Got {
  readonly tel: string;
  readonly ip: string;
}

/**
 * Somebody who wants as many SMS as possible to their own numbers, for as little as possible. The attacker calls from the
 * cheapest addresses in turn, waits as long as the limits say, and solves challenges natively on all processors, or none with `retry`.
 */
export class Attacker {
  readonly #site: Site;
  readonly #cores: number;
  readonly #iterationTime: number;
  readonly #sources: Source[];
  readonly #retry: number | undefined;
  readonly loot: Loot = { sent: 0, iterations: [] };
  /** The number of iterations that the processors can compute now. Negative while they're behind. */
  #capacity = 0;
  #numbers = 0;

  /**
   * @param iterationTime CPU seconds of one iteration
   * @param retry undefined if the attacker solves challenges; otherwise after how many minutes an address that has met one
   *   asks again
   */
  constructor(site: Site, networks: readonly Network[], cores: number, iterationTime: number, retry?: number) {
    this.#site = site;
    this.#retry = retry;
    this.#cores = cores;
    this.#iterationTime = iterationTime;
    this.#sources = networks.flatMap(({ sources, address }) =>
      Array.from({ length: sources }, (_, source) => ({
        address: (call: number) => address(source, call),
        calls: 0,
        readyAt: 0,
        price: 0,
      })),
    );
  }

  /** Makes calls for a minute, until all addresses are refused or all processors are busy. */
  async minute(minute: number): Promise<void> {
    this.work(60);
    while ((await this.next(minute)) !== 'nothing');
  }

  /** Gives the processors some seconds. Time that they didn't use before is lost. */
  work(seconds: number): void {
    this.#capacity = Math.min(this.#capacity, 0) + (this.#cores * seconds) / this.#iterationTime;
  }

  /**
   * Makes one call, and solves its challenge. Resolves with the SMS, with `refused` if the call brought none, or with `nothing` if no
   * address or no processor is free for it. Rejects if the status of the answer is neither 200, 403 nor 429.
   * @param inTime whether a solution that the processors don't finish in the seconds of work() is lost: `nothing`.
   *   Otherwise they go on with it in the next seconds.
   */
  async next(minute: number, inTime = false): Promise<Got | 'refused' | 'nothing'> {
    const source = this.#capacity > 0 ? this.#cheapest(minute) : undefined;
    if (!source) return 'nothing';
    this.#numbers++;
    source.calls++;
    const tel = `7950${String(this.#numbers).padStart(7, '0')}`;
    const ip = source.address(source.calls);
    const call = { method: 'POST', path: '/v1/creds/tel', body: { tel, op: 'add' }, ip };
    let answer = await this.#site.call(call);
    let solved: Solved | undefined;
    if (answer.status === 403 && this.#retry !== undefined) {
      source.readyAt = minute + this.#retry;
      return 'refused';
    }
    if (answer.status === 403) {
      solved = solve(answer.params);
      this.#capacity -= solved.iterations;
      source.price = solved.iterations;
      if (inTime && this.#capacity < 0) return 'nothing';
      answer = await this.#site.call({ ...call, solution: solved.solution });
    }
    if (answer.status === 200) {
      this.loot.sent++;
      this.loot.iterations.push(solved?.iterations ?? 0);
      return { tel, ip };
    }
    if (answer.status !== 429 && answer.status !== 403) {
      throw new Error(`the attacker was answered ${answer.status} ${JSON.stringify(answer.params)}`);
    }
    if (answer.status === 429) {
      const readyAt = minute + Math.ceil(Number(answer.params['retryAfter']) / 60);
      // `day` means that the budget of all numbers is used up, so no other address would get anything either.
      for (const one of answer.params['what'] === 'day' ? this.#sources : [source])
        one.readyAt = Math.max(one.readyAt, readyAt);
    }
    return 'refused';
  }

  /** The cheapest of the sources that may call. Equally cheap ones take turns. */
  #cheapest(minute: number): Source | undefined {
    let best = -1;
    for (const [index, { readyAt, price }] of this.#sources.entries()) {
      if (readyAt <= minute && (best < 0 || price < this.#sources[best]!.price)) best = index;
    }
    if (best < 0) return undefined;
    const [source] = this.#sources.splice(best, 1);
    this.#sources.push(source!);
    return source;
  }
}
