// BetterAuthBackend with a real better-auth server: how sessions are restored, renewed and ended.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../e2e/support/until.mjs';
import { newPhone, openBrowser, SITE } from './better-auth-page.mjs';
import { startBetterAuth } from './better-auth-server.mjs';

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
before(async () => (server = await startBetterAuth([SITE])));
after(() => server.close());

const DAY = 86_400; // seconds
const WEEK = 7 * DAY; // the lifetime of a better-auth session

/** How many seconds the server still gives the sessions of an account. */
const lifetimes = async (/** @type {string | null} */ userId) => {
  const rows = await server.query(
    `select extract(epoch from "expiresAt" - now())::float as seconds from session where "userId" = $1`,
    [userId],
  );
  return rows.map(({ seconds }) => seconds);
};

/** @param {number | undefined} actual @param {number} wanted */
function assertAbout(actual, wanted) {
  assert.ok(actual !== undefined && Math.abs(actual - wanted) < 60, `${actual} is not about ${wanted}`);
}

/** Lets time pass for the server and the browser by moving all stored times into the past. */
async function passTime(browser, /** @type {number} */ seconds) {
  await server.age(seconds);
  const { stored } = browser.origin;
  browser.origin.change({ ...stored, obtainedAt: stored.obtainedAt - seconds * 1000 });
}

/** Asks the server itself whose token this is. */
const userOf = async (/** @type {string} */ url, /** @type {string | null} */ token) => {
  const answer = await fetch(`${url}/get-session`, { method: 'GET', headers: { Authorization: `Bearer ${token}` } });
  return JSON.parse(await answer.text())?.user.id;
};

test('after a sign-in, the server is asked once for the lifetime', async t => {
  const browser = openBrowser(t, server);
  await browser.signIn(newPhone());
  await until('the lifetime is known', () => browser.origin.stored?.expiresIn !== 3600);
  assertAbout(browser.origin.stored?.expiresIn, WEEK);
  assert.equal(browser.network.calls.filter(call => call === 'GET /get-session').length, 1);
});

test('after a reload the person is signed in, and the token works for the site’s own calls', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  const { userId } = first.state;
  first.dispose();
  const client = browser.open();
  await client.tryAutoLogin();
  assert.deepEqual([client.state.userId, client.state.displayName], [userId, 'Anna']);
  assert.equal(await userOf(browser.url, await client.getToken()), userId);
});

test('a second tab follows a sign-in and a sign-out, and the server ends the session', async t => {
  const browser = openBrowser(t, server);
  const other = browser.open();
  const client = await browser.signIn(newPhone());
  const { userId } = client.state;
  await until('the other tab is signed in', () => other.state.userId === userId);
  const token = await client.getToken();
  await other.logout();
  await until('the tab is signed out', () => !client.state.isAuthenticated);
  assert.deepEqual(await lifetimes(userId), []);
  assert.equal(await userOf(browser.url, token), undefined);
});

test('a revoked session signs out', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  await server.query('delete from session where "userId" = $1', [first.state.userId]);
  first.dispose();
  const client = browser.open();
  await client.tryAutoLogin();
  await until('signed out', () => !client.state.isAuthenticated);
  assert.match(client.state.error ?? '', /session has ended/);
  assert.equal(browser.origin.stored, null);
});

test('a session revoked before its account has a name', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  const client = browser.open();
  await client.loginByPhone(tel);
  await client.loginWithSmsCode(/\d{6}/.exec((await server.sms(tel)).at(-1) ?? '')?.[0] ?? '');
  await server.query(`delete from session where "userId" = (select id from "user" where "phoneNumber" = $1)`, [
    `+${tel}`,
  ]);
  await assert.rejects(client.verifyRegistrationSms('', 'Anna'), { code: 'session-expired' });
});

test('a failing database signs nobody out', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  const { userId } = first.state;
  first.dispose();
  await server.query('alter table session rename to session_away');
  const client = browser.open();
  try {
    const before = browser.network.answers.length;
    await client.tryAutoLogin();
    await until('the server has been asked', () => browser.network.answers.length > before);
    assert.equal(browser.network.answers.at(-1), 500);
  } finally {
    await server.query('alter table session_away rename to session');
  }
  assert.equal(client.state.userId, userId);
  assert.equal(await userOf(browser.url, await client.getToken()), userId);
});

test('a session slides: a day later a visit extends it on the server', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  const { userId } = first.state;
  first.dispose();
  await passTime(browser, 2 * DAY);
  assertAbout((await lifetimes(userId))[0], 5 * DAY);
  const client = browser.open();
  await client.tryAutoLogin();
  await until('the server has extended it', async () => (await lifetimes(userId))[0] > 6 * DAY);
  assertAbout((await lifetimes(userId))[0], WEEK);
});

for (const [what, variant, hidden] of /** @type {const} */ ([
  ['', 'open', []],
  [', of an origin to which CORS exposes no headers', 'open', ['date', 'set-auth-token']],
  [', where a read does not extend it (deferSessionRefresh)', 'deferred', []],
]))
  test(`a session is renewed after 80 % of its lifetime${what}`, async t => {
    const browser = openBrowser(t, server, variant);
    browser.network.hidden = hidden;
    const client = await browser.signIn(newPhone());
    const { userId } = client.state;
    await until('the lifetime is known', () => browser.origin.stored?.expiresIn !== 3600);
    await passTime(browser, 6 * DAY);
    const token = await client.getToken();
    assertAbout((await lifetimes(userId))[0], WEEK);
    assertAbout(browser.origin.stored?.expiresIn, WEEK);
    assert.equal(await userOf(browser.url, token), userId);
  });

test('a night away, then a week: signed in until the server has ended the session', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  await until('the lifetime is known', () => browser.origin.stored?.expiresIn !== 3600);
  const { userId } = first.state;
  first.dispose();
  await passTime(browser, DAY / 2);
  const second = browser.open();
  const answered = browser.network.answers.length;
  await second.tryAutoLogin();
  assert.equal(second.state.userId, userId);
  await until('the server has been asked', () => browser.network.answers.length > answered);
  second.dispose();
  await passTime(browser, WEEK);
  const third = browser.open();
  await third.tryAutoLogin();
  assert.equal(third.state.isAuthenticated, false);
  assert.equal(browser.origin.stored, null);
});

for (const days of [30, -30])
  test(`a device whose clock is ${Math.abs(days)} days ${days > 0 ? 'fast' : 'slow'}`, async t => {
    const browser = openBrowser(t, server);
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + days * DAY * 1000);
    const tel = newPhone();
    const first = await browser.signIn(tel);
    const { userId } = first.state;
    await until('the lifetime is known', () => browser.origin.stored?.expiresIn !== 3600);
    assertAbout(browser.origin.stored?.expiresIn, WEEK);
    first.dispose();
    const client = browser.open();
    await client.tryAutoLogin();
    assert.equal(client.state.userId, userId);
    assert.equal(await userOf(browser.url, await client.getToken()), userId);
  });

test('the clock is changed by 30 days while a session is stored', async t => {
  const browser = openBrowser(t, server);
  const first = await browser.signIn(newPhone());
  const { userId } = first.state;
  await until('the lifetime is known', () => browser.origin.stored?.expiresIn !== 3600);
  first.dispose();
  const { now } = Date;
  for (const days of [30, -30]) {
    t.mock.method(Date, 'now', () => now() + days * DAY * 1000);
    const client = browser.open();
    await client.tryAutoLogin();
    assert.equal(client.state.userId, userId);
    assert.equal(await userOf(browser.url, await client.getToken()), userId);
    client.dispose();
  }
});

test('requireSignature: the token is the signed one', async t => {
  const browser = openBrowser(t, server, 'signed');
  const first = await browser.signIn(newPhone());
  const { userId } = first.state;
  const token = await first.getToken();
  assert.match(token ?? '', /^\w+\./);
  first.dispose();
  const client = browser.open();
  await client.tryAutoLogin();
  await until('the server has been asked', () => browser.network.calls.at(-1) === 'GET /get-session');
  assert.equal(client.state.userId, userId);
  assert.equal(await userOf(browser.url, token), userId);
  // This server rejects the part before the dot, which is the token in the answer.
  assert.equal(await userOf(browser.url, token?.split('.')[0] ?? ''), undefined);
});
