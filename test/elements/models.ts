import { sanitizeCode } from '../../src/core/code.js';
import { readNational } from '../../src/core/phone.js';

/** What a person sees of a field, and what it is worth. */
export interface Snapshot {
  readonly value: string;
  readonly text: string;
  readonly selection: readonly [start: number, end: number];
}

interface Step {
  readonly state: string;
  readonly caret: number;
}

/**
 * A field as the inputs page describes it, written for being read and not for being fast. It knows nothing of events:
 * a key comes in, and what should be seen afterwards comes out.
 */
export abstract class FieldModel {
  state = '';
  anchor = 0;
  focus = 0;
  clipboard: string;
  #steps: Step[] = [{ state: '', caret: 0 }];
  #at = 0;

  constructor(clipboard: string) {
    this.clipboard = clipboard;
  }

  protected abstract get text(): string;
  protected abstract get value(): string;
  /** The selection that shows that so many characters of the state are before the caret. */
  protected abstract place(caret: number): readonly [anchor: number, focus: number];
  protected abstract insert(text: string): void;
  protected abstract erase(key: 'Backspace' | 'Delete' | 'cut'): void;
  protected move(key: string): void {
    const [start, end] = this.selection;
    const isRange = start !== end;
    if (key === 'ArrowLeft') this.select(isRange ? start : Math.max(0, start - 1));
    else if (key === 'ArrowRight') this.select(isRange ? end : Math.min(this.text.length, end + 1));
    else this.select(key === 'Home' ? 0 : this.text.length);
  }

  get selection(): readonly [number, number] {
    return [Math.min(this.anchor, this.focus), Math.max(this.anchor, this.focus)];
  }

  get snapshot(): Snapshot {
    return { value: this.value, text: this.text, selection: this.selection };
  }

  /** The mouse went down before a character of the text, and up before this or another one. */
  drag(from: number, to: number): void {
    this.select(from, to);
  }

  /** The same place twice; with Shift, what is selected ends there. */
  click(offset: number, hasShift = false): void {
    this.drag(hasShift ? this.anchor : offset, offset);
  }

  /** A text comes in one piece, from a keyboard. */
  commit(text: string): void {
    this.insert(text);
  }

  /** A text that was dragged from elsewhere comes down before a character. */
  drop(offset: number, text: string): void {
    this.select(offset);
    this.insert(text);
  }

  /** An input method is done: with a text, or with none, and then what was selected when it began is gone. */
  compose(text: string): void {
    const [start, end] = this.selection;
    if (text) this.insert(text);
    else if (start !== end) this.erase('cut');
  }

  /** In the middle of a composition: the text is the browser's, the value is what it would be at the end. */
  composing(text: string): Omit<Snapshot, 'selection'> {
    const [start, end] = this.selection;
    const { state, anchor, focus } = this;
    const [steps, at] = [[...this.#steps], this.#at];
    const shown = this.text.slice(0, start) + text + this.text.slice(end);
    this.insert(text);
    const { value } = this;
    Object.assign(this, { state, anchor, focus });
    [this.#steps, this.#at] = [steps, at];
    return { value, text: shown };
  }

  protected select(anchor: number, focus = anchor): void {
    this.anchor = anchor;
    this.focus = focus;
  }

  protected change(state: string, caret: number): void {
    if (state !== this.state) {
      this.#steps.length = ++this.#at;
      this.#steps.push({ state, caret });
    }
    this.state = state;
    this.select(...this.place(caret));
  }

  /** Nothing happens, but the direction of a selection is forgotten. */
  protected refuse(): void {
    this.select(...this.selection);
  }

  press(key: string): void {
    const [start, end] = this.selection;
    if (key.length === 1) this.insert(key);
    else if (key === 'Backspace' || key === 'Delete') this.erase(key);
    else if (key === 'Control+a') this.select(0, this.text.length);
    else if (key === 'Control+v') this.insert(this.clipboard);
    else if (key === 'Control+z' || key === 'Control+y') {
      const step = this.#steps[this.#at + (key === 'Control+z' ? -1 : 1)];
      if (!step) return;
      this.#at = this.#steps.indexOf(step);
      this.state = step.state;
      this.select(...this.place(step.caret));
    } else if (key === 'Control+x') {
      if (start === end) return;
      this.clipboard = this.text.slice(start, end);
      this.erase('cut');
    } else if (key === 'Shift+ArrowLeft') this.select(this.anchor, Math.max(0, this.focus - 1));
    else if (key === 'Shift+ArrowRight') this.select(this.anchor, Math.min(this.text.length, this.focus + 1));
    else this.move(key);
  }
}

/** `+7 (XXX) XXX-XX-XX`, as long as there are digits for it. */
const MASK = '+7 (###) ###-##-##';

export class PhoneModel extends FieldModel {
  get text(): string {
    if (!this.state) return '';
    const digits = [...this.state];
    let text = '';
    for (const character of MASK) {
      if (digits.length === 0) break;
      text += character === '#' ? digits.shift()! : character;
    }
    return text;
  }

  get value(): string {
    return this.state.length === 10 ? `7${this.state}` : '';
  }

  /** Digits of the number before a place in the text; the country's is none of them. */
  #digitsBefore(offset: number): number {
    return [...MASK.slice(0, offset)].filter(character => character === '#').length;
  }

  protected place(caret: number): readonly [number, number] {
    if (!this.state) return [0, 0];
    let offset = 4;
    while (this.#digitsBefore(offset) < caret) offset++;
    return [offset, offset];
  }

  protected insert(text: string): void {
    const [start, end] = this.selection;
    if (this.text.slice(start, end) === text) return this.select(end);
    const [from, to] = [this.#digitsBefore(start), this.#digitsBefore(end)];
    const digits = text.length > 1 ? readNational(text) : text.replace(/\D/g, '');
    if (!digits) return this.refuse();
    if (digits.length === 10) return this.change(digits, 10);
    let state = this.state.slice(0, from) + digits + this.state.slice(to);
    let caret = from + digits.length;
    const isTrunk =
      /^[78]/.test(state) && (state.length === 11 ? /^.[346789]/.test(state) : from < 2 && state[1] === '9');
    if (isTrunk) {
      state = state.slice(1);
      caret--;
    }
    if (state.length > 10) return this.refuse();
    this.change(state, caret);
  }

  protected erase(key: 'Backspace' | 'Delete' | 'cut'): void {
    const [start, end] = this.selection;
    let [from, to] = [this.#digitsBefore(start), this.#digitsBefore(end)];
    if (start === end) {
      if (key === 'Backspace' ? start === 0 : start === this.text.length) return;
      if (key === 'Backspace') from = Math.max(0, from - 1);
      else to = Math.min(this.state.length, to + 1);
    }
    this.change(this.state.slice(0, from) + this.state.slice(to), from);
  }
}

export class CodeModel extends FieldModel {
  get text(): string {
    return this.state;
  }

  get value(): string {
    return this.state;
  }

  protected place(caret: number): readonly [number, number] {
    return [caret, Math.min(caret + 1, Math.max(caret, this.state.length))];
  }

  override press(key: string): void {
    super.press(key);
    this.#settle();
  }

  /** Places are cells here: wherever the mouse came down, the cell counts where it went up. */
  override drag(_from: number, to: number): void {
    this.select(...this.place(Math.min(to, this.state.length)));
  }

  override commit(text: string): void {
    super.commit(text);
    this.#settle();
  }

  override drop(offset: number, text: string): void {
    super.drop(offset, text);
    this.#settle();
  }

  override compose(text: string): void {
    super.compose(text);
    this.#settle();
  }

  /** A caret before a filled cell is on it. */
  #settle(): void {
    if (this.anchor === this.focus) this.select(...this.place(this.anchor));
  }

  protected override move(key: string): void {
    const [start, end] = this.selection;
    const isRange = end - start > 1;
    const cell = Math.min(start, 5);
    const target = { ArrowLeft: isRange ? cell : cell - 1, ArrowRight: isRange ? end : cell + 1, Home: 0, End: 6 }[
      key
    ]!;
    this.select(...this.place(Math.max(0, Math.min(target, this.state.length))));
  }

  protected insert(text: string): void {
    const [start, end] = this.selection;
    const code = sanitizeCode(text, { length: 6, alphabet: 'digits' });
    if (!code) return this.refuse();
    if (code.length === 6) return this.change(code, 6);
    const cell = Math.min(start, 5);
    const rest = this.state.slice(Math.max(end, cell + code.length));
    this.change((this.state.slice(0, cell) + code + rest).slice(0, 6), Math.min(cell + code.length, 6));
  }

  protected erase(key: 'Backspace' | 'Delete' | 'cut'): void {
    const [start, end] = this.selection;
    const without = (from: number, to: number) => this.state.slice(0, from) + this.state.slice(to);
    if (end > start)
      this.change(without(start, end), key === 'Backspace' && end - start === 1 ? Math.max(0, start - 1) : start);
    else if (key === 'Backspace' && start > 0) this.change(without(start - 1, start), start - 1);
  }
}
