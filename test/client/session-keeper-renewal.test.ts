// The renewal of a session in one tab, over long spans (session page, «Time», «Renewal»).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { world } from '../support/browser-world.js';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/fake-backend.js';
import { FakePage } from '../support/page.js';
import { scene } from '../support/scene.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What a tab that holds the lock waits for writes of others to arrive. Part of every try. */
const ARRIVAL = 200;

for (const [random, share] of [
  [0, 0.8],
  [0.999, 0.82],
] as const) {
  test(`at ${share * 100} % of the lifetime when the jitter is ${random}`, async t => {
    t.mock.method(Math, 'random', () => random);
    const { clock, server, signIn, isUndisturbed } = world(t);
    await signIn();
    await clock.advance(share * 1000 * SECOND - SECOND);
    assert.equal(server.count('renewSession'), 0);
    await clock.advance(2 * SECOND);
    assert.equal(server.count('renewSession'), 1);
    assert.ok(isUndisturbed());
  });
}

test('exactly one renewal a period, for a hundred periods, and never a sign of loading', async t => {
  const { clock, server, signIn, isUndisturbed } = world(t);
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

test('a session of 14 days: one renewal in eleven days and some', async t => {
  const { clock, server, signIn, isUndisturbed } = world(t, { ttl: (14 * DAY) / SECOND });
  await signIn();
  await clock.advance(11.19 * DAY);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(0.4 * DAY);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('after sleep: at the next look, 30 seconds at most', async t => {
  const { clock, server, signIn, isUndisturbed } = world(t, { ttl: DAY / SECOND });
  await signIn();
  await clock.advance(MINUTE);
  clock.jump(22 * HOUR);
  await clock.advance(30 * SECOND + ARRIVAL);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

for (const [name, wake] of [
  ['the tab is shown', ({ page }: ReturnType<typeof world>) => page.show()],
  ['the page comes back from the cache', ({ page }: ReturnType<typeof world>) => page.fire('pageshow')],
  ['the network is back', ({ page }: ReturnType<typeof world>) => page.goOnline()],
] as const) {
  test(`after sleep: at once when ${name}`, async t => {
    const w = world(t, { ttl: DAY / SECOND });
    await w.signIn();
    await w.clock.advance(MINUTE);
    w.clock.jump(22 * HOUR);
    wake(w);
    await w.clock.advance(ARRIVAL);
    assert.equal(w.server.count('renewSession'), 1);
    assert.ok(w.isUndisturbed());
  });
}

test('a tab that is hidden is no reason to look, and one that is shown in time renews nothing', async t => {
  const { clock, page, server, signIn } = world(t);
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

test('a background tab whose timers fire once a minute: in time, once a period', async t => {
  const { clock, page, server, signIn, isUndisturbed } = world(t);
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

test('timers of a background tab that fire together, that of the lock with that of a wait in it: one renewal', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const { client, backend } = scene(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', session());
  while (!backend.open.length) await clock.advance(MINUTE, { every: MINUTE });
  assert.deepEqual(backend.open, ['renewSession']);
});

for (const hours of [5, -5, 24 * 365, -24 * 365]) {
  test(`the clock jumps ${hours} hours: nobody is signed out, and the renewal goes on`, async t => {
    const { clock, server, signIn, isUndisturbed, tabs } = world(t);
    await signIn();
    await clock.advance(100 * SECOND);
    if (hours < 0) {
      clock.jump(hours * HOUR);
      await clock.advance(30 * SECOND);
      assert.equal(server.count('renewSession'), 1, 'asked at the next look');
      await clock.advance(790 * SECOND);
      assert.equal(server.count('renewSession'), 1, 'and then by the new time');
      await clock.advance(60 * SECOND);
      assert.equal(server.count('renewSession'), 2);
      assert.ok(isUndisturbed());
    } else {
      // The clock of the server is another one: its tokens are no older for it.
      server.stretch(hours * HOUR);
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
  test(`the clock is set back by ${back} seconds within a life of ${ttl}: nobody is signed out by that`, async t => {
    // The latest of the renewals that are spread: what is left of the life then is the least.
    t.mock.method(Math, 'random', () => 0.999);
    const { clock, server, signIn, isUndisturbed } = world(t, { ttl, tabs: 2 });
    await signIn();
    await clock.advance(0.7 * ttl * SECOND);
    assert.equal(server.count('renewSession'), 0);
    clock.jump(-back * SECOND);
    server.stretch(-back * SECOND);
    // Seen at the next look, or what is left would be taken for more than it is.
    await clock.advance(60 * SECOND);
    const since = server.count('renewSession');
    assert.ok(since >= 1);
    assert.ok(isUndisturbed());
    // And the new one lives by the new time, in both tabs.
    if (ttl < 1000) return;
    await clock.advance(700 * SECOND);
    assert.equal(server.count('renewSession'), since);
    assert.ok(isUndisturbed());
  });
}

test('a clock that is set back while a renewal waits for another try does not make it wait for hours', async t => {
  const { clock, server, signIn, isUndisturbed } = world(t);
  await signIn();
  server.fate = () => new AuthError('too-many-requests', { retryAfter: 100 });
  await clock.advance(821 * SECOND);
  const tries = server.made.length;
  server.fate = () => undefined;
  clock.jump(-5 * HOUR);
  await clock.advance(131 * SECOND);
  assert.equal(server.made.length, tries + 1);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('getToken renews when it is time, once for all who ask', async t => {
  const { clock, server, signIn, tabs } = world(t);
  await signIn();
  const [{ client }] = tabs;
  assert.equal(await client.getToken(), 'token-1');
  clock.jump(900 * SECOND);
  const asked = Promise.all([client.getToken(), client.getToken(), client.getToken()]);
  await clock.advance(ARRIVAL);
  const tokens = await asked;
  assert.deepEqual(tokens, ['token-2', 'token-2', 'token-2']);
  assert.equal(server.count('renewSession'), 1);
});

test('getToken: null when nobody is signed in, and when the session turns out to have ended', async t => {
  const { clock, server, origin, signIn, tabs } = world(t);
  const [{ client }] = tabs;
  assert.equal(await client.getToken(), null);
  await signIn();
  server.end(origin.stored!.token);
  clock.jump(900 * SECOND);
  const asked = client.getToken();
  await clock.advance(ARRIVAL);
  assert.equal(await asked, null);
  assert.equal(client.state.isAuthenticated, false);
});

test('a renewal in flight never brings a session back that was ended here', async t => {
  const { clock, server, origin, signIn, tabs } = world(t);
  await signIn();
  server.latency = 1000;
  while (!server.made.some(({ name }) => name === 'renewSession')) await clock.advance(SECOND);
  const out = tabs[0].client.logout();
  assert.equal(origin.stored, null);
  await clock.advance(10 * SECOND);
  await out;
  assert.equal(origin.stored, null);
  assert.equal(await tabs[0].client.getToken(), null);
  assert.deepEqual(tabs[0].told, ['out logout']);
  assert.equal(server.count('endSession'), 1);
});

test('a renewal in flight takes nothing from whoever signed in since', async t => {
  const { clock, server, origin, signIn, tabs } = world(t);
  await signIn();
  server.latency = 1000;
  while (!server.made.some(({ name }) => name === 'renewSession')) await clock.advance(SECOND);
  const done = tabs[0].client.login('u2', 'another horse');
  await clock.advance(10 * SECOND);
  await done;
  assert.equal(origin.stored?.user, 'u2');
  assert.equal(tabs[0].client.state.userId, 'u2');
  assert.ok(server.knows(origin.stored.token));
});
