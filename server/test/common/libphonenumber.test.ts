import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CountryCode, getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';
import { canBegin, canonicalPhone, describePhone, parseCountry } from '../../src/common/libphonenumber.js';
import { PHONE_PATTERN } from '../../src/common/phone.js';

interface NumberRange {
  pattern(): string;
}

/** The pattern of the numbers of a kind in a region; undefined if there is none. */
function patternOf(region: CountryCode, kind: string): string | undefined {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(region);
  const plan = metadata.numberingPlan as unknown as { type(name: string): NumberRange | undefined };
  return plan.type(kind)?.pattern() || undefined;
}

const numbersOf = (region: CountryCode, pattern: string) =>
  fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map(national => `${getCountryCallingCode(region)}${national}`);

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const anyPhone = fc.stringMatching(PHONE_PATTERN);

/** The kinds of numbers that get no SMS, or cost more than others. */
const OTHER_KINDS = [
  'FIXED_LINE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
];

describe('the description of a number', () => {
  it('finds the mobile numbers of each region', () => {
    for (const region of getCountries()) {
      const mobile = patternOf(region, 'MOBILE');
      if (mobile === undefined) continue;
      fc.assert(
        fc.property(numbersOf(region, mobile), phone => {
          const described = describePhone(phone);
          assert.ok(described);
          assert.equal(described.kind, 'mobile', `${phone} of ${region}`);
          const calling = getCountryCallingCode(described.country as CountryCode);
          assert.equal(calling, getCountryCallingCode(region));
        }),
        { numRuns: 20 },
      );
    }
  });

  it('takes no number of another kind for a mobile or an unknown one, unless the plan has it as both', () => {
    for (const region of getCountries()) {
      const mobile = patternOf(region, 'MOBILE');
      for (const kind of OTHER_KINDS) {
        const pattern = patternOf(region, kind);
        if (mobile === undefined || pattern === undefined || pattern === mobile) continue;
        const isMobile = new RegExp(`^(?:${mobile})$`);
        fc.assert(
          fc.property(numbersOf(region, pattern), phone => {
            const national = phone.slice(getCountryCallingCode(region).length);
            const described = describePhone(phone);
            if (!described || described.country !== parseCountry(region) || isMobile.test(national)) return;
            assert.equal(described.kind, 'other', `${phone} of ${region}, ${kind}`);
          }),
          { numRuns: 5 },
        );
      }
    }
  });

  it('knows no country for satellite phones, international networks and services', () => {
    const codes = ['800', '808', '870', '878', '881', '882', '883', '888', '979'];
    const phones = fc
      .tuple(fc.constantFrom(...codes), fc.integer({ min: 4, max: 12 }))
      .chain(([code, length]) => digits(length).map(rest => code + rest));
    fc.assert(
      fc.property(phones, phone => assert.equal(describePhone(phone), undefined)),
      { numRuns: 2000 },
    );
  });

  it('of any digits ends without an error, and of one with a trunk prefix is undefined', () => {
    fc.assert(
      fc.property(anyPhone, phone => {
        const described = describePhone(phone);
        if (!described) return;
        assert.ok(phone.startsWith(getCountryCallingCode(described.country as CountryCode)));
      }),
      { numRuns: 5000 },
    );
    for (const phone of ['4407911123456', '789161234567', '330612345678'])
      assert.equal(describePhone(phone), undefined);
  });

  it('after +7 9 is mobile or unknown, and nothing else after +7 is of Russia', () => {
    fc.assert(
      fc.property(digits(9), rest => {
        const described = describePhone(`79${rest}`);
        assert.equal(described?.country, 'RU');
        assert.notEqual(described.kind, 'other');
      }),
      { numRuns: 3000 },
    );
    const others = fc
      .tuple(fc.constantFrom('0', '1', '2', '4', '5', '6', '7', '8'), digits(9))
      .map(([first, rest]) => `7${first}${rest}`);
    fc.assert(
      fc.property(others, phone => {
        const described = describePhone(phone);
        assert.ok(described?.country !== 'RU' || described.kind === 'other', phone);
      }),
      { numRuns: 3000 },
    );
    assert.equal(describePhone('79300000000')?.kind, 'unknown');
  });

  it('names the main region of those that no number tells apart', () => {
    for (const [code, country] of [
      ['va', 'IT'],
      ['SJ', 'NO'],
      ['cc', 'AU'],
      ['cx', 'AU'],
      ['eh', 'MA'],
      ['ax', 'FI'],
      ['bl', 'GP'],
      ['mf', 'GP'],
      ['ru', 'RU'],
      ['xk', 'XK'],
    ] as const) {
      assert.equal(parseCountry(code), country);
    }
    for (const code of ['', 'zz', 'russia', '001']) assert.equal(parseCountry(code), undefined);
  });
});

describe('the first digits of a pattern', () => {
  it('are those of all numbers that it matches', () => {
    for (const region of getCountries()) {
      const pattern = patternOf(region, 'MOBILE');
      if (pattern === undefined) continue;
      const national = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
      fc.assert(
        fc.property(national, text => assert.ok(canBegin(pattern, text[0]!), `${region}: ${text}`)),
        { numRuns: 50 },
      );
    }
  });

  it('are no others', () => {
    const digitsOf = (pattern: string) => Array.from('0123456789').filter(digit => canBegin(pattern, digit));
    assert.deepEqual(digitsOf('9(?:1|2)'), ['9']);
    assert.deepEqual(digitsOf('(?:1[26]|(?:[45]|7\\d)0)\\d'), ['1', '4', '5', '7']);
    assert.deepEqual(digitsOf('1?2'), ['1', '2']);
    assert.deepEqual(digitsOf('(?:3|4)?[5-6]'), ['3', '4', '5', '6']);
    assert.deepEqual(digitsOf('\\d{4}').length, 10);
  });
});

describe('the canonical form', () => {
  it('has no 1 after the code of Mexico, and a 9 after that of Argentina', () => {
    fc.assert(fc.property(digits(10), national => assert.equal(canonicalPhone(`521${national}`), `52${national}`)));
    const argentine = fc.stringMatching(/^11[4-7]\d{7}$/).filter(national => !national.startsWith('1115'));
    fc.assert(
      fc.property(argentine, national => {
        assert.equal(canonicalPhone(`54${national}`), `549${national}`);
        assert.equal(canonicalPhone(`541115${national.slice(2)}`), `549${national}`);
      }),
    );
  });

  it('changes no other number, and itself never', () => {
    fc.assert(
      fc.property(anyPhone, phone => {
        const canonical = canonicalPhone(phone);
        if (!/^5[24]/.test(phone)) assert.equal(canonical, phone);
        assert.equal(canonicalPhone(canonical), canonical);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom('52', '54'), fc.stringMatching(/^\d{5,13}$/)).map(parts => parts.join('')),
        phone => assert.equal(canonicalPhone(canonicalPhone(phone)), canonicalPhone(phone)),
      ),
      { numRuns: 5000 },
    );
  });
});
