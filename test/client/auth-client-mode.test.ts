// The mode: which changes end a flow, which don't, and how the end of a session changes it.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthMode } from '../../src/core/modes.js';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SMS_SENT } from '../support/client-setup.js';
import { FakePage } from '../support/page.js';
import { awaitCode, load, reload } from '../support/reload.js';

type Setup = ReturnType<typeof setUpClient>;

const setShownMode = ({ client }: Pick<Setup, 'client'>) => client.setMode(client.flow.mode);

async function toName({ client, backend, awaitCode: request }: Setup): Promise<void> {
  await request();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
}

/** Everything that a flow can lose. */
const snapshotOf = ({ state, flow }: AuthClient) => ({ ...state, ...flow });

const SITUATIONS: Readonly<Record<string, (setup: Setup) => unknown>> = {
  'the form with an error': ({ client }) => client.loginByPhone('1').catch(() => {}),
  'a code is being requested': ({ client }) => void client.loginByPhone(PHONE).catch(() => {}),
  'a code is awaited': setup => setup.awaitCode(),
  'the number is blocked': async setup => {
    await setup.awaitCode();
    const failed = setup.client.loginWithSmsCode('123456').catch(() => {});
    await setup.backend.answer('verifyCode', new AuthError('blocked', { retryAfter: 900 }));
    await failed;
  },
  'the name is asked for': toName,
  'the name is being saved': async setup => {
    await toName(setup);
    setup.client.verifyRegistrationSms('', 'Anna').catch(() => {});
  },
  'signed in': setup => setup.signIn(session()),
  'a session is being restored': ({ client, store }) => {
    store.stored = stored({ obtainedAt: 0 });
    void client.tryAutoLogin().catch(() => {});
  },
};
for (const [situation, prepare] of Object.entries(SITUATIONS)) {
  test(`setMode to the mode that is shown changes nothing: ${situation}`, async t => {
    const setup = setUpClient(t);
    await prepare(setup);
    await settle();
    const before = snapshotOf(setup.client);
    const { length } = setup.backend.calls;
    const storedBefore = setup.store.stored;
    setShownMode(setup);
    await settle();
    assert.deepEqual(snapshotOf(setup.client), before);
    assert.equal(setup.backend.calls.length, length);
    assert.equal(setup.backend.calls.at(-1)?.signal?.aborted ?? false, false);
    assert.equal(setup.store.stored, storedBefore);
  });
}

test('setMode to the mode that is shown after a reload keeps the flow and its record', async t => {
  const page = new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const after = reload(t, before);
  // The mode is set while the client looks for a stored session, and again after that.
  const restored = after.client.tryAutoLogin();
  setShownMode(after);
  await restored;
  setShownMode(after);
  assert.deepEqual({ ...after.client.state }, SMS_SENT);
  assert.notEqual(page.sessionStorage.text, '[]');
});

test('two changes of mode from an observer: the last one counts', async t => {
  const { client } = setUpClient(t);
  const end = client.subscribe(() => {
    end();
    client.setMode('login');
    client.setMode('phone-login');
  });
  await assert.rejects(client.loginByPhone('1'));
  assert.equal(client.flow.mode, 'phone-login');
});

test('changing the mode forgets the block of the number', async t => {
  const page = new FakePage(t);
  const { client, backend } = load(t);
  const failed = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
  await assert.rejects(failed);
  assert.equal(client.flow.blocked?.seconds, 900);
  client.setMode('login');
  assert.deepEqual([client.flow.blocked, client.flow.phone, page.sessionStorage.text], [null, PHONE, '[]']);
});

test('changing the mode during a restoration forgets the block and its error, and the restoration goes on', async t => {
  new FakePage(t);
  const before = load(t);
  const failed = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
  await assert.rejects(failed);
  before.store.stored = stored({ obtainedAt: 0 });
  const { client, backend } = reload(t, before);
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.failure?.code, 'blocked');
  client.setMode('login');
  assert.deepEqual([client.flow.blocked, client.flow.failure, client.flow.screen], [null, null, 'restoring']);
  await backend.answer('getSession', new AuthError('network'));
  await restored;
  assert.deepEqual({ ...client.state }, ANNA);
});

/** The mode at the end of a session, by the mode in which it began. */
const AFTERWARDS: Readonly<Record<AuthMode, AuthMode>> = {
  'phone-login': 'phone-login',
  'phone-register': 'phone-login',
  login: 'login',
  register: 'login',
};
const ends: [string, (setup: Setup) => unknown][] = [
  ['a sign-out', ({ client }) => void client.logout().catch(() => {})],
  ['a sign-out in another tab', ({ store }) => store.change(null)],
  [
    'its end by the server',
    async ({ client, backend, store }) => {
      store.stored = { ...store.stored!, obtainedAt: 0 };
      void client.getToken();
      await backend.answer('renewSession', new AuthError('session-expired'));
    },
  ],
];
for (const [mode, afterwards] of Object.entries(AFTERWARDS) as [AuthMode, AuthMode][])
  for (const [what, end] of ends)
    test(`a session in the mode ${mode}, then ${what}: ${afterwards}`, async t => {
      const setup = setUpClient(t, { stored: stored(), mode });
      await setup.client.tryAutoLogin();
      await end(setup);
      await settle();
      assert.equal(setup.client.state.isAuthenticated, false);
      assert.equal(setup.client.flow.mode, afterwards);
    });

test('a registration that ends in the step of the name leads to signing in, too', async t => {
  const { client, store } = setUpClient(t, { stored: stored({ displayName: null }), mode: 'phone-register' });
  await client.tryAutoLogin();
  store.change(null);
  assert.equal(client.flow.mode, 'phone-login');
});

test('without a session the mode stays: logout(), back(), and the end of another session', async t => {
  const { client, store } = setUpClient(t, { mode: 'register' });
  await client.logout();
  client.back();
  store.change(stored());
  client.setMode('register');
  void client.login('boris', 'another horse').catch(() => {});
  // The session over which somebody registers ends.
  store.change(null);
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(client.flow.mode, 'register');
});

/** The mode that an operation shows, by the mode before. */
const SHOWN_BY: Readonly<
  Record<'loginByPhone' | 'sendRegistrationSms' | 'login', Readonly<Record<AuthMode, AuthMode>>>
> = {
  loginByPhone: {
    'phone-login': 'phone-login',
    'phone-register': 'phone-login',
    login: 'phone-login',
    register: 'phone-login',
  },
  sendRegistrationSms: {
    'phone-login': 'phone-register',
    'phone-register': 'phone-register',
    login: 'phone-register',
    register: 'phone-register',
  },
  login: { 'phone-login': 'login', 'phone-register': 'login', login: 'login', register: 'register' },
};
for (const [operation, modes] of Object.entries(SHOWN_BY) as [keyof typeof SHOWN_BY, Record<AuthMode, AuthMode>][])
  for (const [before, mode] of Object.entries(modes) as [AuthMode, AuthMode][])
    test(`${operation} in the mode ${before} shows the mode ${mode}`, t => {
      const { client } = setUpClient(t, { mode: before });
      client[operation](PHONE, 'correct horse').catch(() => {});
      assert.equal(client.flow.mode, mode);
    });
