// The rules of docs/server-session.md over HTTP: the bridge of auth-widget/server and each of examples/bridges/, beside the
// reference server. A language that is missing is skipped, by its name.
import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import { after, describe, test } from 'node:test';
import { register } from 'tsx/esm/api';
import { startDemoServer } from '../e2e/support/demo-server.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { languages, missingOf, startBridge } from './servers.mjs';

register();
const { RestBackend } = await import('../../src/client/calls/rest-backend.js');

const ORIGIN = 'https://app.example';
const NAME = '__Host-auth-session';
const DAY = 24 * 60 * 60;

/** Before the auth server: counts the calls, and answers them in its place if it is told how. */
async function startProxy(/** @type {string} */ target) {
  const proxy = {
    calls: 0,
    /** @type {((response: import('node:http').ServerResponse) => void) | undefined} */
    answer: undefined,
  };
  const server = createServer((request, response) => {
    proxy.calls++;
    if (proxy.answer) {
      proxy.answer(response);
      return;
    }
    const { url = '/', method, headers } = request;
    const forwarded = sendRequest(new URL(url, target), { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.writeHead(502).end());
    request.pipe(forwarded);
  });
  return Object.assign(proxy, await listen(server));
}

const answerWith =
  (/** @type {unknown} */ body, status = 200, headers = {}) =>
  (/** @type {import('node:http').ServerResponse} */ response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

const session = (/** @type {number} */ expiresIn, user = 'u1') =>
  answerWith({ code: 200, text: 'OK', params: { user, displayName: 'Анна', expiresIn } });

const down = (/** @type {import('node:http').ServerResponse} */ response) => void response.destroy();

/** A browser that keeps the cookie of one bridge. */
function openBrowser(/** @type {string} */ url, cookie = '') {
  const browser = {
    cookie,
    /** @param {string} method @param {string} [token] @param {Record<string, string>} [more] */
    async call(method, token, more = {}) {
      const headers = new Headers({ origin: ORIGIN, cookie: `a=b; ${browser.cookie}`, ...more });
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      const response = await fetch(`${url}/auth/session`, { method, headers });
      const set = response.headers.get('set-cookie');
      if (response.status < 405) assert.equal(response.headers.get('cache-control'), 'private, no-store');
      if (set) browser.cookie = /** @type {string} */ (set.split(';')[0]);
      return { status: response.status, set };
    },
    async whoIs() {
      const response = await fetch(url, { headers: { cookie: browser.cookie } });
      const text = await response.text();
      return response.ok ? text.replace('Signed in as ', '') : String(response.status);
    },
  };
  return browser;
}

/** @param {string} what @param {number} seconds @param {() => Promise<boolean>} isTrue */
async function until(what, seconds, isTrue) {
  for (const end = Date.now() + seconds * 1000; !(await isTrue());) {
    assert.ok(Date.now() < end, `not within ${seconds} s: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

// Each test creates accounts, from one address.
const demo = await startDemoServer({ NEW_LOGINS_PER_IP: '1000' });
after(() => demo.close());
const backend = new RestBackend(demo.url);
let logins = 0;

async function signIn(login = `login-${++logins}`) {
  const { user, token, expiresIn = 0 } = await backend.login(login, 'correct horse', {});
  assert.ok(token);
  return { login, user, token, expiresIn };
}

describe('bridges', { concurrency: true }, () => {
  for (const language of languages) {
    const { name } = language;
    const missing = missingOf(language);
    if (missing !== undefined) test(name, { skip: `${missing} is not on the PATH` });
    else describe(name, { concurrency: 1 }, () => testBridge(language));
  }
});

/** @param {import('./servers.mjs').Language} language */
async function testBridge(language) {
  const proxy = await startProxy(demo.url);
  const { url, output, close } = await startBridge(language, { authUrl: proxy.url, origin: ORIGIN });
  after(async () => {
    await close();
    await proxy.close();
  });
  /** @type {string[]} */
  const secrets = [];
  /** @param {string} [cookie] what the browser has already @param {string} [login] */
  const begin = async (cookie, login) => {
    const account = await signIn(login);
    const browser = openBrowser(url, cookie);
    const { status, set } = await browser.call('POST', account.token);
    assert.equal(status, 204, output());
    secrets.push(account.token, String(browser.cookie.split('=')[1]));
    return { ...account, browser, set: String(set) };
  };

  test('a sign-in: a cookie with a random id and never the token; the server knows the person', async () => {
    const { browser, set, token, user, expiresIn } = await begin();
    const [pair = '', ...attributes] = set.split(/; */);
    const kept = new Map(attributes.map(text => /** @type {[string, string]} */ (text.toLowerCase().split('='))));
    assert.match(pair, /^__Host-auth-session=[\w-]{43,64}$/);
    assert.ok(!set.includes(token));
    assert.deepEqual([kept.get('path'), kept.get('samesite')], ['/', 'lax']);
    assert.ok(kept.has('httponly') && kept.has('secure') && !kept.has('domain'), set);
    assert.ok(Math.abs(Number(kept.get('max-age')) - expiresIn) <= 3, set);
    assert.equal(await browser.whoIs(), user);
    const calls = proxy.calls;
    assert.equal((await browser.call('POST', token)).set, null, 'the same token again changes nothing');
    for (let i = 0; i < 3; i++) assert.equal(await browser.whoIs(), user);
    assert.ok(proxy.calls <= calls + 1, 'pages do not ask the auth server each time');
    const other = await begin();
    assert.notEqual(other.browser.cookie, browser.cookie);
  });

  test('a call of another page, or without an origin: 403, and nothing is asked, kept or ended', async () => {
    const { browser, user, token } = await begin();
    const calls = proxy.calls;
    for (const more of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: `${ORIGIN}.evil.example` },
      { origin: 'http://app.example' },
      { origin: `${ORIGIN} https://second.example` },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      for (const method of ['POST', 'DELETE']) {
        const { status, set } = await browser.call(method, token, more);
        assert.deepEqual([status, set], [403, null], `${method} ${JSON.stringify(more)}`);
      }
    assert.equal(proxy.calls, calls);
    assert.equal(await browser.whoIs(), user);
    assert.equal((await openBrowser(url).call('POST', token, { 'sec-fetch-site': 'same-origin' })).status, 204);
    assert.equal((await openBrowser(url).call('POST', token, { origin: 'https://second.example' })).status, 204);
  });

  test('another method: 405', async () => {
    for (const method of ['GET', 'PUT']) assert.equal((await openBrowser(url).call(method)).status, 405);
  });

  test('no token, or one that is void: 401 without a cookie', async () => {
    const calls = proxy.calls;
    for (const token of [undefined, 'a b', '<script>']) {
      const { status, set } = await openBrowser(url).call('POST', token);
      assert.deepEqual([status, set], [401, null]);
    }
    // Some servers refuse a header above 8 KiB before the bridge sees it.
    const headers = { origin: ORIGIN, authorization: `Bearer ${'x'.repeat(8193)}` };
    const tooLong = await fetch(`${url}/auth/session`, { method: 'POST', headers });
    assert.ok([400, 401, 431].includes(tooLong.status), String(tooLong.status));
    assert.equal(tooLong.headers.get('set-cookie'), null);
    assert.equal(proxy.calls, calls);
    assert.deepEqual(await openBrowser(url).call('POST', 'x'.repeat(43)), { status: 401, set: null });
  });

  test('an id that the browser had before is never taken over', async () => {
    const invented = `${NAME}=${'x'.repeat(43)}`;
    assert.equal(await openBrowser(url, invented).whoIs(), 'Signed out');
    const { browser } = await begin(invented);
    assert.notEqual(browser.cookie, invented);
    assert.equal(await openBrowser(url, invented).whoIs(), 'Signed out');
  });

  test('another person: a new id, and the earlier one ends', async () => {
    const earlier = await begin();
    const { browser, user } = await begin(earlier.browser.cookie);
    assert.notEqual(browser.cookie, earlier.browser.cookie);
    assert.equal(await browser.whoIs(), user);
    assert.equal(await earlier.browser.whoIs(), 'Signed out');
  });

  test('a sign-out that the page tells: at once, and the cookie goes', async () => {
    const { browser } = await begin();
    const { cookie } = browser;
    const { status, set } = await browser.call('DELETE');
    assert.equal(status, 204);
    assert.match(String(set), /^__Host-auth-session=.*(?:Max-Age=0|expires=Thu, 01 Jan 1970)/i);
    assert.match(String(set), /secure/i, 'browsers refuse a cookie of this name that is not secure');
    assert.equal(await openBrowser(url, cookie).whoIs(), 'Signed out');
  });

  test('a token of 4,000 characters, as some servers issue', async t => {
    t.after(() => (proxy.answer = undefined));
    proxy.answer = session(100, 'u2');
    const browser = openBrowser(url);
    assert.equal((await browser.call('POST', 'x'.repeat(4000))).status, 204);
    assert.equal(await browser.whoIs(), 'u2');
  });

  test('never longer than the session, and 90 days at most', async t => {
    t.after(() => (proxy.answer = undefined));
    const maxAgeOf = async (/** @type {string} */ token) =>
      Number(/max-age=(\d+)/i.exec(String((await openBrowser(url).call('POST', token)).set))?.[1]);
    proxy.answer = session(400 * DAY);
    assert.ok(Math.abs((await maxAgeOf('long')) - 90 * DAY) <= 3);
    proxy.answer = session(100);
    assert.ok(Math.abs((await maxAgeOf('short')) - 99) <= 3);
    proxy.answer = session(2);
    const browser = openBrowser(url);
    assert.equal((await browser.call('POST', 'ends')).status, 204);
    await until('the session has ended', 5, async () => (await browser.whoIs()) === 'Signed out');
  });

  test('an auth server that gives no answer, or a proxy that does: 503, and nobody is signed in', async t => {
    t.after(() => (proxy.answer = undefined));
    let strays = 0;
    const stray = await listen(createServer((_, response) => response.end(String(strays++))));
    t.after(() => stray.close());
    for (const [index, answer] of [
      down,
      answerWith({ code: 500, text: 'Error' }, 500),
      answerWith({ message: 'Unauthorized' }, 401),
      (/** @type {import('node:http').ServerResponse} */ response) => void response.writeHead(401).end('<html>'),
      (/** @type {import('node:http').ServerResponse} */ response) => void response.end('<html>'),
      answerWith([]),
      answerWith({ code: 200 }),
      answerWith({ code: 200, params: [] }),
      answerWith({ code: 200, params: { user: 'u1' } }),
      answerWith({ code: 200, params: { expiresIn: 100 } }),
      answerWith({ code: '200', params: { user: 'u1', expiresIn: 100 } }),
      answerWith({ code: 200, params: {} }, 302, { Location: `${stray.url}/v1/session` }),
    ].entries()) {
      proxy.answer = answer;
      const { status, set } = await openBrowser(url).call('POST', `outage-${index}`);
      assert.deepEqual([status, set], [503, null], `answer ${index}: ${output()}`);
    }
    assert.equal(strays, 0, 'the token goes to no other address');
  });

  test('any cookie header: nobody, and never an error', async () => {
    for (const cookie of [
      `${NAME}=`,
      NAME,
      `${NAME}="`,
      `${NAME}[]=1`,
      `${NAME}=%00%ff`,
      `${NAME}=../../etc/passwd`,
      ';;=;',
    ])
      assert.equal(await openBrowser(url, cookie).whoIs(), 'Signed out', cookie);
    const { headers } = await fetch(url);
    assert.equal(headers.get('cache-control'), 'private, no-store');
  });

  test('in a minute: a session that ended elsewhere, an outage, and the id from before a renewal', async t => {
    t.after(() => (proxy.answer = undefined));
    const [ended, kept, renewed] = [await begin(), await begin(), await begin()];
    const start = Date.now();
    await backend.endSession(ended.token, {});
    // The same person with another token, as after a renewal.
    const again = await begin(renewed.browser.cookie, renewed.login);
    assert.notEqual(again.browser.cookie, renewed.browser.cookie);
    assert.deepEqual([await again.browser.whoIs(), await renewed.browser.whoIs()], [renewed.user, renewed.user]);
    await until('the session that ended elsewhere', 32, async () => (await ended.browser.whoIs()) === 'Signed out');
    proxy.answer = down;
    await until('an answer was reused for 30 s', 5, async () => (await kept.browser.whoIs()) === '503');
    proxy.answer = undefined;
    assert.equal(await kept.browser.whoIs(), kept.user, 'an outage ends no session');
    const left = 62 - (Date.now() - start) / 1000;
    await until('the id from before the renewal', left, async () => (await renewed.browser.whoIs()) === 'Signed out');
    assert.equal(await again.browser.whoIs(), renewed.user);
    // The browser still has the cookie of the session that ended elsewhere.
    await begin(ended.browser.cookie, ended.login);
  });

  test('the server prints neither ids nor tokens', () => {
    for (const secret of secrets) assert.ok(!output().includes(secret));
  });
}
