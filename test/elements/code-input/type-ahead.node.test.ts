// Which keys count as typed ahead. What the field does with them afterwards is in type-ahead.test.ts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TypeAhead } from '../../../src/elements/code-input/type-ahead.js';

function typedAhead() {
  const input = new EventTarget();
  const typeAhead = new TypeAhead();
  const press = (...keys: (object | string)[]) => {
    for (const key of keys)
      input.dispatchEvent(Object.assign(new Event('keydown'), typeof key === 'string' ? { key } : key));
  };
  const field = input as HTMLInputElement;
  return { typeAhead, press, begin: () => typeAhead.begin(field), end: () => typeAhead.end(field) };
}

test('Backspace takes away the last character alone, and nothing from an empty text', () => {
  const { typeAhead, press, begin } = typedAhead();
  begin();
  press('1', '2', '3', '4', 'Backspace');
  assert.equal(typeAhead.text, '123');
  press('Backspace', 'Backspace', 'Backspace', 'Backspace', '5');
  assert.equal(typeAhead.text, '5');
});

test('keys with a name, shortcuts, a key that is held down, and a keydown of autofill, which has no key, do not count', () => {
  const { typeAhead, press, begin } = typedAhead();
  begin();
  press('ArrowLeft', 'Tab', {}, { key: '1', repeat: true });
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) press({ key: 'v', [modifier]: true });
  assert.equal(typeAhead.text, '');
});

test('keys count between begin and end, and each begin starts with nothing', () => {
  const { typeAhead, press, begin, end } = typedAhead();
  press('1');
  begin();
  press('2');
  assert.equal(end(), '2');
  press('3');
  assert.equal(typeAhead.text, '');
  begin();
  press('4');
  assert.equal(typeAhead.text, '4');
});
