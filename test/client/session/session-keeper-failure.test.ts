// Renewals that fail: which errors end the session, and when the next attempt comes
// (docs/behaviour/session.md#failure).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowser } from '../../support/browser-setup.js';
import { setUpClient } from '../../support/client-setup.js';
import { FakeClock, settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a tab that holds the lock waits until it can read the writes of other tabs. Part of each renewal. */
const STORAGE_PROPAGATION = 200;

test('a lost answer: the old token still works, and the next attempt brings a new one', async t => {
  const { clock, server, signIn, isUndisturbed, tabs } = setUpBrowser(t);
  await signIn();
  let lost = 0;
  server.failure = () => (lost++ < 3 ? 'lost' : undefined);
  await clock.advance(840 * SECOND);
  assert.equal(lost, 4);
  assert.ok(isUndisturbed());
  assert.equal(await tabs[0].client.getToken(), 'token-5');
  await clock.advance(700 * SECOND);
  assert.ok(isUndisturbed());
});

test('401: signed out with the reason session-expired', async t => {
  const { clock, server, origin, signIn, tabs } = setUpBrowser(t);
  await signIn();
  server.end(origin.stored!.token);
  await clock.advance(821 * SECOND);
  const [{ client, signIns }] = tabs;
  assert.deepEqual(signIns, ['out session-expired']);
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(client.state.error, 'Your session has ended. Sign in again.');
  assert.equal(client.state.isLoading, false);
  assert.equal(origin.stored, null);
  assert.equal(await client.getToken(), null);
  // There is no further attempt.
  const made = server.attempts.length;
  await clock.advance(HOUR);
  assert.equal(server.attempts.length, made);
});

test('401, but another token has been stored meanwhile: that one is used', async t => {
  const { clock, server, origin, signIn, tabs } = setUpBrowser(t);
  await signIn();
  const other = await server.login('u1', '', {});
  server.end(origin.stored!.token);
  server.latency = 1000;
  while (!server.attempts.some(({ name }) => name === 'renewSession')) await clock.advance(SECOND);
  // No event is fired, as if the event came after the answer.
  origin.stored = { ...origin.stored!, token: other.token, obtainedAt: clock.now };
  await clock.advance(5 * SECOND);
  assert.deepEqual(tabs[0].signIns, []);
  assert.equal(await tabs[0].client.getToken(), other.token);
});

for (const random of [0.5, 0.999_999]) {
  test(`500 for an hour, random part ${random}: attempts at growing intervals of 1 s to 5 min, until one succeeds`, async t => {
    t.mock.method(Math, 'random', () => random);
    const { clock, server, signIn, isUndisturbed, tabs } = setUpBrowser(t, { ttl: 10_000 });
    await signIn();
    server.failure = () => new AuthError('server', { status: 500 });
    const due = 10_000 * SECOND * (0.8 + 0.02 * random);
    await clock.advance(due + HOUR);
    const gaps = server.attempts.slice(1).map(({ at }, i, { [i - 1]: last }) => (last ? Math.round(at - last.at) : 0));
    // Full jitter: a share of 1, 2, 4 … seconds, and never more than five minutes.
    const expected = gaps.map((_, i) => (i ? random * Math.min(2 ** (i - 1), 300) * SECOND + STORAGE_PROPAGATION : 0));
    gaps.forEach((gap, i) => assert.ok(Math.abs(gap - expected[i]!) <= 2, `${i}: ${gap} instead of ${expected[i]}`));
    let sum = 0;
    let count = 1;
    while ((sum += random * Math.min(2 ** (count - 1), 300) + STORAGE_PROPAGATION / SECOND) < 3600) count++;
    assert.ok(Math.abs(gaps.length - count) <= 1, `${gaps.length} attempts instead of ${count}`);
    t.diagnostic(`${gaps.length} attempts in the hour`);
    // The token has expired by this clock. It may still work: only the server ends a session.
    assert.equal(tabs[0].client.state.isAuthenticated, true);
    assert.deepEqual(tabs[0].signIns, []);
    server.extendLifetimes(DAY);
    server.failure = () => undefined;
    await clock.advance(5 * MINUTE);
    assert.equal(server.count('renewSession'), 1);
    assert.ok(isUndisturbed());
  });
}

for (const code of ['network', 'offline', 'timeout', 'server', 'invalid-request', 'too-many-requests'] as const) {
  test(`${code}: stays signed in, and getToken gives the old token`, async t => {
    const { clock, server, signIn, isUndisturbed, tabs } = setUpBrowser(t);
    await signIn();
    server.failure = () => new AuthError(code);
    await clock.advance(900 * SECOND);
    assert.ok(server.attempts.length > 2);
    assert.ok(isUndisturbed());
    // An attempt may be due or running just then, and getToken waits for it.
    const token = tabs[0].client.getToken();
    await clock.advance(STORAGE_PROPAGATION);
    assert.equal(await token, 'token-1');
  });
}

test("the server's retryAfter is respected, even when the network comes back", async t => {
  const { clock, page, server, signIn } = setUpBrowser(t);
  await signIn();
  server.failure = () => new AuthError('too-many-requests', { retryAfter: 120 });
  const count = () => server.attempts.length;
  while (count() < 2) await clock.advance(SECOND);
  const failedAt = server.attempts.at(-1)!.at;
  await clock.advance(60 * SECOND);
  page.goOnline();
  page.show();
  await settle();
  assert.equal(count(), 2);
  while (count() < 3) await clock.advance(SECOND);
  assert.ok(server.attempts.at(-1)!.at - failedAt >= 120 * SECOND);
});

test('back online: renews at once, before the backoff has ended', async t => {
  t.mock.method(Math, 'random', () => 0.999);
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { ttl: 10_000 });
  await signIn();
  server.failure = () => new AuthError('network');
  page.goOnline(false);
  await clock.advance(9500 * SECOND);
  server.failure = () => undefined;
  page.goOnline();
  await clock.advance(STORAGE_PROPAGATION);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a renewal without an answer ends after ten seconds, and a late answer is dropped', async t => {
  const { clock, page, server, signIn, isUndisturbed, tabs } = setUpBrowser(t);
  await signIn();
  server.latency = HOUR;
  while (server.attempts.length < 2) await clock.advance(SECOND);
  assert.equal(page.locks.held.size, 1);
  await clock.advance(9 * SECOND);
  assert.equal(page.locks.held.size, 1);
  server.latency = 0;
  await clock.advance(5 * SECOND);
  assert.equal(page.locks.held.size, 0);
  assert.ok(isUndisturbed());
  assert.equal(await tabs[0].client.getToken(), 'token-2');
});

for (const how of ['a sign-in here', 'another tab'] as const)
  test(`the wait that the server asked for ends with its session: ${how} brings another one`, async t => {
    const clock = new FakeClock(t);
    const { backend, store, signIn } = setUpClient(t);
    const refused = () =>
      backend.answer('renewSession', new AuthError('too-many-requests', { status: 429, retryAfter: 3600 }));
    await signIn(session({ expiresIn: 100 }));
    while (!backend.open.includes('renewSession')) await clock.advance(1000);
    if (how === 'another tab') {
      await refused();
      store.change(null);
      await clock.advance(1000);
      store.change(stored({ user: 'u2', token: 'token-2', expiresIn: 60, obtainedAt: clock.now }));
    } else {
      await signIn(session({ user: 'u2', token: 'token-2', expiresIn: 60 }));
      await refused();
    }
    const before = backend.count('renewSession');
    await clock.advance(50_000);
    assert.equal(backend.count('renewSession'), before + 1);
  });

test('a check does not write back a session that another tab has ended', async t => {
  const { clock, origin, server, tabs, open, signIn } = setUpBrowser(t, { ttl: 100_000 });
  await signIn();
  await clock.advance(1000);
  // The new tab still reads the record 100 ms after another one has removed it.
  origin.lag = 100;
  server.latency = 500;
  const { client } = open();
  void client.tryAutoLogin();
  await clock.advance(950);
  void tabs[0].client.logout();
  await clock.advance(3000);
  assert.deepEqual([origin.stored, client.state.isAuthenticated, tabs[0].signIns], [null, false, ['out logout']]);
});
