// What other tabs do to the session, and what the page missed, while this client is in use.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { AuthClient } from '../../src/client/auth-client.js';
import { recordSignIns } from '../support/clients.js';
import { FakeClock, settle } from '../support/clock.js';
import { type FakeStore, session, stored } from '../support/held-backend.js';
import { SessionServer } from '../support/session-servers.js';
import { FakePage } from '../support/page.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

test('a sign-out clears the number and the name, here and from another tab', async t => {
  for (const signOut of ['here', 'elsewhere']) {
    const { client, backend, store } = setUpClient(t);
    const requested = client.registerByPhone(PHONE, 'Anna');
    await backend.answer('requestCode');
    await requested;
    const done = client.verifyRegistrationSms('123456');
    await backend.answer('verifyCode', session());
    await done;
    assert.deepEqual([client.flow.screen, client.flow.phone], ['signed-in', PHONE]);
    if (signOut === 'elsewhere') store.change(null);
    else {
      const signedOut = client.logout();
      await backend.answer('endSession');
      await signedOut;
    }
    const { screen, phone, typedName, attemptsLeft, resend } = client.flow;
    assert.deepEqual(
      { screen, phone, typedName, attemptsLeft, resend },
      { screen: 'credentials', phone: null, typedName: null, attemptsLeft: null, resend: null },
      signOut,
    );
  }
});

test('a name that another tab saves signs this client in from the step verified', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  store.change(stored());
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('saving a name resolves if the check of the session brings the name first', async t => {
  const { client, backend } = setUpClient(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  await named;
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('saving a name does not sign in if another tab has ended the session, before its storage event arrives', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const recorded = recordSignIns(client);
  const named = client.verifyRegistrationSms('', 'Anna');
  await settle();
  store.stored = null;
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await assert.rejects(named, { code: 'session-expired' });
  assert.deepEqual(recorded, []);
  assert.deepEqual({ ...client.state, error: null }, SIGNED_OUT);
});

test('an account that needs a name replaces one that has it: the reason is not the one of an earlier sign-out', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session());
  store.stored = stored({ obtainedAt: 0 });
  void client.getToken();
  await backend.answer('renewSession', new AuthError('session-expired'));
  await settle();
  store.change(stored({ token: 'token-2' }));
  const recorded = recordSignIns(client);
  store.change(stored({ user: 'u2', displayName: null, token: 'token-3' }));
  assert.deepEqual(recorded, ['out other-tab']);
});

test('a page that comes back from the back/forward cache reports how the session has changed', async t => {
  new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, store } = setUpClient(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 900 });
  const recorded = recordSignIns(client);
  const returnFromCache = (storedSession: FakeStore['stored']) => {
    store.stored = storedSession;
    page.fire('pageshow');
  };
  returnFromCache(stored({ user: 'u2', displayName: 'Boris', token: 'token-2' }));
  returnFromCache(stored({ user: 'u2', displayName: 'Boris the Second', token: 'token-3' }));
  assert.deepEqual([client.state.displayName, await client.getToken()], ['Boris the Second', 'token-3']);
  returnFromCache(null);
  returnFromCache(stored());
  assert.deepEqual(recorded, ['in u2', 'out other-tab', 'in u1']);
});

test('the step verified lasts through a renewal and a change of name, and not into another sign-in', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  const step = () => [client.state.userId, client.state.displayName, client.state.verificationStep];
  store.change(stored({ token: 'token-2' }));
  assert.deepEqual(step(), ['u1', 'Anna', 'verified']);
  store.change(stored({ token: 'token-2', displayName: 'Anna Maria' }));
  assert.deepEqual(step(), ['u1', 'Anna Maria', 'verified']);
  await client.tryAutoLogin();
  assert.deepEqual(step(), ['u1', 'Anna Maria', 'verified']);
  store.change(stored({ user: 'u2', displayName: 'Boris', token: 'token-3' }));
  assert.deepEqual(step(), ['u2', 'Boris', 'none']);
});

for (const [how, look] of [
  ['when the tab is shown', page => page.show()],
  ['within half a minute', (_, clock) => clock.advance(30_000)],
] satisfies [string, (page: FakePage, clock: FakeClock) => unknown][]) {
  test(`localStorage.clear() on the same page, which fires no storage event, is noticed ${how}`, async t => {
    const clock = new FakeClock(t);
    const page = new FakePage(t);
    const client = new AuthClient({ backend: new SessionServer() });
    const recorded = recordSignIns(client);
    t.after(() => client.dispose());
    await client.login('anna', 'correct horse');
    page.localStorage.clear();
    await look(page, clock);
    assert.deepEqual(recorded, ['in anna', 'out other-tab']);
    assert.deepEqual([client.state.isAuthenticated, await client.getToken()], [false, null]);
    assert.equal(clock.pending, 0);
  });
}
