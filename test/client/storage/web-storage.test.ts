// The session in localStorage: its record, and changes by other tabs (docs/behaviour/session.md#record).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FlowStore, WebSessionStore } from '../../../src/client/storage/web-storage.js';
import type { StoredSession } from '../../../src/core/stored-session.js';
import { settle } from '../../support/clock.js';
import { onPage } from '../../support/client-on-page.js';
import { HeldBackend, session, stored } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';

const BASE = 'https://api.test';
const KEY = `auth-widget:session:${BASE}`;

test('one record for each base URL, with the documented members and no other', async t => {
  const page = new FakePage(t);
  const { client, signIn } = onPage(t, page);
  await signIn({ created: true, somethingElse: 'x' });
  assert.deepEqual(JSON.parse(page.localStorage.text), [[KEY, page.localStorage.getItem(KEY)]]);
  const { obtainedAt, ...record } = JSON.parse(page.localStorage.getItem(KEY)!) as StoredSession;
  assert.ok(Math.abs(obtainedAt - Date.now()) < 60_000);
  assert.deepEqual(record, {
    v: 1,
    token: 'token-1',
    user: 'u1',
    displayName: 'Anna',
    expiresIn: 1000,
    method: 'password',
  });
  assert.equal(client.persistent, true);
});

test('two servers on one page have a session each', async t => {
  const page = new FakePage(t);
  const one = onPage(t, page, 'https://one.test');
  const other = onPage(t, page, 'https://other.test/api/');
  await one.signIn();
  await other.signIn({ user: 'u2', token: 'token-2' });
  assert.deepEqual([one.client.state.userId, other.client.state.userId], ['u1', 'u2']);
  const keys = (JSON.parse(page.localStorage.text) as [string][]).map(([key]) => key);
  assert.deepEqual(keys, ['auth-widget:session:https://one.test', 'auth-widget:session:https://other.test/api']);
  const signedOut = one.client.logout();
  await one.backend.answer('endSession');
  await signedOut;
  assert.equal(other.client.state.userId, 'u2');
});

test('logout deletes the record', async t => {
  const page = new FakePage(t);
  const { client, backend, signIn } = onPage(t, page);
  await signIn();
  const signedOut = client.logout();
  assert.equal(page.localStorage.text, '[]');
  await backend.answer('endSession');
  await signedOut;
});

const INVALID_RECORDS: Readonly<Record<string, string>> = {
  'no JSON': '{"v":1,',
  'an empty text': '',
  'white space': ' ',
  null: 'null',
  'a number': '7',
  zero: '0',
  false: 'false',
  'an empty text in JSON': '""',
  'a list': '[1]',
  'another version': JSON.stringify({ ...stored(), v: 2 }),
  'no version': JSON.stringify({ ...stored(), v: undefined }),
  'a token that is null': JSON.stringify({ ...stored(), token: null }),
  'an empty refresh token': JSON.stringify({ ...stored(), refreshToken: '' }),
  'an empty token': JSON.stringify({ ...stored(), token: '' }),
  'a token that is a number': JSON.stringify({ ...stored(), token: 7 }),
  'no user': JSON.stringify({ ...stored(), user: undefined }),
  'an empty user': JSON.stringify({ ...stored(), user: '' }),
  'a name that is a number': JSON.stringify({ ...stored(), displayName: 7 }),
  'a time that is a text': JSON.stringify({ ...stored(), obtainedAt: 'now' }),
  'no time': JSON.stringify({ ...stored(), obtainedAt: undefined }),
  'a lifetime of less than nothing': JSON.stringify({ ...stored(), expiresIn: -1 }),
  'a lifetime beyond all numbers': JSON.stringify(stored()).replace('"expiresIn":1000', '"expiresIn":1e999'),
};
for (const [name, text] of Object.entries(INVALID_RECORDS)) {
  test(`a record that is not valid (${name}) is removed without an error`, async t => {
    const page = new FakePage(t);
    page.localStorage.setItem(KEY, text);
    const { client, backend, signIn } = onPage(t, page);
    await client.tryAutoLogin();
    assert.deepEqual([client.state.isAuthenticated, client.state.error], [false, null]);
    assert.equal(page.localStorage.text, '[]');
    assert.equal(await client.getToken(), null);
    assert.equal(backend.calls.length, 0);
    await signIn();
    assert.equal(client.persistent, true);
  });
}

test('a record with an unknown member is valid: a later version may have written it', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem(KEY, JSON.stringify({ ...stored(), more: true }));
  const { client } = onPage(t, page);
  await client.tryAutoLogin();
  assert.equal(client.state.userId, 'u1');
});

test('the write probe is removed again, and its key is one of ours', t => {
  const page = new FakePage(t);
  const { mock } = t.mock.method(page.localStorage as Storage, 'setItem');
  const store = new WebSessionStore(BASE);
  assert.equal(store.persistent, true);
  assert.equal(page.localStorage.text, '[]');
  assert.deepEqual(
    mock.calls.map(call => call.arguments[0]),
    ['auth-widget:probe'],
  );
});

test('storage events of other tabs: own key, other keys, clear(), invalid records', async t => {
  const page = new FakePage(t);
  const { client, signIn } = onPage(t, page);
  page.localStorage.setItem(KEY, JSON.stringify(stored()));
  page.storageChanged(KEY);
  assert.equal(client.state.userId, 'u1');
  // Another key: ignored.
  page.localStorage.clear();
  page.storageChanged('something else');
  assert.equal(client.state.userId, 'u1');
  // clear()
  page.storageChanged(null);
  assert.equal(client.state.isAuthenticated, false);
  await signIn({ user: 'u2' });
  // A record that is not valid counts as none.
  page.localStorage.setItem(KEY, 'rubbish');
  page.storageChanged(KEY);
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(page.localStorage.text, '[]');
});

test('storage events that a script has dispatched, without their storage: read as any other', t => {
  const page = new FakePage(t);
  const { client } = onPage(t, page);
  page.localStorage.setItem(KEY, JSON.stringify(stored()));
  page.storageChanged(KEY, null);
  assert.equal(client.state.userId, 'u1');
  page.localStorage.clear();
  page.storageChanged(null, null);
  assert.equal(client.state.isAuthenticated, false);
});

test('in Node there is no storage: the session lives in memory, and persistent is false', async t => {
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, baseUrl: BASE });
  t.after(() => client.dispose());
  assert.equal(client.persistent, false);
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  await settle();
  assert.equal(await client.getToken(), 'token-1');
});

test('a storage without a window, as in newer versions of Node: the session is stored', async t => {
  const page = new FakePage(t);
  for (const name of ['addEventListener', 'removeEventListener'])
    Object.defineProperty(globalThis, name, { configurable: true, value: undefined });
  const { client, signIn } = onPage(t, page);
  await signIn();
  assert.equal(client.persistent, true);
  assert.equal(await client.getToken(), 'token-1');
  client.dispose();
});

test('a subscription that ends leaves no listener on the window', t => {
  const page = new FakePage(t);
  const stop = new WebSessionStore(BASE).subscribe(() => {});
  assert.equal(page.listeners.get('storage'), 1);
  stop();
  assert.equal(page.listeners.get('storage'), 0);
});

test('without the events of a window, writes are noticed through change notices alone', async t => {
  const page = new FakePage(t);
  // Some environments have workers with a storage, but without these functions.
  for (const name of ['addEventListener', 'removeEventListener'])
    Object.defineProperty(globalThis, name, { configurable: true, value: undefined });
  const heard = new Promise<void>(resolve => {
    t.after(new WebSessionStore(BASE).subscribe(resolve));
  });
  new WebSessionStore(BASE).write(stored());
  // The channel of the notices doesn't keep the process alive.
  const alive = setInterval(() => {}, 1000);
  await heard;
  clearInterval(alive);
  assert.ok(page.localStorage.getItem(KEY));
});

test('a flow that an earlier page has left is removed by the first flow that has nothing to keep', t => {
  const page = new FakePage(t);
  page.sessionStorage.setItem('auth-widget:flow:name', '{}');
  new FlowStore('name').save(null);
  assert.equal(page.sessionStorage.text, '[]');
});
