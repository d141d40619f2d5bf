// The display name of an account: asked for in the step `verified`, and sent with or after the code.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../support/held-backend.js';
import { ANNA, PHONE, PHONE_TEXT, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

test('loginWithSmsCode: an account without a name resolves in verified, not yet authenticated', async t => {
  const { client, backend, store, awaitCode, takeNotices } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, verificationStep: 'verified' });
  assert.equal(client.flow.screen, 'name');
  assert.deepEqual(takeNotices(), ['auth-change', 'auth-change']);
  // The session is stored, so a reload needs no other code.
  assert.equal(store.stored?.displayName, null);
});

test('verifyRegistrationSms: in verified only the name is sent', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('123456', ' Anna ');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.equal(backend.count('verifyCode'), 1);
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('registerByPhone keeps the name for verifyRegistrationSms(code)', async t => {
  const { client, backend, store } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('verifyRegistrationSms(code, name): its name replaces the one from registerByPhone', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456', 'Maria');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Maria' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Maria']);
  assert.equal(client.state.displayName, 'Maria');
});

test('a name that comes with a code that can not be right is saved with the right code', async t => {
  for (const code of ['000000', '']) {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    const wrong = client.verifyRegistrationSms('000000', 'Vera');
    await backend.answer('verifyCode', new AuthError('wrong-code'));
    await assert.rejects(wrong, { code: 'wrong-code' });
    await assert.rejects(client.verifyRegistrationSms(code, 'Anna'), { code: code ? 'wrong-code' : 'invalid-code' });
    assert.equal(client.flow.typedName, 'Anna');
    const done = client.loginWithSmsCode('123456');
    // Another name, while the right code is under way.
    await assert.rejects(client.verifyRegistrationSms(code, 'Maria'), { code: code ? 'wrong-code' : 'invalid-code' });
    assert.deepEqual([client.state.isLoading, client.state.error], [true, null]);
    // A code alone takes no name away.
    await assert.rejects(client.loginWithSmsCode('000000'), { code: 'wrong-code' });
    await backend.answer('verifyCode', session({ displayName: null }));
    await backend.answer('setDisplayName', { user: 'u1', displayName: 'Maria' });
    await done;
    assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Maria']);
    assert.equal(backend.count('verifyCode'), 2);
  }
});

test('after a rejected name only the name is sent again, not the code', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy', field: 'displayName' });
  assert.equal(client.state.verificationStep, 'verified');
  assert.equal(client.state.error, 'That can’t be used. Enter something else.');
  assert.equal(client.flow.typedName, 'Anna');
  const again = client.verifyRegistrationSms('', 'Ann');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Ann' });
  await again;
  assert.equal(backend.count('verifyCode'), 1);
  assert.equal(client.state.displayName, 'Ann');
});

test('after a name that could not be saved, the same call saves the kept name, and sends no code', async t => {
  for (const operation of ['verifyRegistrationSms', 'loginWithSmsCode'] as const) {
    const { client, backend } = setUpClient(t);
    const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
    await backend.answer('requestCode');
    await requested;
    const failed = client[operation]('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await backend.answer('setDisplayName', new AuthError('server', { status: 500 }));
    await assert.rejects(failed, { code: 'server' });
    const again = client[operation]('123456');
    await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
    await again;
    assert.equal(backend.count('verifyCode'), 1);
    assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  }
});

test('in verified, a code without any name is refused', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  await assert.rejects(client.verifyRegistrationSms('123456'), { code: 'code-expired' });
  assert.equal(backend.count('setDisplayName'), 0);
});

test('a rejected name stays in flow.failure without observers too', async t => {
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, store: new FakeStore() });
  t.after(() => client.dispose());
  const requested = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null, created: false }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy' });
  assert.deepEqual([client.flow.failure?.code, client.state.verificationStep], ['policy', 'verified']);
});

test('a session that ends while the name is saved: back to the form with session-expired', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.equal(client.state.verificationStep, 'none');
  assert.equal(client.flow.screen, 'credentials');
  assert.equal(store.stored, null);
});

/** A client in the step of the name, which sends the name; the server refuses its token. */
async function refuseToken(t: TestContext, change: (setup: ReturnType<typeof setUpClient>) => void, overrides = {}) {
  const setup = setUpClient(t);
  await setup.awaitCode();
  const confirmed = setup.client.loginWithSmsCode('123456');
  await setup.backend.answer('verifyCode', session({ displayName: null, ...overrides }));
  await confirmed;
  const named = setup.client.verifyRegistrationSms('', 'Anna');
  await settle();
  change(setup);
  await setup.backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  return { ...setup, named };
}

const renewedElsewhere = (overrides = {}) =>
  stored({ displayName: null, token: 'token-2', method: 'phone', ...overrides });

test('a token that another tab has renewed meanwhile: the name is sent again with the new one', async t => {
  // Its storage event has not arrived yet.
  const { client, backend, store, named } = await refuseToken(t, ({ store }) => {
    store.stored = renewedElsewhere();
  });
  await settle();
  assert.deepEqual(backend.last('setDisplayName'), ['token-2', 'Anna']);
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.deepEqual([store.stored?.token, store.stored?.displayName], ['token-2', 'Anna']);
});

test('a token that another tab has renewed and that is refused too: the session is over, after one repetition', async t => {
  const { client, backend, store, named } = await refuseToken(t, ({ store }) => {
    store.stored = renewedElsewhere();
  });
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.deepEqual([backend.count('setDisplayName'), store.stored, client.flow.screen], [2, null, 'credentials']);
});

test('a name is sent at most twice, however often another tab renews the token', async t => {
  const { backend, store, named } = await refuseToken(t, ({ store }) => {
    store.stored = renewedElsewhere();
  });
  await settle();
  store.stored = renewedElsewhere({ token: 'token-3' });
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.equal(backend.count('setDisplayName'), 2);
});

test('a name is not sent to the account of another person who has signed in elsewhere', async t => {
  const { backend, store, named } = await refuseToken(t, ({ store }) => {
    store.stored = renewedElsewhere({ user: 'u2' });
  });
  await assert.rejects(named, { code: 'cancelled' });
  assert.deepEqual([backend.count('setDisplayName'), store.stored?.user], [1, 'u2']);
});

test('a name is not sent again after the person has gone back', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const refusals: ((error: unknown) => void)[] = [];
  // This backend ignores the signal.
  backend.setDisplayName = () => new Promise((_, reject) => refusals.push(reject));
  const named = client.verifyRegistrationSms('', 'Anna');
  await settle();
  client.back();
  await assert.rejects(named, { code: 'cancelled' });
  store.stored = renewedElsewhere();
  refusals[0]!(new AuthError('session-expired', { status: 401 }));
  await settle();
  assert.equal(refusals.length, 1);
});

test('a session with a refresh token is renewed, and the name is sent with its new token', async t => {
  const { client, backend, named } = await refuseToken(t, () => {}, { refreshToken: 'refresh-1' });
  await backend.answer('renewSession', session({ displayName: null, token: 'token-2', refreshToken: 'refresh-2' }));
  await settle();
  assert.deepEqual(backend.last('setDisplayName'), ['token-2', 'Anna']);
  await backend.answer('setDisplayName');
  await named;
  assert.equal(client.state.displayName, 'Anna');
});

for (const code of ['network', 'server'] as const)
  test(`a renewal after a refused token that fails with ${code}: the name is not saved, and the session stays`, async t => {
    const { client, backend, store, named } = await refuseToken(t, () => {}, { refreshToken: 'refresh-1' });
    await backend.answer('renewSession', new AuthError(code, { retryAfter: 30 }));
    await assert.rejects(named, { code, retryAfter: 30 });
    assert.deepEqual([client.flow.screen, client.flow.failure?.code, store.stored?.token], ['name', code, 'token-1']);
  });

test('a renewal after a refused token that is refused too: the session is over', async t => {
  const { client, backend, store, named } = await refuseToken(t, () => {}, { refreshToken: 'refresh-1' });
  await backend.answer('renewSession', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.deepEqual([client.flow.screen, store.stored], ['credentials', null]);
});

test('a server that keeps no names signs in without one', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', { user: 'u1', token: 'token-1', expiresIn: 1000 });
  await done;
  assert.deepEqual({ ...client.state }, { ...ANNA, displayName: null, verificationStep: 'verified' });
});
