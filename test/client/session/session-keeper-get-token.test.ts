// What `getToken` returns if the token can't be renewed at once (docs/behaviour/session.md#renewal).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowser } from '../../support/browser-setup.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LOCK = 'auth-widget:renew:https://api.test';

/**
 * Signs in. The device then sleeps until the token has been expired for `expiredFor`, in milliseconds. By its own clock, the server
 * still accepts the token.
 */
async function setUpExpired(t: TestContext, { tabs = 1, expiredFor = SECOND } = {}) {
  const browser = setUpBrowser(t, { tabs });
  await browser.signIn();
  browser.server.extendLifetimes(HOUR);
  browser.clock.jump(1000 * SECOND + expiredFor);
  return browser;
}

/** The result of a promise, and the milliseconds that it took by the test's clock. */
function watch<T>({ clock }: ReturnType<typeof setUpBrowser>, promise: Promise<T>) {
  const start = clock.now;
  const result: { value?: T; after?: number } = {};
  void promise.then(value => Object.assign(result, { value, after: clock.now - start }));
  return result;
}

test('an expired token while another tab holds the lock: the token that the other tab brings', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, origin, tabs, server } = browser;
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(3 * SECOND);
  assert.deepEqual(token, {}, 'still waiting');
  origin.stored = { ...origin.stored!, token: 'token-of-other-tab', obtainedAt: clock.now };
  await clock.advance(SECOND);
  assert.equal(token.value, 'token-of-other-tab');
  assert.ok(token.after! <= 3.5 * SECOND, `${token.after}`);
  assert.equal(server.count('renewSession'), 0);
});

test('an expired token while another tab holds the lock for good: null after ten seconds, and the session stays', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, tabs } = browser;
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(9.9 * SECOND);
  assert.deepEqual(token, {});
  await clock.advance(0.1 * SECOND);
  assert.deepEqual(token, { value: null, after: 10 * SECOND });
  assert.deepEqual([tabs[0].client.state.isAuthenticated, tabs[0].signIns], [true, []]);
});

test('an expired token, and the lock becomes free: renewed here', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, tabs } = browser;
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(2 * SECOND);
  page.locks.held.delete(LOCK);
  await clock.advance(6 * SECOND);
  assert.equal(token.value, 'token-2');
});

test('an expired token in a client that has not restored the session, and the lock becomes free: renewed here', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, open } = browser;
  const { client } = open();
  page.locks.held.add(LOCK);
  const token = watch(browser, client.getToken());
  await clock.advance(2 * SECOND);
  page.locks.held.delete(LOCK);
  await clock.advance(6 * SECOND);
  assert.equal(token.value, 'token-2');
});

test('an expired token, and a sign-out in another tab meanwhile: null at once', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, origin, tabs } = browser;
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(SECOND);
  origin.change(null);
  await clock.advance(0.5 * SECOND);
  assert.equal(token.value, null);
  assert.ok(token.after! <= 1.5 * SECOND, `${token.after}`);
});

test('a token that is due but has not expired, while another tab holds the lock: the old one at once', async t => {
  const browser = setUpBrowser(t);
  const { clock, page, tabs, signIn } = browser;
  await signIn();
  clock.jump(999 * SECOND);
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(0);
  assert.deepEqual(token, { value: 'token-1', after: 0 });
});

test('a token that is due but has not expired, and a server that does not answer: the old one after ten seconds', async t => {
  const browser = setUpBrowser(t);
  const { clock, server, tabs, signIn } = browser;
  await signIn();
  server.latency = HOUR;
  clock.jump(900 * SECOND);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(10 * SECOND);
  assert.deepEqual(token, { value: 'token-1', after: 10 * SECOND });
});

test('an expired token and a server that is down: null after ten seconds, and the session stays', async t => {
  const browser = await setUpExpired(t);
  const { clock, server, tabs } = browser;
  server.failure = () => new AuthError('network');
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(10 * SECOND);
  assert.deepEqual(token, { value: null, after: 10 * SECOND });
  assert.deepEqual([tabs[0].client.state.isAuthenticated, tabs[0].signIns], [true, []]);
  // When the server answers again, the next attempt renews the token.
  server.failure = () => undefined;
  await clock.advance(60 * SECOND);
  assert.equal(await tabs[0].client.getToken(), 'token-2');
});

test('an expired token, and a network that comes back after three seconds, as after sleep: the new one', async t => {
  t.mock.method(Math, 'random', () => 0.999);
  const browser = await setUpExpired(t);
  const { clock, page, server, tabs } = browser;
  server.failure = () => new AuthError('offline');
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(3 * SECOND);
  server.failure = () => undefined;
  page.goOnline();
  await clock.advance(SECOND);
  assert.equal(token.value, 'token-2');
});

test('a clock that was set back, and a server that is down: the old token, which does not count as expired', async t => {
  const browser = setUpBrowser(t);
  const { clock, server, tabs, signIn } = browser;
  await signIn();
  server.failure = () => new AuthError('network');
  clock.jump(-5 * HOUR);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(SECOND);
  assert.equal(token.value, 'token-1');
});

test('a clock that is hours fast: a new token, and nobody is signed out', async t => {
  const browser = await setUpExpired(t, { expiredFor: 24 * HOUR });
  const { clock, server, tabs } = browser;
  server.extendLifetimes(24 * HOUR);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(SECOND);
  assert.equal(token.value, 'token-2');
  assert.deepEqual([tabs[0].client.state.isAuthenticated, tabs[0].signIns], [true, []]);
});

test('getToken leaves no timer behind', async t => {
  const browser = await setUpExpired(t);
  const { clock, page, tabs } = browser;
  page.locks.held.add(LOCK);
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(10.5 * SECOND);
  assert.equal(token.value, null);
  tabs[0].client.dispose();
  assert.equal(clock.pending, 0);
});

test('a token that is due, and another tab stores one that is also due: that one is renewed', async t => {
  const browser = setUpBrowser(t);
  const { clock, server, origin, tabs } = browser;
  await browser.signIn();
  server.extendLifetimes(HOUR);
  clock.jump(850 * SECOND);
  const before = origin.stored!;
  const { token: other } = await server.renewSession('token-1', {});
  const token = watch(browser, tabs[0].client.getToken());
  await clock.advance(100);
  origin.stored = { ...before, token: other!, obtainedAt: before.obtainedAt + 10 * SECOND };
  await clock.advance(SECOND);
  // A second renewal of token-1 would give token-2 again.
  assert.equal(token.value, 'token-3');
  assert.equal(origin.stored.token, 'token-3');
});
