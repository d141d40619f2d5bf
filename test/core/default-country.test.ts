import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultCountry, type NumberingPlan } from '../../src/core/default-country.js';
import { dropTypedPrefix, formatNationalDigits, readPhone, toPhoneContent } from '../../src/core/phone.js';
import { createPhoneFormat } from '../../src/core/editing/phone-format.js';

/** Differs from Russia in every respect: a long country code, a two-digit trunk prefix, another length and pattern. */
const belarus: NumberingPlan = {
  countryCode: '375',
  trunkPrefix: '80',
  internationalPrefix: /^(810|00)(?=\d)/,
  nationalLength: 9,
  firstDigits: '1234',
  mobileFirstDigits: '234',
  pattern: '+375 ## ###-##-##',
};

for (const [name, plan] of Object.entries({ defaultCountry, belarus })) {
  test(`${name}: pattern, country code and length agree`, () => {
    assert.equal(plan.pattern.split('#').length - 1, plan.nationalLength);
    assert.equal(plan.pattern.slice(0, plan.pattern.indexOf('#')).replace(/\D/g, ''), plan.countryCode);
    for (const digit of plan.mobileFirstDigits) assert.ok(plan.firstDigits.includes(digit));
  });
}

for (const [text, national] of [
  ['+375 29 123-45-67', '291234567'],
  ['375291234567', '291234567'],
  ['8 029 123-45-67', '291234567'],
  ['29 123 45 67', '291234567'],
  ['+7 916 123-45-67', '+79161234567'],
  ['+375 29', '29'],
  ['29 123 45 67 8', '2912345678'],
  ['810 375 29 123-45-67', '291234567'],
  ['+37', '+37'],
] as const) {
  test(`another plan, bulk input: ${text} is ${national}`, () => {
    assert.equal(readPhone(text, belarus), national);
  });
}

test('another plan, typing', () => {
  assert.equal(dropTypedPrefix('802', 2, belarus), '2');
  assert.equal(dropTypedPrefix('3752', 3, belarus), '2');
  assert.equal(dropTypedPrefix('80', 1, belarus), '80');
  assert.equal(toPhoneContent('80291234567', belarus), '291234567');
  assert.equal(toPhoneContent('2912345678', belarus), '2912345678');
});

test('another plan, display form and value', () => {
  const format = createPhoneFormat(belarus);
  assert.equal(formatNationalDigits('2912345', belarus), '+375 29 123-45');
  assert.equal(format.toValue('291234567'), '375291234567');
  assert.equal(format.toValue('29123456'), '');
  assert.deepEqual(format.toSelection('291234567', 0), [5, 5]);
  assert.equal(format.countBefore('+375 29 123-45-67', 8), 2);
  assert.deepEqual(
    format.edit('29123456', { start: 8, end: 8, inserted: '7', inputType: 'insertText', hadSelection: false }),
    { content: '291234567', caret: 9 },
  );
});

test('no other source spells out a display form or placeholder', () => {
  const src = fileURLToPath(new URL('../../src/', import.meta.url));
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('default-country.ts')) continue;
    // Comments that document the display form may show it.
    const code = readFileSync(path.join(src, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(code, /\+7 \(/, file);
  }
});
