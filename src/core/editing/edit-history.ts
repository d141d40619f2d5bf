import type { ContentAtCaret } from './text-format.js';

/** Undo and redo of a field. The browser keeps no history of a text that a script renders. */
export class EditHistory {
  #entries: ContentAtCaret[] = [{ content: '', caret: 0 }];
  #index = 0;

  /** Begins anew: there is nothing before this entry. */
  reset(entry: ContentAtCaret): void {
    this.#entries = [entry];
    this.#index = 0;
  }

  /** Adds an entry behind the current one. What could be redone is gone. */
  push(entry: ContentAtCaret): void {
    this.#entries.length = ++this.#index;
    this.#entries.push(entry);
  }

  /** The entry before, which becomes the current one; undefined at the first. */
  undo(): ContentAtCaret | undefined {
    return this.#move(-1);
  }

  /** The entry behind, which becomes the current one; undefined at the last. */
  redo(): ContentAtCaret | undefined {
    return this.#move(1);
  }

  #move(by: -1 | 1): ContentAtCaret | undefined {
    const entry = this.#entries[this.#index + by];
    if (entry) this.#index += by;
    return entry;
  }
}
