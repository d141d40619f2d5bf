import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings, readWholeNumber } from '../../bench/attack/options.js';

it('takes whole numbers within the limits, and nothing else', () => {
  const limits = { min: 1, max: 24 };
  assert.equal(readWholeNumber('hours', '1', limits), 1);
  assert.equal(readWholeNumber('hours', '24', limits), 24);
  for (const text of ['0', '25', '1.5', 'Infinity', 'two', '', ' '])
    assert.throws(
      () => readWholeNumber('hours', text, limits),
      /^Error: --hours takes a whole number from 1 to 24, not /,
    );
  assert.throws(
    () => readWholeNumber('cores', 'Infinity', { min: 1 }),
    /--cores takes a whole number of at least 1, not /,
  );
});

it('splits a setting at its first equals sign', () => {
  const settings = readSettings(['CHALLENGE=auto', 'DATABASE_URL=postgres://db/auth?sslmode=require', 'SMS_FROM=']);
  const DATABASE_URL = 'postgres://db/auth?sslmode=require';
  assert.deepEqual(settings, { CHALLENGE: 'auto', DATABASE_URL, SMS_FROM: '' });
  for (const pair of ['CHALLENGE', '=auto'])
    assert.throws(() => readSettings([pair]), /^Error: --set takes NAME=value, not /);
});
