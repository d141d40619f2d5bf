import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createCodeFormat } from '../../../src/core/editing/code-format.js';
import { EditHistory } from '../../../src/core/editing/edit-history.js';
import { defaultCountry } from '../../../src/core/default-country.js';
import { createPhoneFormat } from '../../../src/core/editing/phone-format.js';
import {
  applyTextChange,
  findEditStart,
  type TextFormat,
  type TextRange,
} from '../../../src/core/editing/text-format.js';
import { CodeModel, PhoneModel } from '../../support/field-models.js';

test('an insertion, a deletion and a replacement begin where they differ', () => {
  assert.equal(findEditStart('ab', 'axb', 2, 1), 1);
  assert.equal(findEditStart('abc', 'ac', 1, 1), 1);
  assert.equal(findEditStart('abcd', 'axd', 2, 1), 1);
});

test('an insertion begins at the selection, even if equal characters follow it', () => {
  assert.equal(findEditStart('11', '111', 2, 1), 1);
  assert.equal(findEditStart('11', '111', 1, 0), 0);
});

test('an insertion of equal characters ends at the caret if the selection is not known', () => {
  assert.equal(findEditStart('11', '111', 1, Infinity), 0);
});

test('a change that no edit at the caret explains is a replacement of the whole text', () => {
  assert.equal(findEditStart('916', '+79161234567', 3, 3), -1);
});

test('any edit is found: the text around it is unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.string(), (before, a, b, inserted) => {
      const [start, end] = [a % (before.length + 1), b % (before.length + 1)].sort((x, y) => x - y) as [number, number];
      const after = before.slice(0, start) + inserted + before.slice(end);
      const caret = start + inserted.length;
      const found = findEditStart(before, after, caret, start);
      assert.ok(found >= 0 && found <= start);
      const foundEnd = before.length - after.length + caret;
      assert.equal(before.slice(0, found) + after.slice(found, caret) + before.slice(foundEnd), after);
    }),
  );
});

const phone = createPhoneFormat(defaultCountry);

for (const inputType of ['', 'insertReplacementText', 'insertFromAutofill']) {
  test(`a replacement of the whole text is parsed as such, inputType '${inputType}'`, () => {
    const after = '89161234567';
    const change = { before: '+7 (903', after, caret: after.length, selectionBefore: [7, 7] as const, inputType };
    assert.deepEqual(applyTextChange(phone, '903', change), { content: '9161234567', caret: 10 });
    assert.equal(applyTextChange(phone, '903', { ...change, after: 'нет', caret: 3 }), null);
  });
}

test('autofill that replaces only the start of the text is not mistaken for typing', () => {
  const change = { before: '+7 (9', after: '8 916 123-45-67', caret: 15, selectionBefore: [0, 5] as const };
  assert.deepEqual(applyTextChange(phone, '9', { ...change, inputType: '' }), { content: '9161234567', caret: 10 });
});

for (const inputType of ['', 'insertReplacementText']) {
  test(`a part of a number that arrives as a whole keeps its first 8, inputType '${inputType}'`, () => {
    const change = { before: '', after: '8 916', caret: 5, selectionBefore: [0, 0] as const, inputType };
    assert.deepEqual(applyTextChange(phone, '', change), { content: '8916', caret: 4 });
    assert.deepEqual(applyTextChange(phone, '', { ...change, inputType: 'insertText' }), { content: '916', caret: 3 });
  });
}

/** Types as a script does: each key is appended to the text, and the `input` event has no `inputType`. */
function append(format: TextFormat, keys: readonly string[]): string {
  let content = '';
  for (const key of keys) {
    const before = format.format(content);
    const after = before + key;
    const selectionBefore = [999, 999] as const;
    const change = { before, after, caret: after.length, selectionBefore, inputType: '' };
    content = applyTextChange(format, content, change)?.content ?? content;
  }
  return format.toValue(content);
}

for (const keys of ['+79161234567', '79161234567', '89161234567', '9161234567', '88005553535', '8005553535'])
  test(`${keys}, appended key by key without an inputType, is what typing gives`, () => {
    assert.equal(append(phone, Array.from(keys)), keys.includes('916') ? '79161234567' : '78005553535');
  });

test('a number that is appended in pieces without an inputType', () => {
  assert.equal(append(phone, ['+7', '916', '1234567']), '79161234567');
  assert.equal(append(phone, ['7', '9161234567']), '79161234567');
});

test('a code that arrives as a whole is doubtful if it is a guess', () => {
  const code = createCodeFormat({ length: 6, alphabet: 'digits' }, () => false);
  const change = (after: string) => ({ before: '', after, caret: after.length, selectionBefore: [0, 0] as const });
  assert.deepEqual(applyTextChange(code, '', { ...change('2026: 343 754'), inputType: '' }), {
    content: '202634',
    caret: 6,
    isDoubtful: true,
  });
  assert.deepEqual(applyTextChange(code, '', { ...change('343 754'), inputType: '' }), { content: '343754', caret: 6 });
});

test('the caret stays where a digit is deleted in the middle', () => {
  const change = { before: '+7 (916) 123', after: '+7 (916) 23', caret: 9, inputType: 'deleteContentBackward' };
  const next = applyTextChange(phone, '916123', { ...change, selectionBefore: [10, 10] });
  assert.deepEqual(next, { content: '91623', caret: 3 });
});

test('deleting a bracket deletes the digit before it, unless the bracket alone was selected', () => {
  const change = { before: '+7 (916) 123', after: '+7 (916 123', caret: 7, inputType: 'deleteContentBackward' };
  const next = (...selectionBefore: [number, number]) =>
    applyTextChange(phone, '916123', { ...change, selectionBefore });
  assert.deepEqual(next(8, 8), { content: '91123', caret: 2 });
  assert.deepEqual(next(7, 8), { content: '916123', caret: 3 });
});

test('a digit typed before everything becomes the first', () => {
  const change = { before: '+7 (916', after: '5+7 (916', caret: 1, selectionBefore: [0, 0] as const };
  const next = applyTextChange(phone, '916', { ...change, inputType: 'insertText' });
  assert.deepEqual(next, { content: '5916', caret: 1 });
});

/** A native input that takes keys, and does what a text control does after each `input` event. */
class FakeField {
  text = '';
  selection: TextRange = [0, 0];
  readonly #format: TextFormat;
  #content = '';
  readonly #history = new EditHistory();

  constructor(format: TextFormat) {
    this.#format = format;
  }

  get value(): string {
    return this.#format.toValue(this.#content);
  }

  press(key: string): void {
    const [start, end] = this.selection;
    const isCaret = start === end;
    if (key === 'undo' || key === 'redo') {
      const entry = this.#history[key]();
      if (entry) this.#render(entry.content, entry.caret);
    } else if (key === 'Backspace') {
      if (end > 0) this.#edit(isCaret ? start - 1 : start, end, '', 'deleteContentBackward');
    } else if (key === 'Delete') {
      if (!isCaret || start < this.text.length) this.#edit(start, isCaret ? end + 1 : end, '', 'deleteContentForward');
    } else this.#edit(start, end, key, key.length > 1 ? 'insertFromPaste' : 'insertText');
  }

  #edit(start: number, end: number, inserted: string, inputType: string): void {
    const before = this.text;
    const after = before.slice(0, start) + inserted + before.slice(end);
    if (after === before) {
      this.#render(this.#content, this.#format.countBefore(before, end));
      return;
    }
    const caret = start + inserted.length;
    const change = { before, after, caret, selectionBefore: this.selection, inputType };
    const next = applyTextChange(this.#format, this.#content, change);
    if (!next) return;
    if (next.content !== this.#content) this.#history.push(next);
    this.#render(next.content, next.caret);
  }

  #render(content: string, caret: number): void {
    this.#content = content;
    this.text = this.#format.format(content);
    this.selection = content || caret ? this.#format.toSelection(content, caret) : [0, 0];
  }
}

const KEYS = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...Array.from('0123456789')) },
  { weight: 3, arbitrary: fc.constantFrom('7', '8', '9', 'q') },
  { weight: 3, arbitrary: fc.constantFrom('Backspace', 'undo', 'redo') },
  { weight: 1, arbitrary: fc.constantFrom('8 (916) 123-45-67', '+7 903 111-22-33', '+44 20 7946 0958', '123-456') },
);

/** The eleventh digit shows the 8 again, and its deletion drops the 8 again. */
const DROPPED_TWICE = ['8', '6', '0', '123-456', '0', '7', '0', 'Backspace', '0'];

/** The eleventh digit drops the 7, and the rest begins with an international prefix. The twelfth digit shows the 7 again. */
const DROPPED_BEFORE_PREFIX = ['7', '8', '1', '0', '123-456', '0', '0'];

/** The browser places the caret, so both are told where. The tests of the elements cover the rest of the keyboard. */
for (const [name, format, Model] of [
  ['phone', phone, PhoneModel],
  ['code', createCodeFormat({ length: 6, alphabet: 'digits' }, () => false), CodeModel],
] as const) {
  test(`${name}: value, text and selection are those of the model after every key`, () => {
    fc.assert(
      fc.property(fc.array(KEYS, { maxLength: 40 }), keys => {
        const field = new FakeField(format);
        const model = new Model('');
        for (const key of keys) {
          field.press(key);
          if (key === 'undo' || key === 'redo') model.press(key === 'undo' ? 'Control+z' : 'Control+y');
          else if (key.length > 1 && key !== 'Backspace') model.commit(key);
          else model.press(key);
          const { value, text, selection } = field;
          assert.deepEqual({ value, text, selection }, model.snapshot, `after ${key}`);
        }
      }),
      {
        numRuns: 3000,
        examples: name === 'phone' ? [[DROPPED_TWICE], [DROPPED_BEFORE_PREFIX], [['0', '0', '8 (916) 123-45-67']]] : [],
      },
    );
  });
}
