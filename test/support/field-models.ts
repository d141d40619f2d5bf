// Reference models of phone-input and code-input, for tests that generate sequences of actions. They implement
// docs/behaviour/inputs.md differently from src/, to be easy to read and not fast. They know nothing about events: an action
// comes in, and what a person should see afterwards comes out.
import { sanitizeCode } from '../../src/core/code.js';

/** What a person sees of a field, and its value. */
export interface Snapshot {
  readonly value: string;
  readonly text: string;
  readonly selection: readonly [start: number, end: number];
}

interface HistoryEntry {
  readonly content: string;
  readonly caret: number;
}

export abstract class FieldModel {
  content = '';
  anchor = 0;
  focus = 0;
  clipboard: string;
  #history: HistoryEntry[] = [{ content: '', caret: 0 }];
  #historyIndex = 0;

  constructor(clipboard: string) {
    this.clipboard = clipboard;
  }

  protected abstract get text(): string;
  protected abstract get value(): string;
  /** The selection that shows a caret after this many characters of the content. */
  protected abstract selectionAt(caret: number): readonly [anchor: number, focus: number];
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

  /** The mouse button is pressed before a character of the text, and released before this or another one. */
  drag(from: number, to: number): void {
    this.select(from, to);
  }

  /** The mouse button is pressed and released at one place. With Shift, the selection is extended to it. */
  click(offset: number, hasShift = false): void {
    this.drag(hasShift ? this.anchor : offset, offset);
  }

  /** A keyboard sends a text in one piece. */
  commit(text: string): void {
    this.insert(text);
  }

  /** A text that was dragged from elsewhere is dropped before a character. */
  drop(offset: number, text: string): void {
    this.select(offset);
    this.insert(text);
  }

  /** A composition ends with a text, or with none, which deletes the selection that it began with. */
  compose(text: string): void {
    const [start, end] = this.selection;
    if (text) this.insert(text);
    else if (start !== end) this.erase('cut');
  }

  /** During a composition, the text is the browser's, and the value is as if the composition ended now. */
  composing(text: string): Omit<Snapshot, 'selection'> {
    const [start, end] = this.selection;
    const { content, anchor, focus } = this;
    const [history, index] = [[...this.#history], this.#historyIndex];
    const shown = this.text.slice(0, start) + text + this.text.slice(end);
    this.insert(text);
    const { value } = this;
    Object.assign(this, { content, anchor, focus });
    [this.#history, this.#historyIndex] = [history, index];
    return { value, text: shown };
  }

  protected select(anchor: number, focus = anchor): void {
    this.anchor = anchor;
    this.focus = focus;
  }

  protected change(content: string, caret: number): void {
    if (content !== this.content) {
      this.#history.length = ++this.#historyIndex;
      this.#history.push({ content, caret });
    }
    this.content = content;
    this.select(...this.selectionAt(caret));
  }

  /** Changes nothing, except that the direction of a selection is forgotten. */
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
      const entry = this.#history[this.#historyIndex + (key === 'Control+z' ? -1 : 1)];
      if (!entry) return;
      this.#historyIndex = this.#history.indexOf(entry);
      this.content = entry.content;
      this.select(...this.selectionAt(entry.caret));
    } else if (key === 'Control+x') {
      if (start === end) return;
      this.clipboard = this.text.slice(start, end);
      this.erase('cut');
    } else if (key === 'Shift+ArrowLeft') this.select(this.anchor, Math.max(0, this.focus - 1));
    else if (key === 'Shift+ArrowRight') this.select(this.anchor, Math.min(this.text.length, this.focus + 1));
    else this.move(key);
  }
}

/** The display form, as far as there are digits for it. */
const PATTERN = '+7 (###) ###-##-##';

/**
 * The content is the national digits, `'` and a dropped prefix after them; or a number that isn't taken, as it is shown.
 */
export class PhoneModel extends FieldModel {
  /** An international prefix can become the beginning of a national number only when a digit before it is deleted. */
  static #isShownAsTyped = (content: string): boolean => /^(\+.*|\d{11,}|(810|00)\d*)$/.test(content);

  /** What the field keeps of a number, with a plus or without. */
  static #keep(number: string): string {
    const international = number.replace(/^(810|00)(?=\d)/, '+');
    if (/^\+(?!7\d)/.test(international)) return international;
    const national = international.replace(/^\+7(?=(\d{0,9}$|[346789]))/, '').replace(/^7(?=[346789]\d{9,}$)/, '');
    const kept = national.replace(/^8(?=[346789]\d{9,}$)/, '');
    return /^\d{0,10}$/.test(kept) ? kept : international;
  }

  /** The first number in a text, without separators; `''` if there is none. */
  static #find(text: string): string {
    const [number] = /\+?[\s()-]*\d[\d\s()-]*/.exec(text) ?? [''];
    return number.replace(/[\s()-]/g, '');
  }

  /** What the field keeps of a text that comes in one piece; `''` for nothing. */
  static #read(text: string): string {
    if (text.trim() === '+') return '+';
    return PhoneModel.#keep(PhoneModel.#find(text));
  }

  get #digits(): string {
    return this.content.replace(/'.*/, '');
  }

  get text(): string {
    const content = this.#digits;
    if (!content || PhoneModel.#isShownAsTyped(content)) return content;
    const digits = Array.from(content);
    let text = '';
    for (const character of PATTERN) {
      if (digits.length === 0) break;
      text += character === '#' ? digits.shift()! : character;
    }
    return text;
  }

  get value(): string {
    const digits = this.#digits;
    return digits.length === 10 && !PhoneModel.#isShownAsTyped(digits) ? `7${digits}` : '';
  }

  /** The number of characters of the content before an offset in the text. */
  #before(offset: number): number {
    if (PhoneModel.#isShownAsTyped(this.#digits)) return offset;
    return Array.from(PATTERN.slice(0, offset)).filter(character => character === '#').length;
  }

  protected selectionAt(caret: number): readonly [number, number] {
    if (!this.content) return [0, 0];
    if (PhoneModel.#isShownAsTyped(this.#digits)) return [caret, caret];
    let offset = 4;
    while (this.#before(offset) < caret) offset++;
    return [offset, offset];
  }

  protected insert(text: string): void {
    const [start, end] = this.selection;
    if (this.text.slice(start, end) === text) {
      this.select(end);
      return;
    }
    const [content, prefix = ''] = this.content.split("'") as [string, string?];
    const isAsTyped = PhoneModel.#isShownAsTyped(content);
    let [from, to] = [this.#before(start), this.#before(end)];
    if (content.startsWith('+') && to < content.length) [from, to] = [Math.max(1, from), Math.max(1, to)];
    // Digits after a plus, the code of another country or an international prefix continue that number, up to 15 digits.
    const number = PhoneModel.#find(text);
    if (from > 0 && content.slice(0, from) !== '+7' && !prefix && number && !number.startsWith('+')) {
      const continued = PhoneModel.#keep(content.slice(0, from) + number + content.slice(to));
      if (/^\+\d{0,15}$/.test(continued)) {
        this.change(continued, continued.length - (content.length - to));
        return;
      }
    }
    const inserted = PhoneModel.#read(text);
    const isPlusHere = from === 0 && (to === content.length || isAsTyped);
    if (!inserted || (inserted === '+' && !isPlusHere)) {
      this.refuse();
      return;
    }
    if (text.length > 1 && (/^\d{10}$/.test(inserted) || PhoneModel.#isShownAsTyped(inserted))) {
      this.change(inserted, inserted.length);
      return;
    }
    const next = content.slice(0, from) + inserted + content.slice(to);
    let kept = PhoneModel.#keep(next);
    if (prefix && next.length > 10) kept = prefix + next;
    else if (!isAsTyped && next.length <= 10 && from < 2) kept = PhoneModel.#keep(next.replace(/^[78](?=9)/, ''));
    if (kept.replace('+', '').length > 20) {
      this.refuse();
      return;
    }
    this.#replace(next, kept, content.length - to);
  }

  /** Makes `kept` the content, with the prefix that it lacks of `next`. The caret comes before the last `after` characters. */
  #replace(next: string, kept: string, after: number): void {
    const caret = Math.max(0, kept.length - after);
    const isDropped = next.length > 10 && next[0] !== '+' && /^\d{10}$/.test(kept);
    if (kept === this.#digits) this.change(this.content, caret);
    else this.change(isDropped ? `${kept}'${next.slice(0, -10)}` : kept, caret);
  }

  protected erase(key: 'Backspace' | 'Delete' | 'cut'): void {
    const [start, end] = this.selection;
    const content = this.#digits;
    let [from, to] = [this.#before(start), this.#before(end)];
    if (start === end) {
      if (key === 'Backspace' ? start === 0 : start === this.text.length) return;
      if (key === 'Backspace') from = Math.max(0, from - 1);
      else to = Math.min(content.length, to + 1);
    }
    if (content.startsWith('+') && to < content.length) [from, to] = [Math.max(1, from), Math.max(1, to)];
    const next = content.slice(0, from) + content.slice(to);
    const kept = PhoneModel.#isShownAsTyped(content) ? PhoneModel.#keep(next) : next;
    this.#replace(next, kept, content.length - to);
  }
}

/** Six digits. */
export class CodeModel extends FieldModel {
  get text(): string {
    return this.content;
  }

  get value(): string {
    return this.content;
  }

  protected selectionAt(caret: number): readonly [number, number] {
    return [caret, Math.min(caret + 1, Math.max(caret, this.content.length))];
  }

  override press(key: string): void {
    super.press(key);
    this.#selectFilledCell();
  }

  /** Here the offsets are cells. The cell in which the button is released counts, wherever it was pressed. */
  override drag(_from: number, to: number): void {
    this.select(...this.selectionAt(Math.min(to, this.content.length)));
  }

  override commit(text: string): void {
    super.commit(text);
    this.#selectFilledCell();
  }

  override drop(offset: number, text: string): void {
    super.drop(offset, text);
    this.#selectFilledCell();
  }

  override compose(text: string): void {
    super.compose(text);
    this.#selectFilledCell();
  }

  /** A caret before a filled cell selects its character. */
  #selectFilledCell(): void {
    if (this.anchor === this.focus) this.select(...this.selectionAt(this.anchor));
  }

  protected override move(key: string): void {
    const [start, end] = this.selection;
    const isRange = end - start > 1;
    const cell = Math.min(start, 5);
    const target = { ArrowLeft: isRange ? cell : cell - 1, ArrowRight: isRange ? end : cell + 1, Home: 0, End: 6 }[
      key
    ]!;
    this.select(...this.selectionAt(Math.max(0, Math.min(target, this.content.length))));
  }

  protected insert(text: string): void {
    const [start, end] = this.selection;
    const code = sanitizeCode(text, { length: 6, alphabet: 'digits' });
    if (!code) {
      this.refuse();
      return;
    }
    if (code.length === 6) {
      this.change(code, 6);
      return;
    }
    const cell = Math.min(start, 5);
    const rest = this.content.slice(Math.max(end, cell + code.length));
    this.change((this.content.slice(0, cell) + code + rest).slice(0, 6), Math.min(cell + code.length, 6));
  }

  protected erase(key: 'Backspace' | 'Delete' | 'cut'): void {
    const [start, end] = this.selection;
    const without = (from: number, to: number) => this.content.slice(0, from) + this.content.slice(to);
    if (end > start)
      this.change(without(start, end), key === 'Backspace' && end - start === 1 ? Math.max(0, start - 1) : start);
    else if (key === 'Backspace' && start > 0) this.change(without(start - 1, start), start - 1);
  }
}
