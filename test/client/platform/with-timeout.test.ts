// withTimeout: a call ends in time, whatever it does with its signal.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { withTimeout } from '../../../src/client/platform/with-timeout.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { FakeClock } from '../../support/clock.js';
import { FakePage } from '../../support/page.js';

const never = () => new Promise<never>(() => {});
/** Rejects with the reason of the signal, as `fetch` does. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

for (const [name, run] of Object.entries({ 'ignores its signal': never, 'rejects when it is aborted': untilAborted })) {
  test(`a call that ${name}: timeout`, async t => {
    const clock = new FakeClock(t);
    const rejected = assert.rejects(withTimeout(5000, undefined, run), { name: 'AuthError', code: 'timeout' });
    await clock.advance(5000);
    await rejected;
  });

  test(`a call that ${name}, and is cancelled before its time: cancelled`, async t => {
    const clock = new FakeClock(t);
    const outer = new AbortController();
    const rejected = assert.rejects(withTimeout(5000, outer.signal, run), { name: 'AuthError', code: 'cancelled' });
    await clock.advance(4999);
    outer.abort();
    // The timeout that follows at once changes nothing.
    await clock.advance(1);
    await rejected;
  });

  test(`a call that ${name}, and times out before it is cancelled: timeout`, async t => {
    const clock = new FakeClock(t);
    const outer = new AbortController();
    const rejected = assert.rejects(withTimeout(5000, outer.signal, run), { code: 'timeout' });
    await clock.advance(5000);
    outer.abort();
    await rejected;
  });
}

test('a signal that is already aborted: cancelled, and the call is not made', async t => {
  const run = t.mock.fn(never);
  await assert.rejects(withTimeout(5000, AbortSignal.abort(), run), { code: 'cancelled' });
  assert.equal(run.mock.callCount(), 0);
});

test('an answer in time, and an error of the call itself, come through', async () => {
  assert.equal(await withTimeout(5000, undefined, () => Promise.resolve('answer')), 'answer');
  const error = new AuthError('server');
  await assert.rejects(
    withTimeout(5000, undefined, () => Promise.reject(error)),
    error,
  );
});

for (const outer of [undefined, new AbortController().signal])
  test(`a call that has ended leaves no listener on its signal${outer ? ' of two' : ''}`, async () => {
    let used!: AbortSignal;
    await withTimeout(5000, outer, signal => {
      used = signal;
      return Promise.resolve();
    });
    assert.equal(getEventListeners(used, 'abort').length, 0);
  });

// Delays that `setTimeout` accepts and `AbortSignal.timeout` doesn't.
for (const [milliseconds, isLong] of [
  [Infinity, true],
  [2 ** 31, true],
  [2 ** 40 + 0.5, true],
  [1.5, false],
  [-1, false],
  [NaN, false],
] as const) {
  test(`a timeout of ${milliseconds} ms is ${isLong ? 'a long one' : 'over at once'}`, async () => {
    const answer = new Promise<string>(resolve => setTimeout(resolve, 50, 'answer'));
    const ended = await withTimeout(milliseconds, undefined, () => answer).catch(
      (error: unknown) => (error as AuthError).code,
    );
    assert.equal(ended, isLong ? 'answer' : 'timeout');
  });
}

test('a client with an infinite timeout', async t => {
  new FakePage(t);
  const session = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
  const answer = () => new Promise(resolve => setTimeout(resolve, 5, Response.json({ code: 200, params: session })));
  t.mock.method(globalThis, 'fetch', answer);
  const client = new AuthClient({ timeout: Infinity });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  assert.equal(client.state.isAuthenticated, true);
});

test('a client ends a call after the time of its option `timeout`', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  t.mock.method(globalThis, 'fetch', never);
  const client = new AuthClient({ timeout: 3000 });
  t.after(() => client.dispose());
  const signedIn = client.login('anna', 'correct horse');
  const rejected = assert.rejects(signedIn, { code: 'timeout' });
  await clock.advance(2999);
  assert.equal(client.state.isLoading, true);
  await clock.advance(1);
  assert.equal(client.state.isLoading, false);
  await rejected;
});

test('without a time limit of its own, a call has 15 seconds', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const code = withTimeout(undefined, undefined, () => new Promise(() => {})).catch(
    (error: unknown) => (error as AuthError).code,
  );
  let ended: unknown;
  void code.then(value => (ended = value));
  t.mock.timers.tick(14_999);
  await Promise.resolve();
  assert.equal(ended, undefined);
  t.mock.timers.tick(1);
  assert.equal(await code, 'timeout');
});
