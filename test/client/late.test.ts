// What comes late or from elsewhere: answers, sign-outs of others, a sign-in over a session that was never restored.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';
import { FakeServer } from '../support/fake-server.js';
import { FakePage } from '../support/page.js';
import { ANNA, AWAITED, NOBODY, PHONE, scene } from '../support/scene.js';

/** Who signed in and who left, as one client tells it. */
function recordPeople(client: AuthClient): string[] {
  const told: string[] = [];
  client.observe(notice => {
    if (notice.type === 'auth-signed-in') told.push(`in ${notice.userId}`);
    if (notice.type === 'auth-signed-out') told.push(`out ${notice.reason}`);
  });
  return told;
}

/** Two clients that share a keeper. */
function pair(t: TestContext, held: FakeStore['stored'] = null) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = held;
  const clients = [new AuthClient({ backend, store }), new AuthClient({ backend, store })] as const;
  t.after(() => clients.forEach(client => client.dispose()));
  return { backend, store, clients };
}

test('a sign-in as the person whose session was stored and never restored: renewed in time, and all are told', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
  const store = new FakeStore();
  store.stored = stored({ user: 'anna', displayName: 'Name of anna' });
  const [one, other] = [new AuthClient({ backend, store }), new AuthClient({ backend, store })];
  t.after(() => [one, other].forEach(client => client.dispose()));
  const told = recordPeople(other);
  await one.login('anna', 'correct horse');
  await settle();
  assert.deepEqual(told, ['in anna']);
  assert.equal(other.state.displayName, 'Name of anna');
  assert.equal(backend.count('renewSession'), 0);
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
  assert.ok(backend.knows(store.stored.token));
});

test('the same without anybody who looks: the session is renewed in time', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
  const store = new FakeStore();
  store.stored = stored({ user: 'anna', displayName: 'Name of anna' });
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('a session that ended while a client was at rest is told with its own reason: a sign-out', async t => {
  const { backend, clients } = pair(t);
  const [one, other] = clients;
  const rest = other.observe(() => {});
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.deepEqual({ ...other.state }, ANNA);
  rest();
  const out = one.logout();
  await backend.answer('endSession');
  await out;
  const told = recordPeople(other);
  assert.deepEqual(told, ['out logout']);
  assert.deepEqual({ ...other.state }, NOBODY);
});

test('a session that ended while a client was at rest is told with its own reason: the server ended it', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
  const store = new FakeStore();
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  backend.end(store.stored!.token);
  await clock.advance(825_000);
  assert.equal(store.stored, null);
  const told = recordPeople(client);
  assert.deepEqual(told, ['out session-expired']);
  assert.equal(client.state.error, 'Your session has ended. Please sign in again.');
});

test('a session that ended while a client was at rest is told with its own reason: another tab', async t => {
  const { backend, store, client } = scene(t);
  const resting = new AuthClient({ backend, store });
  t.after(() => resting.dispose());
  const rest = resting.observe(() => {});
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(resting.state.userId, 'u1');
  rest();
  store.change(null);
  assert.deepEqual(recordPeople(resting), ['out other-tab']);
});

test('a sign-out in another tab forgets the number and the name, as one here does', async t => {
  for (const signOut of ['here', 'elsewhere']) {
    const { client, backend, store } = scene(t);
    const asked = client.registerByPhone(PHONE, 'Anna');
    await backend.answer('requestCode');
    await asked;
    const done = client.verifyRegistrationSms('123456');
    await backend.answer('verifyCode', session());
    await done;
    assert.deepEqual([client.flow.screen, client.flow.phone], ['signed-in', PHONE]);
    if (signOut === 'elsewhere') store.change(null);
    else {
      const out = client.logout();
      await backend.answer('endSession');
      await out;
    }
    const { screen, phone, typedName, attemptsLeft, resend } = client.flow;
    assert.deepEqual(
      { screen, phone, typedName, attemptsLeft, resend },
      { screen: 'credentials', phone: null, typedName: null, attemptsLeft: null, resend: null },
      signOut,
    );
  }
});

for (const again of [{ idempotent: true }, new AuthError('too-soon', { retryAfter: 30 })]) {
  const how = again instanceof Error ? 'the last code still counts' : 'a new one was sent';

  test(`back while a code is submitted, forward, the same code: the same idempotency key (${how})`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ idempotent: true });
    const left = client.loginWithSmsCode('123456');
    await settle();
    client.back();
    await assert.rejects(left, { code: 'cancelled' });
    const asked = client.loginByPhone(PHONE);
    await backend.answer('requestCode', again);
    await asked;
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    const keys = backend.calls
      .filter(({ method }) => method === 'verifyCode')
      .map(({ options }) => (options as { idempotencyKey?: string }).idempotencyKey);
    assert.equal(keys.length, 2);
    assert.match(keys[0]!, /^\w+-\w+-\w+-\w+$/);
    assert.equal(keys[1], keys[0]);
  });
}

test('a late answer to who this is does not undo a name that was saved meanwhile', async t => {
  const { client, backend, store } = scene(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  assert.equal(client.flow.screen, 'name');
  await settle();
  assert.deepEqual(backend.open, ['getSession']);
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 1000 });
  await settle();
  assert.equal(store.stored?.displayName, 'Anna');
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('a name that comes from another tab ends «verified» as one that is typed here does', async t => {
  const { client, backend, store, awaitCode } = scene(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  store.change(stored());
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('a name that is told before the answer to its saving: saved, and not cancelled', async t => {
  const { client, backend } = scene(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  await named;
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('a session that another tab ended while the name was sent, before its event comes: nobody is signed in', async t => {
  const { client, backend, store } = scene(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const told = recordPeople(client);
  const named = client.verifyRegistrationSms('', 'Anna');
  await settle();
  store.stored = null;
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await assert.rejects(named, { code: 'cancelled' });
  assert.deepEqual(told, []);
  assert.deepEqual({ ...client.state }, NOBODY);
});

test('the server ends at one client’s restoration what another was signed in with offline', async t => {
  const clock = new FakeClock(t);
  const { backend, store, clients } = pair(t, stored({ obtainedAt: Date.now() - 5_000_000 }));
  const [offline, late] = clients;
  const told = recordPeople(offline);
  const first = offline.tryAutoLogin();
  await backend.answer('getSession', new AuthError('offline'));
  await first;
  assert.deepEqual({ ...offline.state }, ANNA);
  const second = late.tryAutoLogin();
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await second;
  await settle();
  assert.deepEqual(told, ['in u1', 'out session-expired']);
  assert.deepEqual({ ...offline.state }, { ...NOBODY, error: 'Your session has ended. Please sign in again.' });
  assert.equal(late.state.isAuthenticated, false);
  assert.equal(store.stored, null);
  // And nobody goes on renewing what is gone.
  await clock.advance(600_000);
  assert.equal(backend.count('renewSession'), 0);
});

test('a flow that a reload interrupted awaits its code while a session is looked for, too', async t => {
  new FakePage(t);
  const backend = new FakeBackend();
  const store = new FakeStore();
  const before = new AuthClient({ backend, store });
  const asked = before.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await asked;
  before.dispose();

  // Signed in elsewhere, so long ago that the server must be asked.
  store.stored = stored({ obtainedAt: Date.now() - 5_000_000 });
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  const states: object[] = [];
  client.subscribe(({ isLoading, phoneForVerification, verificationStep }) =>
    states.push({ isLoading, phoneForVerification, verificationStep }),
  );
  const { phoneForVerification, verificationStep } = AWAITED;
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.screen, 'restoring');
  assert.deepEqual({ ...client.state }, { ...AWAITED, isLoading: true });
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await restored;
  assert.deepEqual({ ...client.state }, AWAITED);
  assert.equal(client.flow.screen, 'code');
  assert.deepEqual(
    states,
    [true, false].map(isLoading => ({ isLoading, phoneForVerification, verificationStep })),
  );
});

test('a page that comes back from the cache has heard of nothing: it looks, and says what it finds', async t => {
  new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, store } = scene(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 900 });
  const told = recordPeople(client);
  const come = (held: FakeStore['stored']) => {
    store.stored = held;
    page.fire('pageshow');
  };
  come(stored({ user: 'u2', displayName: 'Boris', token: 'token-2' }));
  come(stored({ user: 'u2', displayName: 'Boris the Second', token: 'token-3' }));
  assert.deepEqual([client.state.displayName, await client.getToken()], ['Boris the Second', 'token-3']);
  come(null);
  come(stored());
  assert.deepEqual(told, ['in u2', 'out other-tab', 'in u1']);
});

test('«verified» lasts as long as the sign-in: through a renewal and another name, and not into another one', async t => {
  const { client, backend, store, awaitCode } = scene(t);
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
  test(`localStorage.clear() on this very page, which no event tells of: a sign-out ${how}`, async t => {
    const clock = new FakeClock(t);
    const page = new FakePage(t);
    const client = new AuthClient({ backend: new FakeServer() });
    const told = recordPeople(client);
    t.after(() => client.dispose());
    await client.login('anna', 'correct horse');
    page.localStorage.clear();
    await look(page, clock);
    assert.deepEqual(told, ['in anna', 'out other-tab']);
    assert.deepEqual([client.state.isAuthenticated, await client.getToken()], [false, null]);
    assert.equal(clock.pending, 0);
  });
}
