import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countSmsParts } from '../../src/sms/parts.js';
import { smsText } from '../../src/sms/templates.js';

describe('countSmsParts', () => {
  it('counts 160 characters of GSM 03.38 for a single SMS, and 153 for each of several', () => {
    for (const [length, parts] of [
      [0, 1],
      [160, 1],
      [161, 2],
      [306, 2],
      [307, 3],
    ] as const) {
      assert.equal(countSmsParts('a'.repeat(length)), parts, String(length));
      assert.equal(countSmsParts('à'.repeat(length)), parts, String(length));
    }
    assert.equal(countSmsParts('€'.repeat(80)), 1);
    assert.equal(countSmsParts('€'.repeat(81)), 2);
    // Each SMS of 153 places holds 76 characters of two places, and one place is left over.
    assert.equal(countSmsParts('€'.repeat(152)), 2);
    assert.equal(countSmsParts('€'.repeat(153)), 3);
  });

  it('counts 70 characters for a single SMS, and 67 for each of several, if one of them is outside GSM 03.38', () => {
    for (const [length, parts] of [
      [70, 1],
      [71, 2],
      [134, 2],
      [135, 3],
    ] as const) {
      assert.equal(countSmsParts('я'.repeat(length)), parts, String(length));
      assert.equal(countSmsParts(`я${'a'.repeat(length - 1)}`), parts, String(length));
    }
    assert.equal(countSmsParts('😀'.repeat(35)), 1);
    // Each SMS of 67 places holds 33 characters of two places, and one place is left over.
    assert.equal(countSmsParts('😀'.repeat(67)), 3);
  });

  it('counts two SMS for a message in Russian with a host of more than 23 characters', () => {
    assert.equal(countSmsParts(smsText('ru', '000000', 'x'.repeat(23))), 1);
    assert.equal(countSmsParts(smsText('ru', '000000', 'x'.repeat(24))), 2);
    assert.equal(countSmsParts(smsText('en', '000000', 'x'.repeat(24))), 1);
  });
});
