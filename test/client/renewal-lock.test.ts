// The lock that lets one tab renew at a time, and locks that are missing, stuck or taken away
// (docs/behaviour/session.md#renewal).
import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/browser-world.js';

const SECOND = 1000;
const LOCK = 'auth-widget:renew:https://api.test';

test('without the Locks API nobody is signed out: the server tolerates two at once', async t => {
  const { clock, page, server, signIn, isUndisturbed } = world(t, { tabs: 5 });
  page.navigator.locks = undefined;
  server.latency = 400;
  await signIn();
  for (let period = 1; period <= 10; period++) {
    await clock.advance(830 * SECOND);
    assert.ok(isUndisturbed());
  }
  assert.ok(server.count('renewSession') >= 10);
});

test('locks that are refused to this page: the renewal goes on without', async t => {
  const { clock, page, server, signIn, isUndisturbed } = world(t, { tabs: 2 });
  page.navigator.locks = { request: () => Promise.reject(new Error('SecurityError')) };
  await signIn();
  await clock.advance(830 * SECOND);
  assert.ok(server.count('renewSession') >= 1);
  assert.ok(isUndisturbed());
});

test('a lock that another tab holds: looks again every five seconds, and takes what the other brought', async t => {
  const { clock, page, server, signIn, isUndisturbed } = world(t);
  await signIn();
  page.locks.held.add(LOCK);
  await clock.advance(790 * SECOND);
  while (!page.locks.refused) await clock.advance(0.1 * SECOND);
  await clock.advance(12 * SECOND);
  assert.equal(page.locks.refused, 3);
  assert.equal(server.count('renewSession'), 0);
  page.locks.held.clear();
  await clock.advance(6 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

// WebKit 283528: a page in the back/forward cache kept its locks. A tab that is frozen or suspended keeps them as well.
for (const count of [1, 5])
  test(`a lock that is never given back, ${count} tabs: nobody goes without a renewal`, async t => {
    const { clock, page, server, tabs, origin, signIn, isUndisturbed } = world(t, { tabs: count });
    await signIn();
    page.locks.held.add(LOCK);
    for (let period = 1; period <= 5; period++) {
      const { token } = origin.stored!;
      await clock.advance(860 * SECOND);
      assert.notEqual(origin.stored!.token, token, `period ${period}`);
      assert.ok(isUndisturbed());
      for (const { client } of tabs) assert.equal(await client.getToken(), origin.stored!.token);
    }
    // It is kept again as soon as it can be had.
    page.locks.held.clear();
    const before = server.count('renewSession');
    const { asked, refused } = page.locks;
    await clock.advance(860 * SECOND);
    assert.equal(server.count('renewSession'), before + 1);
    assert.ok(page.locks.asked > asked);
    if (count === 1) assert.equal(page.locks.refused, refused);
  });

test('a tab that comes a little late every time: refusals of other renewals do not add up', async t => {
  let n = 0;
  // Five tabs that are due a tenth of a second after each other, while the first one has the lock for a second.
  t.mock.method(Math, 'random', () => (n++ % 5) * 0.005);
  const { clock, page, server, signIn, isUndisturbed } = world(t, { tabs: 5 });
  server.latency = 400;
  await signIn();
  for (let period = 1; period <= 10; period++) {
    await clock.advance(830 * SECOND);
    assert.equal(server.count('renewSession'), period);
    assert.ok(page.locks.refused >= 4 * period, `refused ${page.locks.refused} times`);
    assert.ok(isUndisturbed());
  }
});

test('locks that never answer: the renewal goes on without, and so does whoever waits for a token', async t => {
  const { clock, page, server, tabs, signIn, isUndisturbed } = world(t);
  page.navigator.locks = { request: () => new Promise(() => {}) };
  await signIn();
  await clock.advance(830 * SECOND);
  const token = tabs[0].client.getToken();
  await clock.advance(30 * SECOND);
  assert.equal(await token, 'token-2');
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a lock that is taken away in the middle, as WebKit does when it caches the page: one session, nobody is told', async t => {
  const { clock, page, server, origin, signIn, isUndisturbed } = world(t);
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

test('listeners are told when the lock is free again', async t => {
  const { clock, page, server, origin, tabs, signIn } = world(t);
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
