/**
 * Keeps what is typed into an input while it can't be changed: docs/behaviour/inputs.md#typing-ahead. Keys still arrive
 * then, from a real keyboard: a virtual one closes over a read-only input.
 */
export class TypeAhead {
  /** What has been typed so far. */
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

  end(input: HTMLInputElement): void {
    input.removeEventListener('keydown', this.#handleKey);
  }
}
