// The lock that lets one tab renew at a time, and locks that are missing, stuck or taken away
// (docs/behaviour/session.md#renewal).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowser, setUpBrowserWith } from '../../support/browser-setup.js';
import { SessionServer } from '../../support/session-servers.js';

const SECOND = 1000;
const LOCK = 'auth-widget:renew:https://api.test';

test('without the Locks API all tabs stay signed in: the server tolerates two renewals at once', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { tabs: 5 });
  page.navigator.locks = undefined;
  server.latency = 400;
  await signIn();
  for (let period = 1; period <= 10; period++) {
    await clock.advance(830 * SECOND);
    assert.ok(isUndisturbed());
  }
  assert.ok(server.count('renewSession') >= 10);
});

test('an error from the Locks API: renews without a lock', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { tabs: 2 });
  page.navigator.locks = { request: () => Promise.reject(new Error('SecurityError')) };
  await signIn();
  await clock.advance(830 * SECOND);
  assert.ok(server.count('renewSession') >= 1);
  assert.ok(isUndisturbed());
});

test('a lock that another tab holds: asked for again every five seconds', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  page.locks.held.add(LOCK);
  await clock.advance(790 * SECOND);
  while (!page.locks.requestCount) await clock.advance(0.1 * SECOND);
  await clock.advance(12 * SECOND);
  assert.equal(page.locks.refusedCount, 3);
  assert.equal(server.count('renewSession'), 0);
  page.locks.held.clear();
  await clock.advance(6 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a lock that another tab holds for good: renewed without it at the fourth request, after 15 seconds', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  page.locks.held.add(LOCK);
  await clock.advance(790 * SECOND);
  while (!page.locks.requestCount) await clock.advance(0.1 * SECOND);
  await clock.advance(14 * SECOND);
  assert.deepEqual([page.locks.refusedCount, server.count('renewSession')], [3, 0]);
  await clock.advance(2 * SECOND);
  assert.deepEqual([page.locks.refusedCount, server.count('renewSession')], [4, 1]);
  assert.ok(isUndisturbed());
});

test('requests that follow each other quickly do not make a working holder count as stuck', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  page.locks.held.add(LOCK);
  clock.jump(900 * SECOND);
  for (let times = 0; times < 20; times++) {
    page.goOnline();
    await clock.advance(0.5 * SECOND);
  }
  assert.ok(page.locks.refusedCount > 4, `asked ${page.locks.refusedCount} times`);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(16 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

// Pages in the back/forward cache of WebKit keep their locks (https://bugs.webkit.org/show_bug.cgi?id=283528), and so
// do tabs that are frozen or suspended.
for (const count of [1, 5])
  test(`a lock that is never released, ${count} tabs: renews without it`, async t => {
    const { clock, page, server, tabs, origin, signIn, isUndisturbed } = setUpBrowser(t, { tabs: count });
    await signIn();
    page.locks.held.add(LOCK);
    for (let period = 1; period <= 5; period++) {
      const { token } = origin.stored!;
      await clock.advance(860 * SECOND);
      assert.notEqual(origin.stored!.token, token, `period ${period}`);
      assert.ok(isUndisturbed());
      for (const { client } of tabs) assert.equal(await client.getToken(), origin.stored!.token);
    }
    // Once it is released, the lock is used again.
    page.locks.held.clear();
    const before = server.count('renewSession');
    const { requestCount, refusedCount } = page.locks;
    await clock.advance(860 * SECOND);
    assert.equal(server.count('renewSession'), before + 1);
    assert.ok(page.locks.requestCount > requestCount);
    if (count === 1) assert.equal(page.locks.refusedCount, refusedCount);
  });

test('a tab that finds the lock held at every renewal: failed requests for earlier sessions do not count', async t => {
  let n = 0;
  // Renewals in the five tabs are due shortly after each other, while the first one still holds the lock.
  t.mock.method(Math, 'random', () => (n++ % 5) * 0.005);
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { tabs: 5 });
  server.latency = 400;
  await signIn();
  for (let period = 1; period <= 10; period++) {
    await clock.advance(830 * SECOND);
    assert.equal(server.count('renewSession'), period);
    assert.ok(page.locks.refusedCount >= 4 * period, `refused ${page.locks.refusedCount} times`);
    assert.ok(isUndisturbed());
  }
});

test('a request for a lock that never settles: renews without it, and getToken resolves', async t => {
  const { clock, page, server, tabs, signIn, isUndisturbed } = setUpBrowser(t);
  page.navigator.locks = { request: () => new Promise(() => {}) };
  await signIn();
  await clock.advance(830 * SECOND);
  const token = tabs[0].client.getToken();
  await clock.advance(30 * SECOND);
  assert.equal(await token, 'token-2');
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a lock that is broken during the renewal, as in WebKit when it caches the page: one renewal, no event', async t => {
  const { clock, page, server, origin, signIn, isUndisturbed } = setUpBrowser(t);
  page.navigator.locks = {
    request: (_name: string, _options: object, run: (lock: object) => Promise<unknown>) =>
      new Promise((_resolve, reject) => {
        void run({});
        setTimeout(() => reject(new DOMException('Lock broken', 'AbortError')), 300);
      }),
  };
  server.latency = 400;
  await signIn();
  for (let period = 1; period <= 3; period++) {
    const { token } = origin.stored!;
    await clock.advance(830 * SECOND);
    assert.notEqual(origin.stored!.token, token);
    assert.ok(isUndisturbed());
  }
});

test('listeners are called after the lock is released', async t => {
  const { clock, page, server, origin, tabs, signIn } = setUpBrowser(t);
  await signIn();
  const held: number[] = [];
  tabs[0].client.observe(() => held.push(page.locks.held.size));
  server.names.set('u1', 'Another name');
  await clock.advance(830 * SECOND);
  assert.equal(tabs[0].client.state.displayName, 'Another name');
  server.end(origin.stored!.token);
  await clock.advance(830 * SECOND);
  assert.equal(tabs[0].client.state.isAuthenticated, false);
  assert.ok(held.length >= 2);
  assert.ok(held.every(size => size === 0));
});

test('a sign-out between the lock and the renewal: nothing is sent, and the next session is renewed', async t => {
  const { clock, page, server, tabs, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  await clock.advance(790 * SECOND);
  while (!page.locks.held.size) await clock.advance(0.1 * SECOND);
  const signedOut = tabs[0].client.logout();
  await clock.advance(1 * SECOND);
  await signedOut;
  assert.equal(server.count('renewSession'), 0);

  await signIn();
  await clock.advance(830 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a renewal that is no longer due ends the wait for its lock: a later holder has 15 seconds again', async t => {
  const { clock, page, server, signIn } = setUpBrowser(t);
  await signIn();
  await clock.advance(5 * SECOND);
  clock.jump(-2 * SECOND); // makes a renewal due, until the clock has caught up
  page.locks.held.add(LOCK);
  while (!page.locks.refusedCount) await clock.advance(SECOND);
  page.locks.held.clear();
  await clock.advance(60 * SECOND);
  assert.equal(server.count('renewSession'), 0);
  page.locks.held.add(LOCK);
  clock.jump(-86_400 * SECOND);
  while (page.locks.refusedCount < 2) await clock.advance(SECOND);
  await clock.advance(9 * SECOND);
  assert.deepEqual([page.locks.refusedCount, server.count('renewSession')], [3, 0]);
});

// A holder that fails renews again before the others look, so they find the lock held by the same tab each time.
for (const [count, backAt, latency] of [
  [2, 10.5, 2600],
  [3, 12, 500],
  [3, 14.9, 500],
] as const)
  test(`${count} tabs wake, and the network is back after ${backAt} s: no refresh token is used twice`, async t => {
    const server = new SessionServer({ kind: 'rotating' });
    const { clock, page, tabs, signIn, isUndisturbed } = setUpBrowserWith(t, server, count);
    await signIn();
    clock.jump(8 * 3600 * SECOND);
    server.latency = 10.5 * SECOND;
    server.failure = () => new AuthError('timeout');
    page.show(false);
    page.show();
    await clock.advance(backAt * SECOND);
    server.latency = latency;
    server.failure = () => undefined;
    await clock.advance(60 * SECOND);
    assert.deepEqual([server.reused, isUndisturbed()], [[], true]);
    assert.equal(tabs.length, count);
  });

test('a lock that is never released, three tabs: they renew without it one after the other', async t => {
  const server = new SessionServer({ kind: 'rotating' });
  const { clock, page, signIn, isUndisturbed } = setUpBrowserWith(t, server, 3);
  await signIn();
  page.locks.held.add(LOCK);
  server.latency = SECOND;
  clock.jump(900 * SECOND);
  page.show(false);
  page.show();
  await clock.advance(14 * SECOND);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(20 * SECOND);
  assert.deepEqual([server.count('renewSession'), server.reused, isUndisturbed()], [1, [], true]);
});

test('a browser that grants no lock at all renews after thirty seconds', async t => {
  const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t);
  await signIn();
  page.locks.held.add(LOCK).add(`${LOCK}:stuck`);
  clock.jump(900 * SECOND);
  page.show(false);
  page.show();
  await clock.advance(29 * SECOND);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(10 * SECOND);
  assert.deepEqual([server.count('renewSession'), isUndisturbed()], [1, true]);
});

test('a failed renewal of the tab that goes on without the lock makes the others wait again', async t => {
  const server = new SessionServer({ kind: 'rotating' });
  const { clock, page, signIn, isUndisturbed } = setUpBrowserWith(t, server, 4);
  await signIn();
  page.locks.held.add(LOCK);
  clock.jump(900 * SECOND);
  server.failure = () => new AuthError('server');
  page.show(false);
  page.show();
  await clock.advance(29.9 * SECOND);
  server.failure = () => undefined;
  await clock.advance(40 * SECOND);
  assert.deepEqual([server.reused, isUndisturbed()], [[], true]);
});

test('a tab that waits for the lock and is disposed of listens to nothing any more', async t => {
  const { clock, page, tabs, signIn } = setUpBrowser(t);
  await signIn();
  page.locks.held.add(LOCK);
  clock.jump(900 * SECOND);
  page.show(false);
  page.show();
  await clock.advance(6 * SECOND);
  assert.ok(page.locks.refusedCount > 0);
  tabs[0].client.dispose();
  await clock.advance(60 * SECOND);
  assert.deepEqual([page.listeners.get('pageshow'), page.listeners.get('pagehide')], [0, 0]);
});
