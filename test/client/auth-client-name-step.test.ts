// The screen that asks for the name: its step, and what happens if its session ends.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import type { StoredSession } from '../../src/core/stored-session.js';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

const GONE = { ...SIGNED_OUT, error: 'Your session has ended. Sign in again.' };

type Setup = ReturnType<typeof setUpClient>;

/** How an account without a name gets its session, and the step of the screen that asks for the name. */
const WAYS: Readonly<Record<string, readonly [(t: TestContext) => Promise<Setup>, 'none' | 'verified']>> = {
  'a sign-in by password': [
    async t => {
      const setup = setUpClient(t);
      await setup.signIn(session({ displayName: null }));
      return setup;
    },
    'none',
  ],
  'a sign-in by phone': [
    async t => {
      const setup = setUpClient(t);
      await setup.awaitCode();
      const done = setup.client.loginWithSmsCode('123456');
      await setup.backend.answer('verifyCode', session({ displayName: null }));
      await done;
      return setup;
    },
    'verified',
  ],
  'a restored sign-in by password': [t => restore(t, 'password'), 'none'],
  'a restored sign-in by phone': [t => restore(t, 'phone'), 'verified'],
  'a restored sign-in of an older version': [t => restore(t, undefined), 'verified'],
  'a sign-in by password in another tab': [t => signInElsewhere(t, 'password'), 'none'],
  'a sign-in by phone in another tab': [t => signInElsewhere(t, 'phone'), 'verified'],
};

async function restore(t: TestContext, method: StoredSession['method']): Promise<Setup> {
  const setup = setUpClient(t, { stored: stored({ displayName: null, method }) });
  await setup.client.tryAutoLogin();
  return setup;
}

async function signInElsewhere(t: TestContext, method: StoredSession['method']): Promise<Setup> {
  const setup = setUpClient(t);
  setup.store.change(stored({ displayName: null, method }));
  await settle();
  return setup;
}

for (const [way, [arrive, verificationStep]] of Object.entries(WAYS)) {
  test(`${way}, without a name: asked for it in the step ${verificationStep}, before and after`, async t => {
    const { client, backend } = await arrive(t);
    assert.equal(client.flow.screen, 'name');
    assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, verificationStep });
    const named = client.verifyRegistrationSms('', 'Anna');
    assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, verificationStep, isLoading: true });
    await backend.answer('setDisplayName', {});
    await named;
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep });
  });

  test(`${way}: the name comes from another tab`, async t => {
    const { client, store } = await arrive(t);
    store.change({ ...store.stored!, displayName: 'Anna' });
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep });
  });

  test(`${way}: after a name is refused, another can be sent`, async t => {
    const { client, backend } = await arrive(t);
    const refused = client.verifyRegistrationSms('', '-');
    await backend.answer('setDisplayName', new AuthError('policy', { field: 'displayName' }));
    await assert.rejects(refused, { code: 'policy' });
    assert.deepEqual([client.flow.screen, client.state.verificationStep], ['name', verificationStep]);
    const named = client.verifyRegistrationSms('', 'Anna');
    await backend.answer('setDisplayName', {});
    await named;
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep });
  });

  test(`${way}: back() first reads a name that another tab has stored and not yet told of`, async t => {
    const { client, backend, store } = await arrive(t);
    store.stored = { ...store.stored!, displayName: 'Anna' };
    client.back();
    assert.equal(store.stored.displayName, 'Anna');
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep });
    await settle();
    assert.equal(backend.count('endSession'), 0);
  });

  test(`${way}: back() during a renewal reads such a name too`, async t => {
    const clock = new FakeClock(t);
    const { client, backend, store } = await arrive(t);
    while (!backend.open.includes('renewSession')) await clock.advance(1000);
    store.stored = { ...store.stored!, displayName: 'Anna' };
    client.back();
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep });
    await settle();
    assert.equal(backend.count('endSession'), 0);
  });

  test(`${way}: back() ends the session`, async t => {
    const { client, backend, store } = await arrive(t);
    client.back();
    assert.deepEqual({ ...client.state }, SIGNED_OUT);
    assert.equal(store.stored, null);
    await settle();
    assert.deepEqual(backend.last('endSession'), ['token-1']);
  });

  test(`${way}: the storage was cleared on this page, so the name leads to the form at once`, async t => {
    const { client, backend, store } = await arrive(t);
    store.stored = null;
    await assert.rejects(client.verifyRegistrationSms('', 'Anna'), { code: 'session-expired', message: GONE.error });
    assert.deepEqual({ ...client.state }, GONE);
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(backend.count('setDisplayName'), 0);
  });

  test(`${way}: the server has ended the session`, async t => {
    const { client, backend } = await arrive(t);
    const named = client.verifyRegistrationSms('', 'Anna');
    await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
    await assert.rejects(named, { code: 'session-expired', message: GONE.error });
    assert.deepEqual({ ...client.state }, GONE);
  });

  test(`${way}: another tab has removed the record`, async t => {
    const { client, store } = await arrive(t);
    store.change(null);
    assert.deepEqual({ ...client.state }, GONE);
    assert.equal(client.flow.screen, 'credentials');
  });

  test(`${way}: another tab removes the record while the name is saved`, async t => {
    const { client, store } = await arrive(t);
    const named = client.verifyRegistrationSms('', 'Anna');
    store.change(null);
    await assert.rejects(named, { code: 'session-expired' });
    assert.deepEqual({ ...client.state }, GONE);
  });
}

test('back() of a client that has been disposed of does not make its keeper watch the store again', async t => {
  const { client, store } = await restore(t, 'phone');
  client.dispose();
  client.back();
  assert.equal(store.listeners.size, 0);
  assert.notEqual(store.stored, null);
});

test('after the stored session was lost, the number is still in the form', async t => {
  const { client, store } = await WAYS['a sign-in by phone']![0](t);
  store.stored = null;
  await assert.rejects(client.verifyRegistrationSms('', 'Anna'), { code: 'session-expired' });
  assert.equal(client.flow.phone, PHONE);
});

test('an account that a password sign-in has created counts as new once it has its name', async t => {
  const { client, backend, signIn } = setUpClient(t);
  await signIn(session({ displayName: null, created: true }));
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', {});
  await named;
  assert.equal(client.state.isAuthenticated, true);
  assert.equal(client.flow.created, true);
});

test('a sign-out on this page while the name is asked for: no error', async t => {
  const { client } = await restore(t, 'phone');
  const done = client.logout();
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, isLoading: true });
  await assert.doesNotReject(Promise.race([done, settle()]));
  assert.equal(client.state.error, null);
  client.dispose();
  await done.catch(() => {});
});

test('the sign-in method of an account with a name changes nothing', async t => {
  new FakeClock(t);
  const { client, store } = setUpClient(t, { stored: stored({ method: 'password' }) });
  await client.tryAutoLogin();
  store.change(stored({ method: 'phone', token: 'token-2' }));
  assert.deepEqual({ ...client.state }, ANNA);
});
