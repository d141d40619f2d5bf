// How the conformance suite takes the end of a call.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { outcomeOf } from '../../../src/testing/conformance/outcome.js';

test('an answer counts, whatever it is', async () => {
  assert.deepEqual(await outcomeOf('a call', () => Promise.resolve('late')), { value: 'late' });
});

test('a call that takes too long fails', async () => {
  const endless = () => new Promise(() => {});
  await assert.rejects(outcomeOf('a call', endless, 10), {
    outcome: 'failed',
    message: 'a call: it has not ended after 10 ms',
  });
});

test('the time limit of a call ends with the call', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { clearTimeout } = globalThis;
  let cleared = 0;
  t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    cleared++;
    clearTimeout(timer);
  });
  await outcomeOf('a call', () => Promise.resolve(1));
  await outcomeOf('a call', () => Promise.reject(new AuthError('network')));
  assert.equal(cleared, 2);
});
