/** A source of pseudorandom numbers. The same seed gives the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number from 0 (included) to 1 (excluded) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** The next integer from 0 (included) to `end` (excluded). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** How many of a large number of independent, rare events happen if `mean` are expected (a Poisson distribution). */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count++;
    return count;
  }
}
