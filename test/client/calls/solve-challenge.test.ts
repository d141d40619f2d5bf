// Challenges: the page solves the server's challenge, and the call is made once more (docs/client.md#challenges).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { ChallengeSolver } from '../../../src/client/calls/solve-challenge.js';
import { AuthError, type ChallengeRequest } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { session } from '../../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SMS_SENT } from '../../support/client-setup.js';
import { envelope, startRawServer } from '../../support/raw-server.js';

const CHALLENGE = { type: 'turnstile', siteKey: 'key-1', action: 'sms' };
const SOLUTION = 'solution-secret-51fe';
const challenged = (challenge: ChallengeRequest | undefined = CHALLENGE) =>
  new AuthError('challenge', { status: 403, challenge });

/** A captcha on the page, which the test solves. */
function setUpCaptcha(t: TestContext) {
  const shown: { request: ChallengeRequest; signal: AbortSignal; solve: (v: unknown) => void; reject: () => void }[] =
    [];
  const challenge: ChallengeSolver = (request, { signal }) =>
    new Promise((solve, reject) => {
      shown.push({ request, signal, solve: solve as never, reject: () => reject(new Error('closed')) });
    });
  const setup = setUpClient(t, { challenge });
  return {
    ...setup,
    shown,
    /** Starts an operation whose call is refused with a challenge, and waits until that is shown. */
    async toCaptcha(operation: Promise<void>, method: 'requestCode' | 'verifyCode' | 'login') {
      const outcome = operation.then(
        () => 'done',
        (error: unknown) => (error as AuthError).code,
      );
      await setup.backend.answer(method, challenged());
      while (!shown.length) await settle();
      return { outcome, captcha: shown.at(-1)! };
    },
  };
}

test('a request for a code: the challenge is solved, busy meanwhile, and the same call is made once more', async t => {
  const { client, backend, toCaptcha, notices } = setUpCaptcha(t);
  const { outcome, captcha } = await toCaptcha(client.registerByPhone(PHONE, 'Anna'), 'requestCode');
  assert.deepEqual(captcha.request, CHALLENGE);
  assert.deepEqual([client.state.isLoading, client.state.error, backend.open], [true, null, []]);
  captcha.solve(SOLUTION);
  await backend.answer('requestCode');
  assert.equal(await outcome, 'done');
  assert.deepEqual({ ...client.state }, SMS_SENT);
  const [first, second] = backend.calls;
  assert.deepEqual(second?.args, first?.args);
  const { signal: _a, ...options } = first!.options as Record<string, unknown>;
  const { signal: _b, ...repeated } = second!.options as Record<string, unknown>;
  assert.deepEqual(repeated, { ...options, challengeSolution: SOLUTION });
  assert.ok(!('challengeSolution' in options));
  assert.ok(!notices.some(({ type }) => type === 'auth-error'));
});

test('the challenges of a login and of a code are solved in the same way', async t => {
  const { client, backend, toCaptcha, awaitCode, shown } = setUpCaptcha(t);
  const login = await toCaptcha(client.login('anna', 'correct horse'), 'login');
  login.captcha.solve(SOLUTION);
  await backend.answer('login', new AuthError('wrong-credentials'));
  assert.equal(await login.outcome, 'wrong-credentials');
  shown.length = 0;
  await awaitCode({ idempotent: true, state: 'state-1' });
  const code = await toCaptcha(client.loginWithSmsCode('123456'), 'verifyCode');
  code.captcha.solve(SOLUTION);
  await backend.answer('verifyCode', session());
  assert.equal(await code.outcome, 'done');
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  const [first, second] = backend.calls.filter(({ method }) => method === 'verifyCode').map(({ options }) => options);
  const { idempotencyKey } = first as { idempotencyKey: string };
  const { signal: _signal, ...options } = second as Record<string, unknown>;
  const kept = { register: false, displayName: undefined, state: 'state-1', idempotencyKey };
  assert.deepEqual(options, { ...kept, challengeSolution: SOLUTION });
  assert.ok(idempotencyKey);
});

test('a challenge is over with its operation: a restore after it and the name step show none', async t => {
  const { client, backend, toCaptcha, shown } = setUpCaptcha(t);
  const request = await toCaptcha(client.registerByPhone(PHONE, 'Anna'), 'requestCode');
  request.captcha.solve(SOLUTION);
  await backend.answer('requestCode');
  await request.outcome;
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.challenge, null);
  await restored;
  shown.length = 0;
  const code = await toCaptcha(client.loginWithSmsCode('123456'), 'verifyCode');
  assert.deepEqual(client.flow.challenge, CHALLENGE);
  code.captcha.solve(SOLUTION);
  await backend.answer('verifyCode', session({ displayName: null }));
  while (!backend.open.includes('setDisplayName')) await settle();
  assert.deepEqual([client.flow.screen, client.state.isLoading, client.flow.challenge], ['name', true, null]);
  await backend.answer('setDisplayName');
  assert.equal(await code.outcome, 'done');
});

test("without a solver: the error `challenge`, which has the server's challenge", async t => {
  const { client, backend } = setUpClient(t);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', challenged());
  await assert.rejects(done, { code: 'challenge', status: 403, challenge: CHALLENGE });
  assert.equal(client.state.error, 'We couldn’t confirm you’re not a robot. Try again.');
  assert.equal(backend.count('requestCode'), 1);
});

test('a challenge without a type is an error, even with a solver', async t => {
  const { client, backend, shown } = setUpCaptcha(t);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('challenge'));
  await assert.rejects(done, { code: 'challenge' });
  assert.equal(shown.length, 0);
});

test("an error with another code isn't a challenge", async t => {
  const { client, backend, shown } = setUpCaptcha(t);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('server', { challenge: CHALLENGE }));
  await assert.rejects(done, { code: 'server' });
  assert.equal(shown.length, 0);
});

for (const [what, end] of [
  ['closed', (captcha: { reject: () => void }) => captcha.reject()],
  ['solved with an empty text', (captcha: { solve: (v: unknown) => void }) => captcha.solve('')],
  ['solved with no text', (captcha: { solve: (v: unknown) => void }) => captcha.solve(undefined)],
  ['solved with a number', (captcha: { solve: (v: unknown) => void }) => captcha.solve(7)],
] as const)
  test(`a captcha that is ${what}: the error challenge, and no second call`, async t => {
    const { client, backend, toCaptcha, shown } = setUpCaptcha(t);
    const { outcome, captcha } = await toCaptcha(client.loginByPhone(PHONE), 'requestCode');
    end(captcha);
    assert.equal(await outcome, 'challenge');
    assert.deepEqual([backend.count('requestCode'), shown.length, client.state.isLoading], [1, 1, false]);
  });

test('a solver that throws: the error challenge', async t => {
  const challenge = () => {
    throw new AuthError('cancelled');
  };
  const { client, backend } = setUpClient(t, { challenge });
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', challenged());
  await assert.rejects(done, { code: 'challenge' });
});

test('a solution that is refused with another challenge: the error, and no third call', async t => {
  const { client, backend, toCaptcha, shown } = setUpCaptcha(t);
  const { outcome, captcha } = await toCaptcha(client.loginByPhone(PHONE), 'requestCode');
  captcha.solve(SOLUTION);
  await backend.answer('requestCode', challenged());
  assert.equal(await outcome, 'challenge');
  assert.deepEqual([backend.count('requestCode'), shown.length], [2, 1]);
});

test('the same operation twice, as after a double click: one captcha and one call for each answer', async t => {
  const { client, backend, toCaptcha, shown } = setUpCaptcha(t);
  const { outcome, captcha } = await toCaptcha(client.loginByPhone(PHONE), 'requestCode');
  const again = client.loginByPhone(PHONE);
  await settle();
  captcha.solve(SOLUTION);
  await backend.answer('requestCode');
  await Promise.all([outcome, again]);
  assert.deepEqual([shown.length, backend.count('requestCode')], [1, 2]);
});

for (const [what, cancel] of [
  ['back', (client: AuthClient) => client.back()],
  ['another mode', (client: AuthClient) => client.setMode('login')],
  ['the end of the client', (client: AuthClient) => client.dispose()],
  ['another operation', (client: AuthClient) => void client.login('anna', 'correct horse').catch(() => {})],
] as const)
  test(`${what} cancels the captcha, and a solution that comes later is not sent`, async t => {
    const { client, backend, toCaptcha } = setUpCaptcha(t);
    const { outcome, captcha } = await toCaptcha(client.loginByPhone(PHONE), 'requestCode');
    assert.equal(captcha.signal.aborted, false);
    cancel(client);
    assert.equal(captcha.signal.aborted, true);
    captcha.solve(SOLUTION);
    assert.equal(await outcome, 'cancelled');
    await settle();
    assert.equal(backend.count('requestCode'), 1);
  });

test('a call that is cancelled before it is refused shows no captcha', async t => {
  const { client, backend, shown } = setUpCaptcha(t);
  // A backend that ignores its signal.
  let refuse!: (error: unknown) => void;
  backend.requestCode = () => new Promise((_, reject) => (refuse = reject));
  const done = client.loginByPhone(PHONE).catch(() => {});
  await settle();
  client.back();
  refuse(challenged());
  await done;
  await settle();
  assert.equal(shown.length, 0);
});

test('a solver that is set later is used', async t => {
  const { client, backend } = setUpClient(t);
  client.challenge = ({ siteKey }) => Promise.resolve(`solved ${siteKey}`);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', challenged());
  await backend.answer('requestCode');
  await done;
  assert.equal((backend.calls[1]?.options as { challengeSolution: string }).challengeSolution, 'solved key-1');
});

test('a solution appears nowhere: not in a state, a flow, a notice, a record or the client', async t => {
  const { client, backend, toCaptcha, notices } = setUpCaptcha(t);
  const seen: unknown[] = [];
  client.observe(() => seen.push(client.state, client.flow));
  const { outcome, captcha } = await toCaptcha(client.loginByPhone(PHONE), 'requestCode');
  captcha.solve(SOLUTION);
  await backend.answer('requestCode', new AuthError('server'));
  seen.push(await outcome, notices);
  assert.ok(!inspect([seen, client], { depth: 12, showHidden: true }).includes(SOLUTION));
});

test('RestBackend: 403 with what: challenge, and the header X-Auth-Challenge on the repeated call with the same body', async t => {
  const server = await startRawServer(t);
  const requests: ChallengeRequest[] = [];
  const client = new AuthClient({
    baseUrl: server.url,
    challenge: request => {
      requests.push(request);
      server.replyWith(envelope(200, { cred: `tel:${PHONE}` }));
      return Promise.resolve(SOLUTION);
    },
  });
  t.after(() => client.dispose());
  server.replyWith(envelope(403, { what: 'challenge', ...CHALLENGE }));
  await client.loginByPhone(PHONE);
  assert.deepEqual(requests, [CHALLENGE]);
  assert.deepEqual(
    server.requests.map(request => /^x-auth-challenge: (.*)\r$/im.exec(request)?.[1]),
    [undefined, SOLUTION],
  );
  const [first, second] = server.requests.map(request => request.split('\r\n\r\n')[1]);
  assert.equal(first, second);
});

for (const params of [{ what: 'challenge' }, { what: 'challenge', type: 7 }, { what: 'challenge', type: '' }])
  test(`RestBackend: a challenge without a type (${JSON.stringify(params)}) is only an error`, async t => {
    const server = await startRawServer(t);
    const client = new AuthClient({ baseUrl: server.url, challenge: () => Promise.resolve(SOLUTION) });
    t.after(() => client.dispose());
    server.replyWith(envelope(403, params));
    await assert.rejects(client.loginByPhone(PHONE), { code: 'challenge', status: 403, challenge: undefined });
    assert.equal(server.requests.length, 1);
  });

test('RestBackend: a solution that no header can carry: the error `challenge`, and nothing is sent', async t => {
  const server = await startRawServer(t);
  const client = new AuthClient({ baseUrl: server.url, challenge: () => Promise.resolve('a\r\nX-Injected: 1') });
  t.after(() => client.dispose());
  server.replyWith(envelope(403, { what: 'challenge', ...CHALLENGE }));
  await assert.rejects(client.loginByPhone(PHONE), { code: 'challenge' });
  assert.equal(server.requests.length, 1);
});

test("RestBackend: a 403 without a challenge isn't a challenge", async t => {
  const server = await startRawServer(t);
  const client = new AuthClient({ baseUrl: server.url, challenge: () => Promise.resolve(SOLUTION) });
  t.after(() => client.dispose());
  server.replyWith(envelope(403, CHALLENGE));
  await assert.rejects(client.loginByPhone(PHONE), { code: 'invalid-request' });
});
