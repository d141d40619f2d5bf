import type { ContentAtCaret } from './text-format.js';

/** The undo history of a field. The browser keeps none for a text that a script renders. */
export class EditHistory {
  #entries: ContentAtCaret[] = [{ content: '', caret: 0 }];
  #index = 0;

  /** Replaces the history with this entry. */
  reset(entry: ContentAtCaret): void {
    this.#entries = [entry];
    this.#index = 0;
  }

  /** Adds an entry after the current one and drops everything that could be redone. */
  push(entry: ContentAtCaret): void {
    this.#entries.length = ++this.#index;
    this.#entries.push(entry);
  }

  /** Moves to the previous entry and returns it, or undefined at the first one. */
  undo(): ContentAtCaret | undefined {
    return this.#move(-1);
  }

  /** Moves to the next entry and returns it, or undefined at the last one. */
  redo(): ContentAtCaret | undefined {
    return this.#move(1);
  }

  #move(by: -1 | 1): ContentAtCaret | undefined {
    const entry = this.#entries[this.#index + by];
    if (entry) this.#index += by;
    return entry;
  }
}
