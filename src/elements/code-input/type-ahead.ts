/**
 * Keeps what is typed into a read-only input while its code is being checked: docs/behaviour/inputs.md#typing-ahead. A physical keyboard
 * still sends keys then. A virtual one closes.
 */
export class TypeAhead {
  /** The keys typed so far, or the code of an SMS that arrived later. The text isn't parsed yet. */
  text = '';

  readonly #handleKey = (event: KeyboardEvent): void => {
    // Chromium's autofill sends a keydown without `key`.
    const { key = '', repeat, ctrlKey, metaKey, altKey } = event as Partial<KeyboardEvent>;
    if (key === 'Backspace') this.text = this.text.slice(0, -1);
    // A key that completes a code is often still held down while the code is being checked.
    else if (key.length === 1 && !repeat && !ctrlKey && !metaKey && !altKey) this.text += key;
  };

  /** Begins with an empty text. */
  begin(input: HTMLInputElement): void {
    this.text = '';
    input.addEventListener('keydown', this.#handleKey);
  }

  /** Stops, and empties `text`. Returns what it was. */
  end(input: HTMLInputElement): string {
    input.removeEventListener('keydown', this.#handleKey);
    const { text } = this;
    this.text = '';
    return text;
  }
}
