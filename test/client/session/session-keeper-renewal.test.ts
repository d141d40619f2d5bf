// When one tab renews its session: lifetime, sleep, background tabs, clocks that are set
// (docs/behaviour/session.md#renewal, docs/behaviour/session.md#time).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowser } from '../../support/browser-setup.js';
import { FakeClock, settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';
import { setUpClient } from '../../support/client-setup.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a tab that holds the lock waits until it can read the writes of other tabs. Part of each renewal. */
const STORAGE_PROPAGATION = 200;

for (const [random, share] of [
  [0, 0.8],
  [0.999, 0.82],
] as const) {
  test(`renews at ${share * 100} % of the lifetime when the random part is ${random}`, async t => {
    t.mock.method(Math, 'random', () => random);
    const { clock, server, signIn, isUndisturbed } = setUpBrowser(t);
    await signIn();
    await clock.advance(share * 1000 * SECOND - SECOND);
    assert.equal(server.count('renewSession'), 0);
    await clock.advance(2 * SECOND);
    assert.equal(server.count('renewSession'), 1);
    assert.ok(isUndisturbed());
  });
}

test('renews exactly once a period, for a hundred periods, and never shows isLoading', async t => {
  const { clock, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  for (let period = 1; period <= 100; period++) {
    const before = server.calls.length;
    while (server.calls.length === before) await clock.advance(5 * SECOND);
    const [last, now] = server.calls.slice(-2) as unknown as [{ at: number }, { at: number }];
    assert.ok(now.at - last.at >= 800 * SECOND && now.at - last.at <= 821 * SECOND, `${now.at - last.at}`);
    assert.ok(isUndisturbed());
  }
  assert.equal(server.count('renewSession'), 100);
});

test('a session of 14 days: one renewal, between 11.2 and 11.6 days', async t => {
  const { clock, server, signIn, isUndisturbed } = setUpBrowser(t, { ttl: (14 * DAY) / SECOND });
  await signIn();
  await clock.advance(11.19 * DAY);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(0.4 * DAY);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a restored session: the answer to its check does not begin its lifetime again', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const { client, backend, store } = setUpClient(t, { stored: stored() });
  const { obtainedAt } = store.stored!;
  await clock.advance(500 * SECOND);
  await client.tryAutoLogin();
  await backend.answer('getSession', session());
  await settle();
  assert.deepEqual([store.stored?.obtainedAt, store.stored?.expiresIn], [obtainedAt, 1000]);
  // The renewal is at 80 to 82 % of the stored lifetime.
  await clock.advance(298 * SECOND);
  assert.equal(backend.count('renewSession'), 0);
  await clock.advance(25 * SECOND);
  assert.notEqual(backend.count('renewSession'), 0);
});

test('after sleep: renews at the next check of the clock, within 30 seconds', async t => {
  const { clock, server, signIn, isUndisturbed } = setUpBrowser(t, { ttl: DAY / SECOND });
  await signIn();
  await clock.advance(MINUTE);
  clock.jump(22 * HOUR);
  await clock.advance(30 * SECOND + STORAGE_PROPAGATION);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

for (const [name, wake] of [
  ['the tab is shown', ({ page }: ReturnType<typeof setUpBrowser>) => page.show()],
  ['the page comes back from the cache', ({ page }: ReturnType<typeof setUpBrowser>) => page.fire('pageshow')],
  ['the network is back', ({ page }: ReturnType<typeof setUpBrowser>) => page.goOnline()],
] as const) {
  test(`after sleep: renews at once when ${name}`, async t => {
    const browser = setUpBrowser(t, { ttl: DAY / SECOND });
    await browser.signIn();
    await browser.clock.advance(MINUTE);
    browser.clock.jump(22 * HOUR);
    wake(browser);
    await browser.clock.advance(STORAGE_PROPAGATION);
    assert.equal(browser.server.count('renewSession'), 1);
    assert.ok(browser.isUndisturbed());
  });
}

test('hiding a tab checks nothing, and showing it before the renewal is due renews nothing', async t => {
  const { clock, page, server, signIn } = setUpBrowser(t);
  await signIn();
  page.show(false);
  page.show();
  page.fire('pageshow');
  await settle();
  assert.equal(server.count('renewSession'), 0);
  clock.jump(900 * SECOND);
  page.show(false);
  await settle();
  assert.equal(server.count('renewSession'), 0);
});

test('a background tab whose timers fire once a minute renews in time, once a period', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  page.show(false);
  for (let period = 1; period <= 20; period++) {
    const before = server.calls.length;
    const since = server.calls.at(-1)!.at;
    while (server.calls.length === before) await clock.advance(MINUTE, { every: MINUTE });
    const waited = server.calls.at(-1)!.at - since;
    assert.ok(waited >= 800 * SECOND && waited <= 820 * SECOND + 2 * MINUTE, `${waited}`);
    assert.ok(isUndisturbed());
  }
  assert.equal(server.count('renewSession'), 20);
});

test('timers of the lock and of the wait inside it that fire together, in a background tab: one renewal', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const { client, backend } = setUpClient(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', session());
  while (!backend.open.length) await clock.advance(MINUTE, { every: MINUTE });
  assert.deepEqual(backend.open, ['renewSession']);
});

for (const hours of [5, -5, 24 * 365, -24 * 365]) {
  test(`the clock is set by ${hours} hours: stays signed in, and goes on renewing`, async t => {
    const { clock, server, signIn, isUndisturbed, tabs } = setUpBrowser(t);
    await signIn();
    await clock.advance(100 * SECOND);
    if (hours < 0) {
      clock.jump(hours * HOUR);
      await clock.advance(30 * SECOND);
      assert.equal(server.count('renewSession'), 1, 'asked at the next check');
      await clock.advance(790 * SECOND);
      assert.equal(server.count('renewSession'), 1, 'and then by the new time');
      await clock.advance(60 * SECOND);
      assert.equal(server.count('renewSession'), 2);
      assert.ok(isUndisturbed());
    } else {
      // The clock of the server was not set: its tokens live on.
      server.extendLifetimes(hours * HOUR);
      clock.jump(hours * HOUR);
      assert.equal(tabs[0].client.state.isAuthenticated, true);
      await clock.advance(30 * SECOND);
      assert.equal(server.count('renewSession'), 1);
      await clock.advance(700 * SECOND);
      assert.equal(server.count('renewSession'), 1);
      assert.ok(isUndisturbed());
    }
  });
}

for (const [back, ttl] of [
  [600, 1000],
  [20, 60],
] as const) {
  test(`the clock is set back by ${back} seconds, with a lifetime of ${ttl}: stays signed in`, async t => {
    // The renewal comes as late as possible, so the least of the lifetime is left.
    t.mock.method(Math, 'random', () => 0.999);
    const { clock, server, signIn, isUndisturbed } = setUpBrowser(t, { ttl, tabs: 2 });
    await signIn();
    await clock.advance(0.7 * ttl * SECOND);
    assert.equal(server.count('renewSession'), 0);
    clock.jump(-back * SECOND);
    server.extendLifetimes(-back * SECOND);
    // Noticed at the next check; otherwise the renewal would come after the token has expired.
    await clock.advance(60 * SECOND);
    const since = server.count('renewSession');
    assert.ok(since >= 1);
    assert.ok(isUndisturbed());
    // The lifetime of the new token counts by the new time, in both tabs.
    if (ttl < 1000) return;
    await clock.advance(700 * SECOND);
    assert.equal(server.count('renewSession'), since);
    assert.ok(isUndisturbed());
  });
}

test('a clock that is set back during a backoff does not make the backoff longer', async t => {
  const { clock, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  server.failure = () => new AuthError('too-many-requests', { retryAfter: 100 });
  await clock.advance(821 * SECOND);
  const tries = server.attempts.length;
  server.failure = () => undefined;
  clock.jump(-5 * HOUR);
  await clock.advance(131 * SECOND);
  assert.equal(server.attempts.length, tries + 1);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('getToken renews when it is due, once for all callers', async t => {
  const { clock, server, signIn, tabs } = setUpBrowser(t);
  await signIn();
  const [{ client }] = tabs;
  assert.equal(await client.getToken(), 'token-1');
  clock.jump(900 * SECOND);
  const renewed = Promise.all([client.getToken(), client.getToken(), client.getToken()]);
  await clock.advance(STORAGE_PROPAGATION);
  const tokens = await renewed;
  assert.deepEqual(tokens, ['token-2', 'token-2', 'token-2']);
  assert.equal(server.count('renewSession'), 1);
});

// 80 % of 1000 seconds, with a random part of 0.
const DUE = 800 * SECOND;

test('getToken renews at the exact moment when the renewal is due', async t => {
  t.mock.method(Math, 'random', () => 0);
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t, { stored: stored({ obtainedAt: clock.now - DUE }) });
  const token = client.getToken();
  await settle();
  assert.deepEqual(backend.open, ['renewSession']);
  await backend.answer('renewSession', session({ token: 'token-2' }));
  assert.equal(await token, 'token-2');
});

test('a session that is restored at that moment is renewed, and not also checked', async t => {
  t.mock.method(Math, 'random', () => 0);
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t, { stored: stored({ obtainedAt: clock.now - DUE }) });
  await client.tryAutoLogin();
  await clock.advance(1);
  assert.deepEqual(backend.open, ['renewSession']);
});

test('getToken: null when nobody is signed in, and when the server has ended the session', async t => {
  const { clock, server, origin, signIn, tabs } = setUpBrowser(t);
  const [{ client }] = tabs;
  assert.equal(await client.getToken(), null);
  await signIn();
  server.end(origin.stored!.token);
  clock.jump(900 * SECOND);
  const token = client.getToken();
  await clock.advance(STORAGE_PROPAGATION);
  assert.equal(await token, null);
  assert.equal(client.state.isAuthenticated, false);
});

test('a sign-out during a renewal: its answer does not bring the session back', async t => {
  const { clock, server, origin, signIn, tabs } = setUpBrowser(t);
  await signIn();
  server.latency = 1000;
  while (!server.attempts.some(({ name }) => name === 'renewSession')) await clock.advance(SECOND);
  const signedOut = tabs[0].client.logout();
  assert.equal(origin.stored, null);
  await clock.advance(10 * SECOND);
  await signedOut;
  assert.equal(origin.stored, null);
  assert.equal(await tabs[0].client.getToken(), null);
  assert.deepEqual(tabs[0].signIns, ['out logout']);
  assert.equal(server.count('endSession'), 1);
});

test('a sign-in as another user during a renewal: its answer does not replace the new session', async t => {
  const { clock, server, origin, signIn, tabs } = setUpBrowser(t);
  await signIn();
  server.latency = 1000;
  while (!server.attempts.some(({ name }) => name === 'renewSession')) await clock.advance(SECOND);
  const done = tabs[0].client.login('u2', 'another horse');
  await clock.advance(10 * SECOND);
  await done;
  assert.equal(origin.stored?.user, 'u2');
  assert.equal(tabs[0].client.state.userId, 'u2');
  assert.ok(server.knows(origin.stored.token));
});
