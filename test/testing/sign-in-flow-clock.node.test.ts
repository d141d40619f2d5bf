// How long the helpers of auth-widget/testing wait, by a clock that is replaced before they are imported.
import assert from 'node:assert/strict';
import test from 'node:test';

let time = 0;
const { now } = performance;
performance.now = () => time;
const { until } = await import('../../src/testing/sign-in-flow.js');
performance.now = now;

test('a wait ends after three seconds of the clock, however long the looks take', async () => {
  let looks = 0;
  const look = () => {
    time += 1000;
    looks++;
  };
  await assert.rejects(
    until(look, () => 'not found'),
    { message: 'not found' },
  );
  assert.equal(looks, 3);
});
