// The session in localStorage when the storage is missing, blocked or full.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FlowStore } from '../../../src/client/storage/web-storage.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { FlowRecord } from '../../../src/core/flow-record.js';
import { FakeClock, settle } from '../../support/clock.js';
import { onPage } from '../../support/client-on-page.js';
import { session, stored } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';

const BASE = 'https://api.test';
const KEY = `auth-widget:session:${BASE}`;

test('no storage at all: the session lives in memory, and sign-in works', async t => {
  for (const failing of ['access', 'write'] as const) {
    const page = new FakePage(t);
    page.localStorage.failing = page.sessionStorage.failing = failing;
    const { client, signIn, backend } = onPage(t, page);
    assert.equal(client.persistent, false);
    await client.tryAutoLogin();
    await signIn();
    assert.equal(client.state.isAuthenticated, true);
    assert.equal(await client.getToken(), 'token-1');
    assert.equal(client.persistent, false);
    const signedOut = client.logout();
    await backend.answer('endSession');
    await signedOut;
    assert.equal(await client.getToken(), null);
    client.dispose();
  }
});

test('a page on which reading window.localStorage throws', async t => {
  const page = new FakePage(t);
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new Error('SecurityError');
      },
    });
  const { client, signIn } = onPage(t, page);
  await signIn();
  assert.equal(client.state.isAuthenticated, true);
  assert.equal(client.persistent, false);
});

test('a storage that becomes full: a sign-in goes on in memory, and the session that other tabs use stays', async t => {
  const page = new FakePage(t);
  const { client, backend, signIn } = onPage(t, page);
  await signIn();
  assert.equal(client.persistent, true);
  page.localStorage.failing = 'write';
  const again = client.login('boris', 'another horse');
  await backend.answer('login', session({ user: 'u2', token: 'token-2' }));
  await again;
  assert.equal(client.persistent, false);
  assert.equal(client.state.userId, 'u2');
  assert.equal(await client.getToken(), 'token-2');
  assert.ok(page.localStorage.text.includes('token-1'));
  assert.equal(backend.count('endSession'), 0);
  // Once writing works again, `persistent` is true.
  page.localStorage.failing = undefined;
  await signIn({ user: 'u3', token: 'token-3' });
  assert.equal(client.persistent, true);
  assert.ok(page.localStorage.text.includes('token-3'));
});

test('a storage that is full when the page loads: the stored session is used, and other tabs are followed', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem(KEY, JSON.stringify(stored()));
  page.localStorage.failing = 'write';
  const { client, backend } = onPage(t, page);
  await client.tryAutoLogin();
  assert.deepEqual([client.state.userId, client.persistent], ['u1', false]);
  // Changes by other tabs are still noticed.
  page.localStorage.clear();
  page.storageChanged(KEY);
  assert.equal(client.state.isAuthenticated, false);
  const again = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await again;
  assert.deepEqual([await client.getToken(), client.persistent, page.localStorage.text], ['token-1', false, '[]']);
  page.localStorage.failing = undefined;
  const once = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await once;
  assert.equal(client.persistent, true);
});

test('a full storage that another tab writes to: its sign-in and its sign-out are noticed', async t => {
  const page = new FakePage(t);
  const { client, signIn } = onPage(t, page);
  page.localStorage.failing = 'write';
  await signIn();
  assert.deepEqual([client.state.userId, client.persistent], ['u1', false]);
  page.localStorage.failing = undefined;
  page.localStorage.setItem(KEY, JSON.stringify(stored({ user: 'u2', token: 'token-2' })));
  page.localStorage.failing = 'write';
  page.storageChanged(KEY);
  assert.deepEqual([client.state.userId, await client.getToken()], ['u2', 'token-2']);
  assert.equal(client.persistent, false);
  page.localStorage.removeItem(KEY);
  page.storageChanged(KEY);
  assert.deepEqual([client.state.isAuthenticated, await client.getToken()], [false, null]);
});

test('a renewal that cannot be stored leaves the record for the other tabs', async t => {
  // The call of the renewal is open after 821 seconds, and not timed out yet.
  t.mock.method(Math, 'random', () => 0.999);
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, signIn } = onPage(t, page);
  await signIn();
  const before = page.localStorage.text;
  page.localStorage.failing = 'write';
  await clock.advance(821_000);
  await backend.answer('renewSession', session({ token: 'token-2' }));
  await settle();
  assert.equal(page.localStorage.text, before);
  assert.equal(await client.getToken(), 'token-2');
  // The next renewal renews the token in memory, and is stored.
  page.localStorage.failing = undefined;
  await clock.advance(821_000);
  assert.deepEqual(backend.last('renewSession'), ['token-2']);
  await backend.answer('renewSession', session({ token: 'token-3' }));
  await settle();
  assert.ok(page.localStorage.text.includes('token-3'));
});

test('a session in memory that the server has ended: the record of another person stays for the other tabs', async t => {
  // The call of the renewal is open after 821 seconds, and not timed out yet.
  t.mock.method(Math, 'random', () => 0.999);
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, signIn } = onPage(t, page);
  const other = JSON.stringify(stored({ user: 'u2', token: 'token-2', expiresIn: 100_000 }));
  page.localStorage.setItem(KEY, other);
  page.localStorage.failing = 'write';
  await signIn();
  assert.equal(client.state.userId, 'u1');
  await clock.advance(821_000);
  await backend.answer('renewSession', new AuthError('session-expired'));
  await settle();
  assert.deepEqual([client.state.isAuthenticated, await client.getToken()], [false, null]);
  assert.equal(page.localStorage.getItem(KEY), other);
});

test('a flow that cannot be stored deletes the older one, which a reload must not bring back', t => {
  const page = new FakePage(t);
  const flow = new FlowStore('name');
  const record = { phone: '79161234567' } as FlowRecord;
  flow.save(record);
  assert.ok(page.sessionStorage.text.includes('79161234567'));
  page.sessionStorage.failing = 'write';
  flow.save({ ...record, phone: '79167654321' });
  assert.equal(page.sessionStorage.text, '[]');
});

test('a sign-out with a full storage removes the record', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem(KEY, JSON.stringify(stored()));
  page.localStorage.failing = 'write';
  const { client, backend } = onPage(t, page);
  const signedOut = client.logout();
  assert.equal(page.localStorage.text, '[]');
  await backend.answer('endSession');
  await signedOut;
  assert.equal(backend.last('endSession')?.[0], 'token-1');
});

test('a storage that becomes blocked: the session continues in memory, until the sign-out', async t => {
  const page = new FakePage(t);
  const { client, backend, signIn } = onPage(t, page);
  await signIn();
  page.localStorage.failing = 'access';
  page.fire('pageshow');
  assert.equal(client.state.userId, 'u1');
  assert.deepEqual([await client.getToken(), client.persistent], ['token-1', false]);
  const signedOut = client.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.deepEqual([client.state.isAuthenticated, await client.getToken()], [false, null]);
});

test('a storage that ignores writes without throwing counts as one that cannot be written', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem = page.sessionStorage.setItem = () => {};
  const { client, backend } = onPage(t, page);
  assert.equal(client.persistent, false);
  const requested = client.registerByPhone('79161234567', 'Anna');
  await backend.answer('requestCode', {});
  await requested;
  const verified = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await settle();
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await verified;
  assert.deepEqual([client.state.displayName, await client.getToken()], ['Anna', 'token-1']);
});

test('a storage that begins to ignore writes: the session goes on in memory', async t => {
  const page = new FakePage(t);
  const { client, signIn } = onPage(t, page);
  page.localStorage.setItem = () => {};
  await signIn();
  assert.deepEqual([client.persistent, await client.getToken()], [false, 'token-1']);
});
