// The record of a flow in sessionStorage: when it is written and removed, and what is accepted as one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthMode } from '../../src/core/modes.js';
import { HeldBackend, FakeStore, session, stored } from '../support/held-backend.js';
import { FakePage } from '../support/page.js';
import { awaitCode, load, type Loaded } from '../support/reload.js';
import { PHONE } from '../support/client-setup.js';

const ends: [string, (loaded: Loaded) => unknown][] = [
  [
    'a sign-in',
    async ({ client, backend }) => {
      const done = client.loginWithSmsCode('123456');
      await backend.answer('verifyCode', session());
      await done;
    },
  ],
  ['back()', ({ client }) => client.back()],
  ['another mode', ({ client }) => client.setMode('login')],
  ['a sign-out', ({ client }) => client.logout()],
  [
    'a sign-in with a password',
    async ({ client, backend }) => {
      const done = client.login('anna', 'correct horse');
      await backend.answer('login', session());
      await done;
    },
  ],
  ['a sign-in in another tab', ({ store }) => store.change(stored())],
];
for (const [name, end] of ends) {
  test(`${name} removes the record`, async t => {
    const page = new FakePage(t);
    const loaded = load(t);
    await awaitCode(loaded);
    assert.notEqual(page.sessionStorage.text, '[]');
    await end(loaded);
    assert.equal(page.sessionStorage.text, '[]');
  });
}

test('the record never holds a code, a token or a password', async t => {
  const page = new FakePage(t);
  const written: string[] = [];
  const { setItem } = page.sessionStorage;
  page.sessionStorage.setItem = (key, value) => {
    written.push(key, value);
    setItem.call(page.sessionStorage, key, value);
  };
  const loaded = load(t);
  await awaitCode(loaded, { idempotent: true });
  const wrong = loaded.client.loginWithSmsCode('424242');
  await loaded.backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
  await assert.rejects(wrong);
  const done = loaded.client.loginWithSmsCode('535353');
  await loaded.backend.answer('verifyCode', session({ token: 'secret-token', displayName: null }));
  await loaded.backend.answer('setDisplayName', new AuthError('network'));
  await done.catch(() => {});
  loaded.client.login('anna', 'correct horse').catch(() => {});
  assert.ok(written.length > 4);
  assert.doesNotMatch(written.join(' '), /424242|535353|secret-token|correct horse/);
});

const INVALID_FIELDS: Readonly<Record<string, object>> = {
  'another version': { v: 2 },
  'an unknown mode': { mode: 'admin' },
  'a step that is not stored': { step: 'verified' },
  'an invalid number': { phone: '123' },
  'a name as a number': { typedName: 7 },
  'a code length of 7': { codeLength: 7 },
  'a code length of 0': { codeLength: 0 },
  'attempts as a string': { attemptsLeft: 'many' },
  'a deadline as a number': { resend: 7 },
  'a deadline without its duration': { resend: { at: 7 } },
  'a block as a string': { blocked: 'forever' },
};
for (const [name, wrong] of Object.entries(INVALID_FIELDS)) {
  test(`an invalid record (${name}) is removed without an error`, async t => {
    const page = new FakePage(t);
    const before = load(t);
    await awaitCode(before);
    before.client.dispose();
    const [[key, value]] = JSON.parse(page.sessionStorage.text) as [[string, string]];
    page.sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), ...wrong }));
    const { client } = load(t, 'phone-login', null);
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(client.flow.phone, null);
    assert.equal(page.sessionStorage.text, '[]');
  });
}

/** A page with an app's client without observers, and a widget's client with the same settings. */
function loadBoth(t: test.TestContext) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  const app = new AuthClient({ backend, store });
  const widget = new AuthClient({ backend, store });
  widget.observe(() => {});
  const unload = () => [app, widget].forEach(client => client.dispose());
  t.after(unload);
  return { backend, store, app, client: widget, unload };
}

test('a client without observers does not overwrite the record of an observed one', async t => {
  const page = new FakePage(t);
  const loaded = loadBoth(t);
  await loaded.app.tryAutoLogin();
  await awaitCode(loaded);
  const { text } = page.sessionStorage;
  await loaded.app.tryAutoLogin();
  assert.equal(page.sessionStorage.text, text);
  loaded.unload();
  assert.equal(loadBoth(t).client.state.verificationStep, 'sms-sent');
});

test('a client without observers does not restore a record that an observed one has removed', async t => {
  const page = new FakePage(t);
  const first = loadBoth(t);
  await awaitCode(first);
  first.unload();
  const { app, client } = loadBoth(t);
  client.back();
  await app.tryAutoLogin();
  assert.equal(page.sessionStorage.text, '[]');
});

test('a client without observers removes the record of its own flow', async t => {
  const page = new FakePage(t);
  for (const isReloaded of [false, true]) {
    const backend = new HeldBackend();
    const store = new FakeStore();
    let client = new AuthClient({ backend, store });
    await awaitCode({ backend, store, client });
    if (isReloaded) {
      client.dispose();
      client = new AuthClient({ backend, store });
    }
    assert.equal(client.state.verificationStep, 'sms-sent');
    client.back();
    assert.equal(page.sessionStorage.text, '[]');
    client.dispose();
  }
});

test('without sessionStorage a flow works until the page is unloaded', async t => {
  const page = new FakePage(t);
  page.sessionStorage.failing = 'access';
  const { client, backend } = load(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.equal(client.state.isAuthenticated, true);
});

test('only a client of the same server and mode continues a flow', async t => {
  new FakePage(t);
  const open = (baseUrl: string, mode: AuthMode) => {
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, store: new FakeStore(), baseUrl, mode });
    t.after(() => client.dispose());
    return { backend, client };
  };
  const { backend, client } = open('https://one.test', 'phone-login');
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  const stepOf = (...args: Parameters<typeof open>) => open(...args).client.state.verificationStep;
  assert.equal(stepOf('https://one.test', 'phone-login'), 'sms-sent');
  assert.equal(stepOf('https://one.test', 'login'), 'none');
  assert.equal(stepOf('https://other.test', 'phone-login'), 'none');
});
