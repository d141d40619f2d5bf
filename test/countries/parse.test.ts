// parsePhone, and the spellings of countries that pages write.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import '../../src/countries/all.js';
import { parsePhone } from '../../src/countries/parse.js';

test('a number is read nationally in its region, with its trunk prefix', () => {
  assert.deepEqual(parsePhone('8 029 123-45-67', 'by'), {
    region: 'BY',
    digits: '375291234567',
    national: '291234567',
    text: '+375 29 123-45-67',
    isComplete: true,
  });
});

test('without a region, digits are read as E.164, with or without a plus', () => {
  for (const text of ['+375 29 123-45-67', '375291234567', 'tel:+375-29-123-45-67'])
    assert.deepEqual([parsePhone(text).region, parsePhone(text).digits], ['BY', '375291234567'], text);
});

test('an incomplete number has no digits, and no region while several are possible', () => {
  assert.deepEqual(parsePhone('+375 29 12'), {
    region: 'BY',
    digits: '',
    national: '2912',
    text: '+375 29 12',
    isComplete: false,
  });
  assert.equal(parsePhone('+7').region, '');
  assert.deepEqual(parsePhone('nobody', 'by'), { region: '', digits: '', national: '', text: '', isComplete: false });
});

test('a region that is not imported is left out, and what is no text is refused', () => {
  assert.equal(parsePhone('+375291234567', 'xx').region, 'BY');
  assert.throws(() => parsePhone(375291234567 as unknown as string), TypeError);
});

test('the text of a complete number is the same number, whatever is read', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\+?[\d ()-]{1,25}$/),
      fc.constantFrom('', 'ru', 'by', 'us', 'ar'),
      (text, region) => {
        const parsed = parsePhone(text, region);
        assert.equal(parsed.isComplete, parsed.digits !== '');
        if (!parsed.isComplete) return;
        assert.match(parsed.digits, /^\d{7,15}$/);
        assert.equal(parsed.text.replace(/\D/g, ''), parsed.digits);
        assert.deepEqual(parsePhone(parsed.text), parsed);
      },
    ),
  );
});
