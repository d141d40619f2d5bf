interface Share {
  used: number;
  readonly parts: Map<string, Share>;
}

const newShare = (): Share => ({ used: 0, parts: new Map() });

/**
 * Places that networks share. A network may use as many as are still free: one /48 alone can use half of all places. Of two /48s each
 * can use a third, and another third stays free; of n, each can use one part of n + 1. So there's room for a caller from elsewhere until
 * about as many networks as places come, and no place has to be taken away again. In the same way, the networks within a network divide
 * up the half that it can use alone: one /56 can use a quarter of all places.
 */
export class FairShare {
  readonly #root = newShare();
  readonly #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many places are used. */
  get used(): number {
    return this.#root.used;
  }

  /**
   * Takes a place.
   * @param path the networks of the caller, the widest first
   * @returns a function that gives it back, and does nothing when it's called again; undefined if the share of one of the networks is used up
   */
  take(path: readonly string[]): (() => void) | undefined {
    let share: Share | undefined = this.#root;
    let places = this.#places;
    for (const name of path) {
      const free: number = places - (share?.used ?? 0);
      share = share?.parts.get(name);
      if ((share?.used ?? 0) >= free) return undefined;
      // The most that this network can use while it's the only one.
      places = Math.ceil(places / 2);
    }
    this.#count(path, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#count(path, -1);
      isTaken = false;
    };
  }

  #count(path: readonly string[], change: 1 | -1): void {
    let share = this.#root;
    share.used += change;
    for (const name of path) {
      let part = share.parts.get(name);
      if (!part) share.parts.set(name, (part = newShare()));
      part.used += change;
      if (part.used === 0) share.parts.delete(name);
      share = part;
    }
  }
}
