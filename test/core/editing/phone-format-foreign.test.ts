// Numbers of every other region, in every spelling and by every way into the field.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createPhoneFormat } from '../../../src/core/editing/phone-format.js';
import { applyTextChange } from '../../../src/core/editing/text-format.js';
import { defaultCountry } from '../../../src/core/default-country.js';
import { parsePhone } from '../../../src/core/phone.js';
import { AMBIGUOUS, foreignNumbers } from '../../support/foreign-numbers.js';

const format = createPhoneFormat(defaultCountry);

/** Changes the text of a field that shows `content`, as a browser reports it. */
const change = (content: string, inserted: string, inputType: string): string => {
  const before = format.format(content);
  const after = before + inserted;
  const end = [before.length, before.length] as const;
  const result = applyTextChange(format, content, {
    before,
    after,
    caret: after.length,
    selectionBefore: end,
    inputType,
  });
  return result ? result.content : content;
};

/** The ways by which a text comes into a field. Each returns the content. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  typed: text => Array.from(text).reduce((content, character) => change(content, character, 'insertText'), ''),
  appended: text => Array.from(text).reduce((content, character) => change(content, character, ''), ''),
  pasted: text => change('', text, 'insertFromPaste'),
  'pasted after digits': text => change('916', text, 'insertFromPaste'),
  autofilled: text => change('', text, ''),
  'set by a program': text => format.parse(text) ?? '',
};

for (const [way, enter] of Object.entries(WAYS)) {
  for (const prefix of ['+', '810', '00', '8~10']) {
    test(`a foreign number after ${prefix}, ${way}, has no value, keeps its digits and is refused`, () => {
      for (const [region, digits] of foreignNumbers) {
        const content = enter(prefix + digits);
        assert.equal(content, `+${digits}`, region);
        assert.equal(format.toValue(content), '', region);
        assert.equal(format.toProblem!(content), 'badInput', region);
        assert.equal(parsePhone(prefix + digits), null, region);
      }
    });
  }
}

for (const way of ['typed', 'appended', 'pasted', 'autofilled', 'set by a program']) {
  test(`a bare foreign number, ${way}, has no value and keeps its digits, except for the ambiguous ones`, () => {
    const valued: string[] = [];
    for (const [region, digits] of foreignNumbers) {
      const content = WAYS[way]!(digits);
      if (format.toValue(content)) valued.push(region);
      else if (content.length > 10) assert.equal(content, digits, region);
    }
    assert.deepEqual(valued, [...AMBIGUOUS]);
  });
}
