import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countSmsParts } from '../../src/sms/parts.js';
import { smsText } from '../../src/sms/templates.js';

describe('countSmsParts', () => {
  it('counts 160 characters of GSM 03.38 to one SMS, and 153 to each of several', () => {
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
    // 76 of two places and one left over in each SMS of 153.
    assert.equal(countSmsParts('€'.repeat(152)), 2);
    assert.equal(countSmsParts('€'.repeat(153)), 3);
  });

  it('counts 70 characters to one SMS, and 67 to each of several, if one of them is outside of GSM 03.38', () => {
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
    // 33 of two places and one left over in each SMS of 67.
    assert.equal(countSmsParts('😀'.repeat(67)), 3);
  });

  it('finds that a message in Russian with a host above 23 characters takes two', () => {
    assert.equal(countSmsParts(smsText('ru', '000000', 'x'.repeat(23))), 1);
    assert.equal(countSmsParts(smsText('ru', '000000', 'x'.repeat(24))), 2);
    assert.equal(countSmsParts(smsText('en', '000000', 'x'.repeat(24))), 1);
  });
});
