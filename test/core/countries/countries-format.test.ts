import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { randomMobiles, Field, formatOf, plans } from '../../support/countries.js';

const typed = (text: string, region: string, regions?: readonly string[]) => {
  const format = formatOf(region, regions);
  const field = new Field(format).type(text);
  return {
    text: field.text,
    value: field.value,
    region: format.regionOf(field.content),
    state: format.read(field.content).state,
  };
};

for (const [text, shown, value] of [
  ['29 123 45 67', '+375 29 123-45-67', '375291234567'],
  ['8 029 123-45-67', '+375 29 123-45-67', '375291234567'], // the trunk prefix
  ['375291234567', '+375 29 123-45-67', '375291234567'], // its own code
  ['+375 29 123-45-67', '+375 29 123-45-67', '375291234567'],
  ['8', '+375 8', ''],
  ['81', '+375 81', ''],
  ['810', '810', ''], // an international prefix, or the beginning of a number
  ['8107', '+7', ''],
  ['8~10 7 916 123-45-67', '+7 (916) 123-45-67', '79161234567'],
  ['00 7 701 234 56 78', '+7 (701) 234-56-78', '77012345678'],
  ['79161234567', '+7 (916) 123-45-67', '79161234567'], // the code of another country that is taken
  ['+', '+', ''],
  ['+37', '+37', ''],
  ['+7', '+7', ''],
  ['+48 512 345 678', '+48512345678', ''],
  ['2912345678', '2912345678', ''],
] as const) {
  test(`Belarus, Russia and Kazakhstan: ${text} is shown as ${shown}`, () => {
    const result = typed(text, 'BY', ['BY', 'RU', 'KZ']);
    assert.deepEqual([result.text, result.value], [shown, value]);
  });
}

for (const [text, region, regions, state] of [
  ['+48', 'BY', ['BY', 'RU'], 'badInput'],
  ['+4', 'BY', ['BY', 'RU'], 'badInput'],
  ['+37', 'BY', ['BY', 'RU'], 'tooShort'],
  ['+77', 'RU', ['RU'], 'badInput'], // Kazakhstan
  ['7012345678', 'RU', ['RU'], 'badInput'],
  ['2912345678', 'BY', ['BY'], 'tooLong'],
  ['+3752912345678', 'BY', ['BY'], 'tooLong'],
  ['12345', '', undefined, 'tooShort'], // no country is chosen
  ['+1416', 'US', ['US'], 'badInput'], // Toronto
  ['+1', 'BY', undefined, 'tooShort'],
] as const) {
  test(`${text} with ${regions?.join(' ') ?? 'all'} is ${state}`, () => {
    const result = typed(text, region, regions);
    assert.equal(result.state, state);
    assert.equal(result.value, '');
    assert.equal(result.text.replace(/\D/g, '').endsWith(text.replace(/\D/g, '')), true, 'no digit is cut');
  });
}

for (const [text, region, value] of [
  ['+44 (0)7911 123456', '', '447911123456'],
  ['+4407911123456', '', '447911123456'], // too long otherwise
  ['+7 8 916 123-45-67', '', '79161234567'],
  ['+52 1 55 1234 5678', '', '525512345678'], // Mexico's 1 goes
  ['044 55 1234 5678', 'MX', '525512345678'],
  ['+54 11 2345-6789', '', '5491123456789'], // Argentina's 9 comes
  ['+54 11 15 2345-6789', '', '5491123456789'],
  ['011 15-2345-6789', 'AR', '5491123456789'],
  ['628123456789', 'ID', '628123456789'], // the code, though the digits are no more than a number has
  ['0 15 11 91234-5678', 'BR', '5511912345678'], // the code of a carrier
] as const) {
  test(`${text} is ${value}`, () => {
    const format = formatOf(region);
    assert.equal(format.toValue(format.parse(text)!), value);
  });
}

test('regions that no number tells apart count as one, and the chosen one stays', () => {
  assert.equal(typed('+393123456789', '').region, 'IT');
  assert.equal(typed('+393123456789', 'VA').region, 'VA');
  assert.equal(typed('+393123456789', 'VA', ['VA']).value, '393123456789');
});

test('leading digits tell regions with one code apart, and the chosen region stays while a number can be its', () => {
  assert.equal(typed('+12042345678', 'US').region, 'CA');
  assert.equal(typed('+12012345678', 'CA').region, 'US');
  assert.equal(typed('2042345678', 'US').region, 'CA');
  assert.equal(typed('+1', 'CA').region, 'CA');
  assert.equal(typed('+447781123456', 'GB').region, 'GG');
  assert.equal(typed('+77012345678', 'RU').region, 'KZ');
});

test('an emptied field returns to the chosen country, and a typed code is deleted digit by digit', () => {
  const format = formatOf('RU', ['RU', 'BY']);
  const field = new Field(format).type('+3752');
  const texts = [field.text];
  while (field.text && field.change('', [field.caret - 1, field.caret], 'deleteContentBackward'))
    texts.push(field.text);
  assert.deepEqual(texts, ['+375 2', '+375', '+37', '+3', '+', '']);
  assert.equal(format.regionOf(field.content), 'RU');
});

test('setting the current value changes nothing, and the state that the browser restores has the region', () => {
  const format = formatOf('BY', ['BY', 'RU', 'KZ']);
  for (const value of ['375291234567', '79161234567', '77012345678']) {
    const content = format.parse(value, true)!;
    assert.equal(format.toValue(content), value);
    assert.equal(format.parse(format.toValue(content), true), content);
    assert.equal(format.parse(content, true), content);
  }
  assert.equal(format.regionOf(format.parse('KZ=7701', true)!), 'KZ');
});

test('another country keeps the national digits, and what does not fit stays as it is', () => {
  const format = formatOf('BY', ['BY', 'RU']);
  const content = format.parse('375291234567', true)!;
  assert.equal(format.format(format.moveTo(content, 'RU')), '+7 (291) 234-56-7');
  const whole = format.parse('79161234567', true)!;
  assert.equal(format.format(format.moveTo(whole, 'BY')), '9161234567');
  assert.equal(format.moveTo('', 'RU'), '');
});

test('a country that is chosen stays, whatever the digits would be with another code', () => {
  for (const { region: from } of plans) {
    const [number] = randomMobiles(from, 3, 1);
    if (!number) continue;
    const format = formatOf(from);
    const content = format.parse(number.number.slice(1), true)!;
    const { digits: national } = format.read(content);
    for (const plan of plans.filter((_, index) => index % 12 === from.charCodeAt(1) % 12)) {
      const moved = format.moveTo(content, plan.region);
      const { code } = plans.find(({ region }) => region === format.regionOf(moved))!;
      const label: string = `${number.number} to ${plan.region}: ${moved}`;
      assert.equal(code, plan.code, label);
      assert.ok(format.toValue(moved).startsWith(format.toValue(moved) && plan.code), label);
      assert.ok(format.format(moved).replace(/\D/g, '').endsWith(national.slice(-2)), label);
    }
  }
  const format = formatOf('RU');
  const moved = format.moveTo(format.parse('79161234567', true)!, 'BY');
  assert.deepEqual([format.format(moved), format.read(moved).state], ['9161234567', 'tooLong']); // not India's
  const field = new Field(format, moved);
  field.change('', [9, 10], 'deleteContentBackward');
  assert.equal(field.text, '+375 91 612-34-56');
  assert.equal(new Field(format, moved).type('8').text, '91612345678');
  assert.equal(format.regionOf(new Field(format, moved).type('8').content), 'BY');
  assert.equal(format.parse(moved, true), moved);
});

test('a plus is removed with the last digit, and not from the digits after it', () => {
  const format = formatOf('RU', ['RU']);
  const field = new Field(format).type('+6561234567');
  field.change('', [0, 1], 'deleteContentForward');
  assert.equal(field.text, '+6561234567');
  field.change('', [0, field.text.length], 'deleteContentBackward');
  assert.equal(field.content, '');
});

test('digits that come to a number that was changed are read with it as it was typed', () => {
  // The 9 that comes to Argentina's numbers isn't that of +91.
  assert.equal(typed('12687642928', 'AR').value, '5412687642928');
  assert.deepEqual([typed('911234567890', 'AR').text, typed('911234567890', 'AR').state], ['911234567890', 'tooLong']);
  // The 8 that was dropped at the eleventh digit comes back.
  assert.equal(typed('8806457217513', 'RU', ['RU', 'KZ']).text, '8806457217513');
  assert.equal(typed('+44079111234567', '').text, '+44079111234567');
});

test('a digit too many makes no number of another country', () => {
  const format = formatOf('RU');
  const field = new Field(format).type('91612345678');
  assert.deepEqual([field.text, field.value, format.read(field.content).state], ['91612345678', '', 'tooLong']);
  field.change('', [10, 11], 'deleteContentBackward');
  assert.equal(field.text, '+7 (916) 123-45-67');
});

test('what comes after the plus of a country that is not taken stays with another country', () => {
  const format = formatOf('BY', ['BY', 'RU']);
  const content = format.parse('+4851234567')!;
  assert.equal(format.format(format.moveTo(content, 'RU')), '+4851234567');
  assert.equal(format.toValue(format.moveTo(content, 'RU')), '');
});

test('a prefix is dropped once', () => {
  // Taiwan, bare: without both 8s it would be a number of Kazakhstan.
  assert.equal(typed('886912345678', 'RU', ['RU', 'KZ']).value, '');
  assert.equal(typed('88005553535', 'RU', ['RU', 'KZ']).value, '78005553535');
});

test('more than twenty digits are refused', () => {
  assert.equal(typed('+' + '4'.repeat(25), 'RU', ['RU']).text, '+' + '4'.repeat(20));
  assert.equal(formatOf('RU').parse('4'.repeat(21)), null);
});

// Runs: 35 numbers, each with an edit at every caret; 8,600 with ROUND_TRIPS=8600.
test('a digit that is inserted or deleted at any caret comes back with the opposite edit', () => {
  const count = Number(process.env.ROUND_TRIPS ?? 1000);
  let trips = 0;
  for (let index = 0; trips < count; index++) {
    const { region } = plans[(index * 7) % plans.length]!;
    const [number] = randomMobiles(region, 3, index + 1);
    if (!number) continue;
    const format = formatOf(region);
    const content = format.parse(number.number.slice(1), true)!;
    const text = format.format(content);
    const code = number.countryCallingCode.length + 1;
    for (let offset = code + 1; offset < text.length; offset++) {
      if (!/\d/.test(text.charAt(offset))) continue;
      trips++;
      const field = new Field(format, content);
      field.change('', [offset, offset + 1], 'deleteContentForward');
      const digitsBefore = text.slice(0, offset).replace(/\D/g, '').length;
      const { caret } = field;
      assert.equal(
        field.text.slice(0, caret).replace(/\D/g, '').length,
        Math.min(digitsBefore, field.text.replace(/\D/g, '').length),
        `${text} at ${offset}`,
      );
      field.change(text.charAt(offset), [caret, caret], 'insertText');
      assert.equal(field.text, text, `at ${offset}`);
      assert.equal(field.value, number.number.slice(1));
    }
  }
});

test('no edit throws, cuts a digit of a number, or leaves a caret outside the text', () => {
  const step = fc.record({
    text: fc.oneof(
      fc.constantFrom('', '', '+', '8', '0', '375', '+7', '810'),
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789+')), maxLength: 3 }),
    ),
    at: fc.nat(24),
    length: fc.nat(3),
  });
  fc.assert(
    fc.property(
      fc.constantFrom('RU', 'BY', 'US', 'AR', 'MX', 'GB', ''),
      fc.array(step, { maxLength: 20 }),
      (region, steps) => {
        const format = formatOf(region);
        const field = new Field(format);
        for (const { text, at, length } of steps) {
          const start = Math.min(at, field.text.length);
          const end = Math.min(start + length, field.text.length);
          if (!text && start === end) continue;
          field.change(text, [start, end], text ? 'insertFromPaste' : 'deleteContentBackward');
          assert.match(field.content, /^([A-Z]{2}[+=*!]\d{0,20}('[A-Z]{2}[+*]\d{0,20})?)?$/);
          assert.match(field.value, /^(\d{4,15})?$/);
          assert.ok(field.caret >= 0 && field.caret <= field.text.length);
          if (field.value) assert.equal(field.text.replace(/\D/g, ''), field.value);
        }
      },
    ),
    { numRuns: 500 },
  );
});
