import { type Solved, solve } from './challenges.js';
import type { Site } from './site.js';

/** What the attacker got, and what it has cost him. */
export interface Loot {
  sent: number;
  /** Iterations of PBKDF2 that he has computed for each SMS; 0 for one that was free. */
  readonly iterations: number[];
}

/** Addresses of the attacker that he uses in the same way. */
export interface Network {
  /** How many of them share nothing with the others, as far as he knows. */
  readonly sources: number;
  /** The address of a source for its next call. */
  readonly address: (source: number, call: number) => string;
}

/** A thousand IPv4 addresses, each in a network of its own: rented computers all over the world. */
export const botnet: Network = {
  sources: 1000,
  address: source => `11.${source >> 8}.${source & 255}.7`,
};

/** A /48 of IPv6 with its 65,536 networks /64, one after the other in other /56s. It has the budget of four addresses. */
export const network48: Network = {
  sources: 4,
  address: (source, call) => {
    const n = (call * 4 + source) % 65_536;
    return `2001:db8:bad:${(((n & 0xff) << 8) | (n >> 8)).toString(16)}::1`;
  },
};

/** One of the addresses of the attacker, or one of his networks that share a budget. */
interface Source {
  readonly address: (call: number) => string;
  calls: number;
  /** Minute in which its limit lets it call again. */
  readyAt: number;
  /** Iterations that its last challenge has cost, and a guess at the next one. */
  price: number;
}

/** An SMS that he got: its number, and the address he got it from. */
export interface Got {
  readonly tel: string;
  readonly ip: string;
}

/**
 * Somebody who wants as many SMS as possible, to numbers of his own, for as little as possible: he takes the cheapest of his
 * addresses, in turn, waits for as long as their limits say, and solves challenges natively on all his processors.
 */
export class Attacker {
  readonly #site: Site;
  readonly #cores: number;
  readonly #iterationTime: number;
  readonly #sources: Source[];
  readonly loot: Loot = { sent: 0, iterations: [] };
  /** Iterations that he can compute now. */
  #capacity = 0;
  #numbers = 0;

  /** @param iterationTime CPU seconds of one iteration */
  constructor(site: Site, networks: readonly Network[], cores: number, iterationTime: number) {
    this.#site = site;
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

  /** What he does in a minute: calls, until all his addresses are refused or all his processors are busy. */
  async minute(minute: number): Promise<void> {
    this.work(60);
    while ((await this.next(minute)) !== 'nothing');
  }

  /** Lets his processors compute for some seconds. What they did not compute before is lost. */
  work(seconds: number): void {
    this.#capacity = Math.min(this.#capacity, 0) + (this.#cores * seconds) / this.#iterationTime;
  }

  /**
   * One call, with its challenge solved. `nothing`: he has neither an address nor a processor for it.
   * @param inTime whether a solution that his processors do not finish in the seconds of `work` is worth nothing. Otherwise they
   *   go on with it in the next ones.
   */
  async next(minute: number, inTime = false): Promise<Got | 'refused' | 'nothing'> {
    const source = this.#capacity > 0 ? this.#cheapest(minute) : undefined;
    if (!source) return 'nothing';
    this.#numbers += 1;
    source.calls += 1;
    const tel = `7950${String(this.#numbers).padStart(7, '0')}`;
    const ip = source.address(source.calls);
    const call = { method: 'POST', path: '/v1/creds/tel', body: { tel, op: 'add' }, ip };
    let answer = await this.#site.call(call);
    let solved: Solved | undefined;
    if (answer.status === 403) {
      solved = solve(answer.params);
      this.#capacity -= solved.iterations;
      source.price = solved.iterations;
      if (inTime && this.#capacity < 0) return 'nothing';
      answer = await this.#site.call({ ...call, solution: solved.solution });
    }
    if (answer.status === 200) {
      this.loot.sent += 1;
      this.loot.iterations.push(solved?.iterations ?? 0);
      return { tel, ip };
    }
    if (answer.status !== 429 && answer.status !== 403) {
      throw new Error(`the attacker was answered ${answer.status} ${JSON.stringify(answer.params)}`);
    }
    if (answer.status === 429) {
      const waits = Math.ceil(Number(answer.params['retryAfter']) / 60);
      // `day`: the budget of all is used up. No other address would get anything.
      for (const one of answer.params['what'] === 'day' ? this.#sources : [source]) one.readyAt = minute + waits;
    }
    return 'refused';
  }

  /** The source with the lowest price that may call. Equal ones take turns. */
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
