/** The functions that want to be called with each value. */
export class Observers<T> {
  readonly #observers = new Set<(value: T) => void>();

  get isEmpty(): boolean {
    return !this.#observers.size;
  }

  add(observer: (value: T) => void): void {
    this.#observers.add(observer);
  }

  delete(observer: (value: T) => void): void {
    this.#observers.delete(observer);
  }

  clear(): void {
    this.#observers.clear();
  }

  /**
   * Calls every observer. Those that are added meanwhile are not called, those that are removed meanwhile neither.
   * An error that one of them throws is reported to the page (`window.onerror`) and keeps no other from being called.
   */
  notify(value: T): void {
    for (const observer of [...this.#observers]) {
      try {
        if (this.#observers.has(observer)) observer(value);
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
