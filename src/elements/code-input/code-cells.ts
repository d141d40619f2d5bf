import type { FieldEditor } from '../control/field-editor.js';

/** The element that shows the cells. */
export interface CellsHost extends HTMLElement {
  /** The number of cells. */
  readonly length: number;
}

/** Milliseconds after the last key until the caret blinks. */
const BLINK_DELAY = 500;

/** Shows the characters of an input in cells, and moves the caret from cell to cell. */
export class CodeCells {
  readonly #host: CellsHost;
  readonly #editor: FieldEditor;
  #frame = 0;
  #blinkTimer: ReturnType<typeof setTimeout> | undefined;
  /** The selection at the last `update`, which has scheduled its drawing. */
  #scheduledStart: number | null = 0;
  #scheduledEnd: number | null = 0;

  constructor(host: CellsHost, editor: FieldEditor) {
    this.#host = host;
    this.#editor = editor;
  }

  /** Follows the selection until the signal aborts. */
  connect(signal: AbortSignal): void {
    const host = this.#host;
    // Chromium fires `selectionchange` only on the document, and Firefox only inside the shadow root.
    for (const type of ['selectionchange', 'select', 'focusin', 'click']) {
      host.shadowRoot!.addEventListener(type, this.#handleSelection, { signal });
    }
    host.ownerDocument.addEventListener('selectionchange', this.#handleSelection, { signal });
    // The input's transparent text isn't aligned with the cells, so it could only be dragged by accident.
    host.addEventListener('dragstart', event => event.preventDefault(), { signal });
    // A pending timer would keep a removed element in memory.
    signal.addEventListener('abort', () => clearTimeout(this.#blinkTimer));
  }

  #handleSelection = (event: Event): void => {
    const { type } = event;
    const { input } = this.#editor;
    if (type === 'selectionchange') {
      // After most keys, `update` has already scheduled the drawing of this selection.
      const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;
      if (isScheduled || !this.#editor.isFocused) return;
    } else if (input && event.target === input) {
      if (type === 'focusin') {
        // WebKit selects the whole text after the focus came by Tab. This listener hears only the next `keyup`, which is then that
        // of Tab: a permanent one would cost time with every key.
        input.addEventListener('keyup', this.#handleSelection, { once: true });
      }
      if (type === 'click' || type === 'focusin' || (event as KeyboardEvent).code === 'Tab') {
        this.#editor.moveCaret(type === 'click' ? this.#cellAt(event as MouseEvent) : this.#host.length);
      }
    }
    this.update();
  };

  /** Returns the index of the clicked cell, or the number of cells for a click after the last cell or on the label above. */
  #cellAt({ clientX, clientY }: MouseEvent): number {
    const { length } = this.#host;
    const index = this.#cells.findIndex(cell => clientX < cell.getBoundingClientRect().right);
    return index < 0 || clientY < this.#editor.input!.getBoundingClientRect().top ? length : index;
  }

  get #cells(): HTMLElement[] {
    return [...this.#host.shadowRoot!.querySelectorAll<HTMLElement>('[part="cell"]')];
  }

  /** Moves the caret for an arrow key, Home and End, and prepares the selection for a deletion. */
  handleKey(event: KeyboardEvent): void {
    const input = this.#editor.input!;
    const { length } = this.#host;
    const start = input.selectionStart!;
    const end = input.selectionEnd!;
    /** Whether more than the character of the active cell is selected. */
    const isRange = end - start > 1;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!isRange) {
      // For these keys, the selection of one cell becomes a caret. With a selection, some browsers send `deleteContentBackward` for Delete too,
      // and Ctrl+Backspace would delete only this character.
      if (event.key === 'Delete') input.setSelectionRange(start, start);
      else if (event.key === 'Backspace' && hasModifier) input.setSelectionRange(end, end);
    }
    const active = Math.min(start, length - 1);
    const target = {
      ArrowLeft: isRange ? active : active - 1,
      ArrowRight: isRange ? end : active + 1,
      Home: 0,
      End: length,
    }[event.key];
    // With a modifier, the browser moves the caret. Its new position is known when the key is released.
    if (hasModifier || event.shiftKey) input.addEventListener('keyup', this.#handleSelection, { once: true });
    else if (target !== undefined) {
      event.preventDefault();
      this.#editor.moveCaret(Math.max(0, target));
      this.update();
    }
  }

  /** Selects what the next edit replaces: the character at the caret, or a whole rejected code. Draws the cells with the next frame. */
  update(): void {
    const { input } = this.#editor;
    if (!input) return;
    const start = input.selectionStart!;
    // A key or a script leaves a caret, and so does WebKit after a click on the selection.
    if (start === input.selectionEnd) this.#editor.moveCaret(start);
    this.#scheduledStart = start;
    this.#scheduledEnd = input.selectionEnd;
    // Drawing at once would make the browser compute style and layout twice for a key.
    if (!this.#frame) this.#frame = requestAnimationFrame(this.draw);
  }

  /** Draws the cells. It uses no Lit template, because it runs with every key. */
  draw = (): void => {
    this.#frame = 0;
    const { input, content, isFocused } = this.#editor;
    const start = Math.min(input!.selectionStart!, this.#host.length - 1);
    const end = isFocused ? Math.max(input!.selectionEnd!, start + 1) : 0;
    // An animation that starts anew in the next cell makes up most of a key's style computation, so it waits for a pause.
    clearTimeout(this.#blinkTimer);
    if (this.#host.isConnected)
      this.#blinkTimer = setTimeout(() => {
        for (const cell of this.#cells) cell.toggleAttribute('data-blinking', cell.hasAttribute('data-active'));
      }, BLINK_DELAY);
    this.#cells.forEach((cell, index) => {
      const character = content[index] ?? '';
      if (cell.textContent !== character) cell.textContent = character;
      cell.toggleAttribute('data-filled', !!character);
      cell.toggleAttribute('data-active', index >= start && index < end);
      cell.removeAttribute('data-blinking');
    });
  };
}
