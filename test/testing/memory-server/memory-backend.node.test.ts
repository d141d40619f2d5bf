// The server in memory with a client: what a test of an app can arrange.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import type { AuthErrorCode } from '../../../src/core/auth-error.js';
import { MemoryBackend, MemoryStore, mockServer, type FaultCode } from '../../../src/testing/index.js';

const PHONE = '8 916 123-45-67';

function start(t: TestContext, backend = new MemoryBackend(), store = new MemoryStore()) {
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  return { backend, store, client };
}

test('a signed-in person in three lines', async t => {
  const backend = new MemoryBackend();
  const client = new AuthClient({ backend, store: backend.signIn({ displayName: 'Anna' }) });
  await client.tryAutoLogin();
  t.after(() => client.dispose());
  const { isAuthenticated, userId, displayName } = client.state;
  assert.deepEqual(
    { isAuthenticated, userId, displayName },
    { isAuthenticated: true, userId: 'user-1', displayName: 'Anna' },
  );
  assert.match((await client.getToken()) ?? '', /^test-/);
});

test('signIn: the account of the number or login, or a new one', async t => {
  const backend = new MemoryBackend();
  const anna = backend.addAccount({ phone: PHONE, displayName: 'Anna', user: 'u-anna' });
  const boris = backend.addAccount({ login: 'Boris', password: 'correct horse' });
  assert.deepEqual(
    [anna, boris],
    [
      { user: 'u-anna', displayName: 'Anna' },
      { user: 'user-2', displayName: 'boris' },
    ],
  );
  const { v, user, displayName, method } = backend.signIn({ phone: '+7 (916) 123-45-67' }).read()!;
  assert.deepEqual({ v, user, displayName, method }, { v: 1, user: 'u-anna', displayName: 'Anna', method: 'phone' });
  assert.equal(backend.signIn({ login: 'boris' }).read()?.user, 'user-2');
  assert.equal(backend.signIn({ login: 'boris' }).read()?.method, 'password');
  assert.equal(backend.signIn().read()?.displayName, 'Test User');
  // The person who was signed in without a number has the first test number.
  const { client } = start(t, backend);
  await client.loginByPhone('79990000001');
  await client.loginWithSmsCode('111111');
  assert.equal(client.state.displayName, 'Test User');
});

test("signIn: an account without a name is asked for one, and the app's store gets the session", async t => {
  const backend = new MemoryBackend();
  const store = new MemoryStore();
  assert.equal(backend.signIn({ displayName: null }, store), store);
  const { client } = start(t, backend, store);
  await client.tryAutoLogin();
  assert.equal(client.flow.screen, 'name');
  await client.verifyRegistrationSms('', 'Anna');
  assert.equal(client.state.displayName, 'Anna');
});

test('setups that nobody could have are refused', () => {
  const backend = new MemoryBackend();
  backend.addAccount({ phone: PHONE, login: 'anna', user: 'u1' });
  for (const setup of [
    { phone: '123' },
    { login: 'x' },
    { login: 'boris', password: 'short' },
    { password: 'correct horse' },
    { phone: PHONE },
    { login: 'ANNA' },
    { user: 'u1' },
  ])
    assert.throws(() => backend.addAccount(setup), TypeError, JSON.stringify(setup));
  assert.throws(() => new MemoryBackend({ testNumbers: { 1: '1' } }), TypeError);
});

test('the SMS, and the code of a number', async t => {
  const { backend, client } = start(t);
  assert.throws(() => backend.codeFor(PHONE), /No code can be entered/);
  await client.loginByPhone(PHONE);
  const [sms] = backend.sentSms;
  assert.equal(sms?.phone, '79161234567');
  assert.equal(backend.codeFor(PHONE), sms.code);
  assert.match(sms.code, /^\d{6}$/);
  await client.loginByPhone('79990000001');
  assert.equal(backend.sentSms.length, 1, 'a test number gets no SMS');
  assert.equal(backend.codeFor('79990000001'), '111111');
  await client.loginWithSmsCode('111111');
  assert.throws(() => backend.codeFor('79990000001'), /No code can be entered/);
});

test('settings: test numbers in any spelling, shorter codes, other limits', async t => {
  const testNumbers = { '8 (916) 000-00-00': '4242' };
  const { backend, client } = start(
    t,
    new MemoryBackend({ testNumbers, codeLength: 4, sendInterval: 10, maxAttempts: 1 }),
  );
  await client.loginByPhone('79160000000');
  assert.equal(client.flow.codeLength, 4);
  await client.loginWithSmsCode('4242');
  client.back();
  await client.logout();
  await client.loginByPhone(PHONE);
  assert.equal(backend.codeFor(PHONE).length, 4);
  assert.equal(client.flow.resend?.seconds, 10);
  await assert.rejects(client.loginWithSmsCode('0000'), { code: 'blocked', retryAfter: 900 });
});

test('the clock: the next code, the expiry of a code, the end of a block', async t => {
  const { backend, client } = start(t);
  await client.loginByPhone(PHONE);
  const first = backend.codeFor(PHONE);
  await assert.rejects(backend.requestCode('79161234567'), { code: 'too-soon', retryAfter: 60 });
  backend.clock.advance(60);
  await client.loginByPhone(PHONE);
  assert.notEqual(backend.codeFor(PHONE), first, 'another code');
  backend.clock.advance(300);
  await assert.rejects(client.loginWithSmsCode(first), { code: 'code-expired' });
  backend.clock.advance(60);
  await client.loginByPhone(PHONE);
  for (const [code, error] of [
    ['000000', 'wrong-code'],
    ['000001', 'wrong-code'],
    ['000002', 'blocked'],
  ] as const)
    await assert.rejects(client.loginWithSmsCode(code), { code: error });
  await assert.rejects(backend.requestCode('79161234567'), { code: 'blocked' });
  backend.clock.advance(900);
  assert.equal((await backend.requestCode('79161234567')).resendIn, 60);
});

test('the clock of the backend follows Date', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const backend = new MemoryBackend();
  await backend.requestCode('79161234567');
  t.mock.timers.tick(59_999);
  await assert.rejects(backend.requestCode('79161234567'), { code: 'too-soon', retryAfter: 1 });
  t.mock.timers.tick(1);
  await backend.requestCode('79161234567');
  assert.deepEqual(
    backend.sentSms.map(({ sentAt }) => sentAt),
    [1_000_000, 1_060_000],
  );
});

test('sessions expire by the clock, and all of them end on demand', async t => {
  t.mock.timers.enable({ apis: ['Date'] }); // a millisecond that passes makes a whole second less
  const backend = new MemoryBackend({ tokenTtl: 100 });
  const token = backend.signIn().read()!.token!;
  backend.clock.advance(99);
  const renewed = (await backend.renewSession(token)).token!;
  backend.clock.advance(60);
  await assert.rejects(backend.getSession(token), { code: 'session-expired', status: 401 });
  assert.equal((await backend.getSession(renewed)).expiresIn, 40);
  backend.endSessions();
  await assert.rejects(backend.getSession(renewed), { code: 'session-expired' });
});

test('a token that is renewed again before its successor is used gets the same successor, with a full lifetime', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  const backend = new MemoryBackend({ tokenTtl: 100 });
  const token = backend.signIn().read()!.token!;
  const { token: successor, expiresIn } = await backend.renewSession(token);
  assert.equal(expiresIn, 100);
  backend.clock.advance(50);
  const again = await backend.renewSession(token);
  assert.deepEqual([again.token, again.expiresIn], [successor, 100]);
  backend.clock.advance(49);
  assert.equal((await backend.getSession(successor!)).expiresIn, 51);
  const other = await backend.renewSession(token);
  assert.notEqual(other.token, successor, 'after the first use, another one');
  await backend.getSession(successor!);
  assert.equal((await backend.getSession(other.token!)).expiresIn, 100);
});

test('failNext: the next call with that name fails once, without an effect', async t => {
  const { backend, client } = start(t);
  backend.failNext('requestCode', { code: 'too-many-requests', retryAfter: 30 });
  backend.failNext('requestCode', 'sms-failed');
  backend.failNext('login', 'server');
  await assert.rejects(client.loginByPhone(PHONE), { code: 'too-many-requests', retryAfter: 30, status: 429 });
  await assert.rejects(client.loginByPhone(PHONE), { code: 'sms-failed', status: 503 });
  await client.loginByPhone(PHONE);
  assert.equal(backend.sentSms.length, 1);
  await assert.rejects(client.login('anna', 'correct horse'), { code: 'server' });
  assert.deepEqual(backend.calls, ['requestCode', 'requestCode', 'requestCode', 'login']);
});

for (const through of ['the port', 'mockServer'])
  test(`failNext: a challenge, through ${through}: the property is asked, and the call is repeated once`, async t => {
    const backend = new MemoryBackend();
    const isMocked = through === 'mockServer';
    if (isMocked) t.after(mockServer(backend));
    const asked: unknown[] = [];
    const client = new AuthClient({
      ...(isMocked ? { baseUrl: 'https://chat.example.com/api' } : { backend }),
      store: new MemoryStore(),
      challenge: request => (asked.push(request), Promise.resolve('token')),
    });
    t.after(() => client.dispose());
    const challenge = { type: 'turnstile', siteKey: 'key-1' };
    backend.failNext('requestCode', { code: 'challenge', challenge });
    await client.loginByPhone(PHONE);
    assert.deepEqual(asked, [challenge]);
    assert.deepEqual([backend.calls, backend.sentSms.length], [['requestCode', 'requestCode'], 1]);
  });

for (const through of ['the port', 'mockServer'])
  test(`failNext: a broken rule without a field, through ${through}, is one of the field of the call`, async t => {
    const backend = new MemoryBackend();
    const isMocked = through === 'mockServer';
    if (isMocked) t.after(mockServer(backend));
    const options = isMocked ? { baseUrl: 'https://chat.example.com/api' } : { backend };
    const client = new AuthClient({ ...options, store: new MemoryStore() });
    t.after(() => client.dispose());
    backend.failNext('login', 'policy');
    await assert.rejects(client.login('anna', 'correct horse'), { code: 'policy', field: 'password', status: 422 });
    backend.failNext('login', { code: 'policy', field: 'login' });
    await assert.rejects(client.login('anna', 'correct horse'), { code: 'policy', field: 'login' });
    await client.registerByPhone(PHONE, 'Anna');
    backend.failNext('setDisplayName', 'policy');
    await assert.rejects(client.verifyRegistrationSms(backend.codeFor(PHONE), 'Anna'), {
      code: 'policy',
      field: 'displayName',
    });
  });

test('isOffline: every call without a fault of its own fails, and so does one that is released', async t => {
  const { backend, client } = start(t);
  backend.isOffline = true;
  await assert.rejects(client.loginByPhone(PHONE), { code: 'offline' });
  await assert.rejects(client.login('anna', 'correct horse'), { code: 'offline' });
  backend.failNext('login', 'server');
  await assert.rejects(client.login('anna', 'correct horse'), { code: 'server' });
  backend.isOffline = false;
  const stalled = backend.stallNext('login');
  const signedIn = client.login('anna', 'correct horse');
  await stalled.started;
  backend.isOffline = true;
  stalled.release();
  await assert.rejects(signedIn, { code: 'offline' });
  backend.isOffline = false;
  await client.login('anna', 'correct horse');
});

test('stallNext: the call waits until it is released, then continues or fails, and ends with its signal', async t => {
  const { backend, client } = start(t);
  const first = backend.stallNext('requestCode');
  const requested = client.loginByPhone(PHONE);
  await first.started;
  assert.equal(client.state.isLoading, true);
  assert.equal(backend.sentSms.length, 0);
  first.release();
  await requested;
  assert.equal(backend.sentSms.length, 1);

  const second = backend.stallNext('verifyCode');
  const submitted = client.loginWithSmsCode(backend.codeFor(PHONE));
  await second.started;
  second.release('server');
  await assert.rejects(submitted, { code: 'server' });

  const third = backend.stallNext('login');
  const signedIn = client.login('anna', 'correct horse');
  await third.started;
  client.back();
  await assert.rejects(signedIn, { code: 'cancelled' });
  third.release();
  assert.equal(client.state.isAuthenticated, false);
});

test('a sign-out in another tab', async t => {
  const backend = new MemoryBackend();
  const { client, store } = start(t, backend, backend.signIn());
  await client.tryAutoLogin();
  const states: boolean[] = [];
  client.subscribe(({ isAuthenticated }) => states.push(isAuthenticated));
  store.changeInOtherTab(null);
  assert.deepEqual(states, [false]);
  assert.equal(await client.getToken(), null);
});

test('a store that does not persist', t => {
  const store = new MemoryStore();
  assert.equal(start(t, new MemoryBackend(), store).client.persistent, true);
  store.persistent = false;
  assert.equal(start(t, new MemoryBackend(), store).client.persistent, false);
});

const FAULTS = {
  'invalid-phone': 'invalid-phone',
  'invalid-request': 'invalid-request',
  'wrong-code': 'wrong-code',
  'wrong-credentials': 'wrong-credentials',
  'session-expired': 'session-expired',
  challenge: 'challenge',
  'code-expired': 'code-expired',
  policy: 'policy',
  'too-soon': 'too-soon',
  blocked: 'blocked',
  'too-many-requests': 'too-many-requests',
  server: 'server',
  'sms-failed': 'sms-failed',
  'invalid-response': 'invalid-response',
  // Without an answer, the client can't distinguish these.
  offline: 'network',
  network: 'network',
  timeout: 'network',
} as const satisfies Record<FaultCode, AuthErrorCode>;

test('mockServer: the REST backend reads every fault as intended', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const rest = new RestBackend('https://chat.example.com/api');
  for (const [code, expected] of Object.entries(FAULTS) as [FaultCode, AuthErrorCode][]) {
    const field = code === 'policy' ? 'login' : undefined;
    backend.failNext('requestCode', { code, retryAfter: 7, attemptsLeft: 1, field });
    const error = await rest.requestCode('79161234567', {}).catch((thrown: unknown) => thrown as AuthErrorLike);
    assert.equal((error as AuthErrorLike).code, expected, code);
    if (code === 'blocked') assert.equal((error as AuthErrorLike).retryAfter, 7);
    if (code === 'wrong-code') assert.equal((error as AuthErrorLike).attemptsLeft, 1);
    if (code === 'policy') assert.equal((error as AuthErrorLike).field, 'login');
  }
});

interface AuthErrorLike {
  readonly code: AuthErrorCode;
  readonly retryAfter?: number;
  readonly attemptsLeft?: number;
  readonly field?: string;
}

test('mockServer: the holder of a code, and a device that is known, have tries that strangers cannot use up', async t => {
  const backend = new MemoryBackend();
  const undo = mockServer(backend);
  t.after(undo);
  const rest = new RestBackend('https://api.test');
  const phone = '79161234567';
  const { state } = await rest.requestCode(phone, {});
  await assert.rejects(rest.verifyCode(phone, '000000', { state }), { code: 'wrong-code', attemptsLeft: 2 });
  await assert.rejects(rest.verifyCode(phone, '000001', {}), { code: 'wrong-code', attemptsLeft: 0 });
  await assert.rejects(rest.verifyCode(phone, backend.codeFor(phone), {}), { code: 'code-expired' });
  const device = (await rest.verifyCode(phone, backend.codeFor(phone), { state }))?.device;
  backend.clock.advance(60);
  const again = await rest.requestCode(phone, {});
  assert.notEqual(again.state, state);
  await assert.rejects(rest.verifyCode(phone, '000000', again), { code: 'wrong-code', attemptsLeft: 2 });
  await assert.rejects(rest.verifyCode(phone, '000001', { device }), { code: 'wrong-code', attemptsLeft: 1 });
  await assert.rejects(rest.verifyCode(phone, '000001', {}), { code: 'wrong-code', attemptsLeft: 0 });
  // The third comparison was the last one.
  await assert.rejects(rest.verifyCode(phone, '000002', again), { code: 'code-expired' });
  backend.clock.advance(60);
  const third = await rest.requestCode(phone, {});
  await assert.rejects(rest.verifyCode(phone, '000000', third), { code: 'blocked' });
});

test('a state and the memory of a device begin with what they are', async () => {
  const backend = new MemoryBackend();
  const phone = '79161234567';
  const { state } = await backend.requestCode(phone);
  const { device } = await backend.verifyCode(phone, backend.codeFor(phone));
  assert.match(state!, /^state-\d/);
  assert.match(device!, /^device-\d/);
});

test('a number that can get no SMS is refused', async () => {
  const backend = new MemoryBackend();
  // Numbers of no country's mobile phones: mutation tests load all test files into one process, and some import countries.
  for (const phone of ['74951234567', '71234567890', '70000000000']) {
    const refused = { code: 'invalid-phone', status: 400 };
    await assert.rejects(backend.requestCode(phone), refused);
    await assert.rejects(backend.verifyCode(phone, '123456'), refused);
  }
  assert.deepEqual(backend.sentSms, []);
});

test('mockServer: answers the protocol on any host, leaves other calls alone, and can be undone', async t => {
  const before = globalThis.fetch;
  const others: unknown[] = [];
  globalThis.fetch = input => {
    others.push(input);
    return Promise.resolve(new Response('other'));
  };
  t.after(() => {
    globalThis.fetch = before;
  });
  const own = globalThis.fetch;
  const backend = new MemoryBackend();
  const stop = mockServer(backend);
  const client = new AuthClient({ baseUrl: 'https://chat.example.com/api/', store: backend.signIn() });
  t.after(() => client.dispose());
  await client.tryAutoLogin();
  const token = await client.getToken();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(new Request('https://chat.example.com/api/v1/session', { headers }));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(((await answer.json()) as { params: { user: string } }).params.user, 'user-1');
  assert.equal(await (await fetch('https://chat.example.com/v1/messages')).text(), 'other');
  assert.equal(await (await fetch(new URL('https://example.org/'))).text(), 'other');
  assert.equal(others.length, 2);
  stop();
  assert.equal(globalThis.fetch, own);
});

test('mockServer: an aborted call ends at once', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const call = backend.stallNext('login');
  const controller = new AbortController();
  const signedIn = new RestBackend('https://chat.example.com').login('anna', 'correct horse', {
    signal: controller.signal,
  });
  await call.started;
  controller.abort();
  await assert.rejects(signedIn, { code: 'cancelled' });
});
