// The device memory: docs/behaviour/session.md#device-memory.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient, type AuthClientOptions } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { HeldBackend, FakeStore, session } from '../support/held-backend.js';
import { PHONE } from '../support/client-setup.js';
import { FakePage } from '../support/page.js';

const KEY = 'auth-widget:device:https://site.test';

function open(t: TestContext, options: AuthClientOptions = {}) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  const client = new AuthClient({ backend, store, ...options });
  client.observe(() => {});
  t.after(() => client.dispose());
  return { backend, store, client };
}

type Opened = ReturnType<typeof open>;

/** Signs in with a code. Returns the device memories that the two calls were given. */
async function signIn({ client, backend }: Opened, answer: unknown): Promise<unknown[]> {
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', {});
  await requested;
  const submitted = client.loginWithSmsCode('123456').catch(() => {});
  await backend.answer('verifyCode', answer);
  await submitted;
  return backend.calls
    .filter(({ method }) => /Code$/.test(method))
    .slice(-2)
    .map(({ options }) => ('device' in options ? options.device : 'none'));
}

const withDevice = (device: unknown) => ({ ...session(), device });
const stored = (page: FakePage) => page.localStorage.getItem(KEY);
const recordOf = (device: unknown) => JSON.stringify({ v: 1, device });

test('it is kept by a sign-in, sent with both calls of the next one, and replaced by each newer one', async t => {
  const page = new FakePage(t);
  const opened = open(t);
  assert.deepEqual(await signIn(opened, withDevice('device-1')), ['none', 'none']);
  assert.equal(stored(page), recordOf('device-1'));
  assert.deepEqual(await signIn(opened, withDevice('device-2')), ['device-1', 'device-1']);
  assert.equal(stored(page), recordOf('device-2'));
  assert.deepEqual(await signIn(opened, session()), ['device-2', 'device-2']);
  assert.equal(stored(page), recordOf('device-2'));
});

test('it survives a sign-out and a reload', async t => {
  const page = new FakePage(t);
  const before = open(t);
  await signIn(before, withDevice('device-1'));
  const signedOut = before.client.logout();
  await before.backend.answer('endSession');
  await signedOut;
  assert.equal(before.store.stored, null);
  assert.equal(stored(page), recordOf('device-1'));
  before.client.dispose();
  assert.deepEqual(await signIn(open(t), session()), ['device-1', 'device-1']);
});

test('another server gets nothing, and neither does a sign-in with a password', async t => {
  new FakePage(t);
  const opened = open(t);
  await signIn(opened, withDevice('device-1'));
  assert.deepEqual(await signIn(open(t, { baseUrl: 'https://other.test' }), session()), ['none', 'none']);
  const signedIn = opened.client.login('anna', 'correct horse');
  await opened.backend.answer('login', withDevice('device-2'));
  await signedIn;
  const { options } = opened.backend.calls.findLast(({ method }) => method === 'login')!;
  assert.equal('device' in options, false);
  assert.deepEqual(await signIn(opened, session()), ['device-1', 'device-1']);
});

test('the repeated call after a challenge has it too', async t => {
  new FakePage(t);
  const opened = open(t, { challenge: () => Promise.resolve('solved') });
  await signIn(opened, withDevice('device-1'));
  const requested = opened.client.loginByPhone(PHONE);
  await opened.backend.answer('requestCode', new AuthError('challenge', { challenge: { type: 'turnstile' } }));
  await opened.backend.answer('requestCode', {});
  await requested;
  const { device, challengeSolution } = opened.backend.calls.at(-1)!.options as Record<string, unknown>;
  assert.deepEqual({ device, challengeSolution }, { device: 'device-1', challengeSolution: 'solved' });
});

test('what is no opaque text of up to 200 characters is ignored', async t => {
  const page = new FakePage(t);
  const opened = open(t);
  for (const device of ['', 'd'.repeat(201), 'a b', 'a\n', 'ю', 5, {}, null, true]) {
    assert.deepEqual(await signIn(opened, withDevice(device)), ['none', 'none'], JSON.stringify(device));
    assert.equal(stored(page), null);
  }
  await signIn(opened, withDevice('d'.repeat(200)));
  assert.deepEqual(await signIn(opened, withDevice(5)), ['d'.repeat(200), 'd'.repeat(200)]);
});

test('a stored value that is no such text is removed', async t => {
  const page = new FakePage(t);
  const devices = ['', 'a b', 5, {}, null, 'd'.repeat(201)].map(recordOf);
  for (const text of [...devices, '{"v":2,"device":"a"}', '{"device":"a"}', '"a"', '5', '{}', 'null', 'no JSON']) {
    page.localStorage.setItem(KEY, text);
    assert.deepEqual(await signIn(open(t), session()), ['none', 'none'], text);
    assert.ok([null, 'null'].includes(stored(page)), text);
  }
});

test('forgetDevice removes it, and the next sign-in brings another one', async t => {
  const page = new FakePage(t);
  const opened = open(t);
  await signIn(opened, withDevice('device-1'));
  opened.client.forgetDevice();
  assert.equal(stored(page), null);
  assert.deepEqual(await signIn(opened, withDevice('device-2')), ['none', 'none']);
  assert.equal(stored(page), recordOf('device-2'));
});

test('forgetDevice in another tab counts here, and so does a client that has been disposed of', async t => {
  new FakePage(t);
  const opened = open(t);
  await signIn(opened, withDevice('device-1'));
  open(t).client.forgetDevice();
  assert.deepEqual(await signIn(opened, withDevice('device-2')), ['none', 'none']);
  opened.client.dispose();
  opened.client.forgetDevice();
  assert.deepEqual(await signIn(open(t), session()), ['none', 'none']);
});

test('with noDeviceMemory nothing is stored or sent, and what is stored is removed', async t => {
  const page = new FakePage(t);
  await signIn(open(t), withDevice('device-1'));
  const opened = open(t, { noDeviceMemory: true });
  assert.equal(opened.client.noDeviceMemory, true);
  assert.equal(stored(page), null);
  await signIn(opened, withDevice('device-2'));
  assert.equal(stored(page), null);
  assert.deepEqual(await signIn(opened, session()), ['none', 'none']);
});

test('noDeviceMemory can be switched on and off at any time, also before the answer to a code', async t => {
  const page = new FakePage(t);
  const opened = open(t);
  const { client, backend } = opened;
  assert.equal(client.noDeviceMemory, false);
  await signIn(opened, withDevice('device-1'));
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', {});
  await requested;
  const submitted = client.loginWithSmsCode('123456');
  client.noDeviceMemory = true;
  assert.equal(stored(page), null);
  await backend.answer('verifyCode', withDevice('device-2'));
  await submitted;
  assert.equal(stored(page), null);
  client.noDeviceMemory = false;
  assert.deepEqual(await signIn(opened, withDevice('device-3')), ['none', 'none']);
  assert.equal(stored(page), recordOf('device-3'));
});

test('an answer that comes after the person went back is not kept', async t => {
  const page = new FakePage(t);
  const { client, backend } = open(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', {});
  await requested;
  // This backend ignores the signal.
  let answer = (_: unknown) => {};
  backend.verifyCode = () => new Promise(resolve => (answer = resolve as never));
  const submitted = client.loginWithSmsCode('123456').catch(() => {});
  await Promise.resolve();
  client.back();
  answer(withDevice('device-1'));
  await submitted;
  assert.equal(stored(page), null);
});

for (const failing of ['access', 'write'] as const) {
  test(`a storage that throws (${failing}): it is kept in memory, until forgetDevice`, async t => {
    const page = new FakePage(t);
    page.localStorage.failing = failing;
    const opened = open(t);
    await signIn(opened, withDevice('device-1'));
    assert.equal(opened.client.state.isAuthenticated, true);
    assert.deepEqual(await signIn(opened, session()), ['device-1', 'device-1']);
    opened.client.forgetDevice();
    assert.deepEqual(await signIn(opened, session()), ['none', 'none']);
    opened.client.noDeviceMemory = true;
    await signIn(opened, withDevice('device-2'));
  });
}

test('it is in no state, flow, notice or session record', async t => {
  const page = new FakePage(t);
  const opened = open(t);
  const seen: unknown[] = [];
  opened.client.observe(notice => seen.push(notice, opened.client.state, opened.client.flow));
  await signIn(opened, withDevice('secret-device'));
  assert.doesNotMatch(JSON.stringify([seen, opened.store.stored, page.sessionStorage.text]), /secret-device/);
});
