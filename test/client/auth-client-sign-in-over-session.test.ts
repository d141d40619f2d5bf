// A sign-in while somebody is signed in: the session stays until the new one is there
// (docs/behaviour/flow.md#sign-in-over-a-session).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { recordSignIns } from '../support/clients.js';
import { settle } from '../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../support/held-backend.js';
import { FakeOrigin } from '../support/tabs.js';
import { ANNA, PHONE, setUpClient } from '../support/client-setup.js';

const BORIS = session({ user: 'u2', displayName: 'Boris', token: 'token-2' });

type Setup = ReturnType<typeof setUpClient>;

/** A client with Anna signed in, and the sign-ins and sign-outs that it reports from now on. */
async function setUpSignedIn(t: TestContext, overrides: object = {}) {
  const setup = setUpClient(t);
  await setup.signIn(session(overrides));
  return { ...setup, recorded: recordSignIns(setup.client) };
}

/** Anna is signed in as before, with nothing said to the server or to observers. */
function assertUnchanged({ client, backend, store, recorded }: Setup & { recorded: string[] }): void {
  assert.deepEqual({ ...client.state, error: null }, ANNA);
  assert.equal(client.flow.screen, 'signed-in');
  assert.equal(store.stored?.token, 'token-1');
  assert.equal(backend.count('endSession'), 0);
  assert.deepEqual(recorded, []);
}

test('a sign-in that fails changes nothing about the session; its error is shown', async t => {
  const setup = await setUpSignedIn(t);
  const { client, backend } = setup;
  for (const code of ['wrong-credentials', 'network', 'blocked'] as const) {
    const done = client.login('boris', 'another horse');
    await settle();
    assert.deepEqual({ ...client.state }, { ...ANNA, isLoading: true });
    assert.equal(client.flow.screen, 'signed-in');
    await backend.answer('login', new AuthError(code));
    await assert.rejects(done, { code });
    assert.equal(client.flow.failure?.code, code);
    assertUnchanged(setup);
  }
  for (const code of ['offline', 'blocked'] as const) {
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode', new AuthError(code));
    await assert.rejects(requested, { code });
    assertUnchanged(setup);
  }
});

test('the session stays while a code is awaited, and after each way out of that', async t => {
  const setup = await setUpSignedIn(t);
  const { client, backend } = setup;
  const ways: Record<string, () => unknown> = {
    back: () => client.back(),
    setMode: () => client.setMode('register'),
    'three wrong codes': async () => {
      const submitted = client.loginWithSmsCode('111111');
      await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 1 }));
      await assert.rejects(submitted, { code: 'wrong-code' });
      assert.deepEqual([client.state.isAuthenticated, client.flow.screen], [true, 'code']);
      const last = client.loginWithSmsCode('222222');
      await backend.answer('verifyCode', new AuthError('blocked', { retryAfter: 900 }));
      await assert.rejects(last, { code: 'blocked' });
    },
    'no session': async () => {
      const submitted = client.loginWithSmsCode('111111');
      await backend.answer('verifyCode', null);
      await assert.rejects(submitted, { code: 'no-session' });
    },
  };
  for (const [way, leave] of Object.entries(ways)) {
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await requested;
    assert.deepEqual({ ...client.state }, { ...ANNA, phoneForVerification: PHONE, verificationStep: 'sms-sent' }, way);
    await client.tryAutoLogin(); // somebody is signed in already
    assert.equal(client.flow.screen, 'code', way);
    await leave();
    assertUnchanged(setup);
  }
  client.setMode('phone-login');
  assert.equal(client.flow.phone, PHONE);
});

test('back and another mode cancel a sign-in over a session while it runs', async t => {
  const setup = await setUpSignedIn(t);
  const { client } = setup;
  for (const leave of [() => client.back(), () => client.setMode('register')])
    for (const begin of [() => client.login('boris', 'another horse'), () => client.loginByPhone(PHONE)]) {
      client.setMode('phone-login');
      const done = begin();
      leave();
      await assert.rejects(done, { code: 'cancelled' });
      assertUnchanged(setup);
    }
});

test('the step verified is there again after a sign-in that failed', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  const again = client.login('boris', 'another horse');
  await backend.answer('login', new AuthError('wrong-credentials'));
  await assert.rejects(again);
  assert.deepEqual({ ...client.state, error: null }, { ...ANNA, verificationStep: 'verified' });
  // Another session begins without it.
  const last = client.login('boris', 'another horse');
  await backend.answer('login', BORIS);
  await last;
  assert.equal(client.state.verificationStep, 'none');
});

const OTHER_PHONE = '79261112233';

test('a number that no code has confirmed is not verified: the request for its code, over a session by code, has failed', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.equal(client.state.verificationStep, 'verified');
  const same = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('offline'));
  await assert.rejects(same);
  assert.equal(client.state.verificationStep, 'verified');
  const other = client.loginByPhone(OTHER_PHONE);
  await backend.answer('requestCode', new AuthError('offline'));
  await assert.rejects(other);
  assert.deepEqual({ ...client.state, error: null }, { ...ANNA, verificationStep: 'none' });
  assert.deepEqual([client.flow.screen, client.flow.phone], ['signed-in', OTHER_PHONE]);
});

test('an account that needs a name, and another number whose code was requested: the name step, without a verified number', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  assert.equal(client.state.verificationStep, 'verified');
  const other = client.loginByPhone(OTHER_PHONE);
  await backend.answer('requestCode');
  await other;
  client.back();
  assert.deepEqual([client.flow.screen, client.state.verificationStep], ['name', 'none']);
});

for (const method of ['phone', 'password'] as const)
  test(`a session whose account needs a name stays too: it began with a ${method}`, async t => {
    const { client, backend, store } = setUpClient(t, { stored: stored({ displayName: null, method }) });
    await client.tryAutoLogin();
    const before = { ...client.state };
    const done = client.login('boris', 'another horse');
    assert.equal(client.flow.screen, 'name');
    await backend.answer('login', new AuthError('wrong-credentials'));
    await assert.rejects(done, { code: 'wrong-credentials' });
    assert.deepEqual({ ...client.state, error: null }, before);
    assert.equal(client.flow.screen, 'name');
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await requested;
    client.back();
    assert.equal(client.flow.screen, 'name');
    assert.deepEqual([store.stored?.token, backend.count('endSession')], ['token-1', 0]);
    // To leave the name itself ends the session.
    client.back();
    assert.deepEqual([store.stored, client.flow.screen], [null, 'credentials']);
  });

test('the old session ends on the server when the new one is there, and not before', async t => {
  const { client, backend, store, recorded } = await setUpSignedIn(t, { refreshToken: 'refresh-1' });
  const again = client.login('boris', 'another horse');
  await settle();
  assert.deepEqual([backend.count('endSession'), store.stored?.token], [0, 'token-1']);
  await backend.answer('login', BORIS);
  await again;
  assert.deepEqual(backend.last('endSession'), ['token-1']);
  assert.deepEqual(backend.calls.at(-1)?.options, { refreshToken: 'refresh-1' });
  assert.deepEqual([client.state.userId, store.stored?.token, recorded], ['u2', 'token-2', ['in u2']]);
  // Its late answer changes nothing about the new session.
  await backend.answer('endSession', new AuthError('session-expired'));
  await settle();
  assert.deepEqual([client.state.userId, store.stored?.token], ['u2', 'token-2']);
});

test('a session in a cookie is not ended: the cookie is the new one by then', async t => {
  const { client, backend } = await setUpSignedIn(t, { token: undefined });
  const again = client.login('boris', 'another horse');
  await backend.answer('login', { ...BORIS, token: undefined });
  await again;
  assert.equal(client.state.userId, 'u2');
  assert.equal(backend.count('endSession'), 0);
});

test('a server that answers with the same token has one session, which goes on', async t => {
  const { client, backend } = await setUpSignedIn(t);
  const again = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await again;
  assert.equal(backend.count('endSession'), 0);
});

test('a session that other tabs still use, because the storage refused the new one, is not ended', async t => {
  const { client, backend, store } = await setUpSignedIn(t);
  store.write = () => {
    throw new Error('full');
  };
  const again = client.login('boris', 'another horse');
  await backend.answer('login', BORIS);
  await again;
  assert.deepEqual([client.state.userId, client.persistent, backend.count('endSession')], ['u2', false, 0]);
  // The session in memory is used by nobody else.
  const third = client.login('clara', 'a third horse');
  await backend.answer('login', session({ user: 'u3', token: 'token-3' }));
  await third;
  assert.deepEqual(backend.last('endSession'), ['token-2']);
});

test('the same account again: the person is never signed out, and nobody is told about a sign-in', async t => {
  const { client, backend, store, recorded } = await setUpSignedIn(t);
  const states: object[] = [];
  client.subscribe(({ isAuthenticated, userId, isLoading }) => states.push({ isAuthenticated, userId, isLoading }));
  const again = client.login('anna', 'correct horse');
  await backend.answer('login', session({ token: 'token-2' }));
  await again;
  assert.deepEqual(states, [
    { isAuthenticated: true, userId: 'u1', isLoading: true },
    { isAuthenticated: true, userId: 'u1', isLoading: false },
  ]);
  assert.deepEqual([recorded, store.stored?.token], [[], 'token-2']);
  assert.deepEqual(backend.last('endSession'), ['token-1']);
});

test('another tab sees one change, from person to person, and no sign-out in between', async t => {
  const origin = new FakeOrigin();
  origin.stored = stored();
  const [here, there] = ['here', 'there'].map(() => {
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, store: origin.open() });
    t.after(() => client.dispose());
    const recorded = recordSignIns(client);
    return { backend, client, recorded };
  }) as [{ backend: HeldBackend; client: AuthClient; recorded: string[] }, { client: AuthClient; recorded: string[] }];
  await Promise.all([here.client.tryAutoLogin(), there.client.tryAutoLogin()]);
  const failed = here.client.login('boris', 'wrong horse');
  await here.backend.answer('login', new AuthError('wrong-credentials'));
  await assert.rejects(failed);
  const done = here.client.login('boris', 'another horse');
  await here.backend.answer('login', BORIS);
  await done;
  await settle();
  assert.deepEqual(there.recorded, ['in u1', 'in u2']);
  assert.deepEqual(here.recorded, ['in u1', 'in u2']);
});

test('a session that ends meanwhile does not end the sign-in', async t => {
  const { client, backend, store, recorded } = await setUpSignedIn(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  store.change(null);
  assert.deepEqual([client.state.isAuthenticated, client.flow.screen, recorded], [false, 'code', ['out other-tab']]);
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', BORIS);
  await done;
  assert.equal(client.state.userId, 'u2');
  assert.equal(backend.count('endSession'), 0);
});

test('a new name of the same account does not end the sign-in; another account does', async t => {
  const { client, backend, store } = await setUpSignedIn(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  store.change(stored({ displayName: 'Anna Maria' }));
  assert.deepEqual([client.state.displayName, client.flow.screen], ['Anna Maria', 'code']);
  store.change(stored({ user: 'u9', displayName: 'Ida', token: 'token-9' }));
  assert.deepEqual([client.state.userId, client.flow.screen], ['u9', 'signed-in']);
});

test('an observer that sends an event while the new session arrives does not cancel the sign-in', async t => {
  const store = new FakeStore();
  const backend = new HeldBackend();
  const [one, other] = [new AuthClient({ backend, store }), new AuthClient({ backend, store })];
  t.after(() => [one, other].forEach(client => client.dispose()));
  one.observe(() => {});
  const first = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await first;
  other.observe(({ type }) => {
    if (type === 'auth-change') one.replaceMode('register');
  });
  const again = one.login('boris', 'another horse');
  await backend.answer('login', BORIS);
  await again;
  assert.equal(one.state.userId, 'u2');
});

test('a sign-out cancels a sign-in over a session and ends that session', async t => {
  const { client, backend, store } = await setUpSignedIn(t);
  const done = client.login('boris', 'another horse');
  const signedOut = client.logout();
  await assert.rejects(done, { code: 'cancelled' });
  await backend.answer('endSession');
  await signedOut;
  assert.deepEqual([store.stored, client.state.isAuthenticated], [null, false]);
});

test('a session that is stored but was not restored ends on the server too when another one replaces it', async t => {
  const { client, backend } = setUpClient(t, { stored: stored({ token: 'token-0' }) });
  const done = client.login('boris', 'another horse');
  await backend.answer('login', BORIS);
  await done;
  assert.deepEqual(backend.last('endSession'), ['token-0']);
});
