// Challenges of the type pow: the client solves them itself, within the operation that got them
// (docs/client.md#proof-of-work). The solver alone: proof-of-work.test.ts.
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError, type ChallengeRequest } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SMS_SENT } from '../../support/client-setup.js';
import { envelope, startRawServer } from '../../support/raw-server.js';

const SECRET = 'secret of the test';

const createProof = async (): Promise<ChallengeRequest> => ({
  type: 'pow',
  ...(await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 6,
    deriveKey,
    hmacSignatureSecret: SECRET,
  })),
});

const challenged = (challenge: ChallengeRequest) => new AuthError('challenge', { status: 403, challenge });

async function verify(header: string | undefined): Promise<boolean> {
  const { challenge, solution } = JSON.parse(Buffer.from(header ?? '', 'base64').toString('latin1')) as Pick<
    Parameters<typeof verifySolution>[0],
    'challenge' | 'solution'
  >;
  return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: SECRET })).verified;
}

/** Holds up the derivation of keys until the test releases it. */
function holdKeys(t: TestContext) {
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  const gate = { release: () => {}, isReached: false };
  const open = new Promise<void>(resolve => (gate.release = resolve));
  t.mock.method(crypto.subtle, 'deriveBits', async (...args: Parameters<typeof derive>) => {
    gate.isReached = true;
    await open;
    return derive(...args);
  });
  return {
    release: gate.release,
    async reached() {
      while (!gate.isReached) await settle();
    },
  };
}

const outcomeOf = (operation: Promise<void>) =>
  operation.then(
    () => 'done',
    (error: unknown) => (error as AuthError).code,
  );

/** A client whose request for a code was refused, and whose keys are held. */
async function toSolving(t: TestContext, options: object = {}) {
  const setup = setUpClient(t, options);
  const keys = holdKeys(t);
  const challenge = await createProof();
  const outcome = outcomeOf(setup.client.loginByPhone(PHONE));
  await setup.backend.answer('requestCode', challenged(challenge));
  await keys.reached();
  return { ...setup, keys, challenge, outcome };
}

const solutionsOf = ({ calls }: { readonly calls: readonly { readonly options: object }[] }) =>
  calls.map(({ options }) => (options as { challengeSolution?: string }).challengeSolution);

test('the client solves it, and makes the same call once more; the solver of the page is not called', async t => {
  const asked: ChallengeRequest[] = [];
  const challenge = (request: ChallengeRequest) => (asked.push(request), Promise.resolve('other'));
  const { client, backend, keys, outcome, notices } = await toSolving(t, { challenge });
  assert.deepEqual([client.state.isLoading, client.state.error, backend.open], [true, null, []]);
  keys.release();
  await backend.answer('requestCode');
  assert.equal(await outcome, 'done');
  assert.deepEqual({ ...client.state }, SMS_SENT);
  const [first, second] = solutionsOf(backend);
  assert.equal(first, undefined);
  assert.ok(await verify(second));
  assert.deepEqual(backend.calls[1]?.args, backend.calls[0]?.args);
  assert.deepEqual([asked, notices.filter(({ type }) => type === 'auth-error')], [[], []]);
});

test('the challenge of a login is solved in the same way', async t => {
  const { client, backend } = setUpClient(t);
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', challenged(await createProof()));
  await backend.answer('login', session());
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.ok(await verify(solutionsOf(backend)[1]));
});

test('the flow names the challenge from the refusal to the end of the operation', async t => {
  const { client, backend, keys, outcome, challenge } = await toSolving(t);
  assert.deepEqual(client.flow.challenge, challenge);
  keys.release();
  while (!backend.open.length) await settle();
  assert.deepEqual(client.flow.challenge, challenge);
  await backend.answer('requestCode');
  await outcome;
  assert.equal(client.flow.challenge, null);
  const again = outcomeOf(client.loginByPhone(PHONE));
  assert.deepEqual([client.state.isLoading, client.flow.challenge], [true, null]);
  await backend.answer('requestCode', new AuthError('server'));
  await again;
  const code = outcomeOf(client.loginWithSmsCode('123456'));
  assert.deepEqual([client.state.isLoading, client.flow.challenge], [true, null]);
  client.back();
  assert.equal(await code, 'cancelled');
});

test('observers are told of the challenge before it is solved', async t => {
  const { client, backend } = setUpClient(t);
  const keys = holdKeys(t);
  const seen: unknown[] = [];
  client.observe(() => seen.push(client.flow.challenge?.type ?? null));
  const done = outcomeOf(client.loginByPhone(PHONE));
  await backend.answer('requestCode', challenged(await createProof()));
  await keys.reached();
  assert.deepEqual(seen, [null, null, 'pow']);
  client.back();
  assert.equal(await done, 'cancelled');
  assert.equal(seen.at(-1), null);
});

test('a second refusal is the error, and nothing is solved for it', async t => {
  const { client, backend, keys, outcome } = await toSolving(t);
  keys.release();
  await backend.answer('requestCode', challenged(await createProof()));
  assert.equal(await outcome, 'challenge');
  assert.deepEqual([backend.count('requestCode'), client.state.isLoading], [2, false]);
  assert.equal(client.state.error, 'We couldn’t confirm you’re not a robot. Try again.');
});

test('an invalid challenge is the error, and the solver of the page is not called', async t => {
  const asked: ChallengeRequest[] = [];
  const challenge = (request: ChallengeRequest) => (asked.push(request), Promise.resolve('other'));
  const { client, backend } = setUpClient(t, { challenge });
  const outcome = outcomeOf(client.loginByPhone(PHONE));
  await backend.answer('requestCode', challenged({ type: 'pow', parameters: { algorithm: 'SHA-1' } }));
  assert.equal(await outcome, 'challenge');
  assert.deepEqual([asked, backend.count('requestCode')], [[], 1]);
});

test('without crypto.subtle, as on a page served over plain http, the error says what to do', async t => {
  const subtle = Object.getOwnPropertyDescriptor(Crypto.prototype, 'subtle')!;
  t.after(() => Object.defineProperty(Crypto.prototype, 'subtle', subtle));
  Object.defineProperty(Crypto.prototype, 'subtle', { configurable: true, value: undefined });
  const { client, backend } = setUpClient(t);
  const done = client.loginByPhone(PHONE);
  const text = 'This page isn’t secure. Open it at its https:// address and try again.';
  Object.defineProperty(Crypto.prototype, 'subtle', subtle);
  const challenge = await createProof();
  Object.defineProperty(Crypto.prototype, 'subtle', { configurable: true, value: undefined });
  await backend.answer('requestCode', challenged(challenge));
  await assert.rejects(done, { code: 'challenge', message: text });
  assert.deepEqual([client.state.error, backend.count('requestCode')], [text, 1]);
  // A captcha doesn't need crypto.subtle, so its failure has the usual error message.
  const captcha = outcomeOf(client.loginByPhone(PHONE));
  await backend.answer('requestCode', challenged({ type: 'turnstile', siteKey: 'key-1' }));
  assert.equal(await captcha, 'challenge');
  assert.equal(client.state.error, 'We couldn’t confirm you’re not a robot. Try again.');
});

test('the same operation again, as by a double click: solved once, one call for each answer', async t => {
  const { client, backend, keys, outcome } = await toSolving(t);
  const again = client.loginByPhone(PHONE);
  keys.release();
  await backend.answer('requestCode');
  assert.equal(await outcome, 'done');
  await again;
  assert.equal(backend.count('requestCode'), 2);
});

for (const [what, cancel] of [
  ['back', (client: AuthClient) => client.back()],
  ['another mode', (client: AuthClient) => client.setMode('login')],
  ['the end of the client', (client: AuthClient) => client.dispose()],
  ['another operation', (client: AuthClient) => void client.login('anna', 'correct horse').catch(() => {})],
] as const)
  test(`${what} cancels it at once, no key is begun after it, and nothing is sent`, async t => {
    const { client, backend, keys, outcome } = await toSolving(t);
    const { mock } = crypto.subtle.deriveBits as unknown as { mock: { callCount(): number } };
    const begun = mock.callCount();
    cancel(client);
    assert.equal(await outcome, 'cancelled');
    // A client that has ended keeps its last state.
    if (what !== 'the end of the client') assert.equal(client.flow.challenge, null);
    keys.release();
    for (let turn = 0; turn < 20; turn++) await settle();
    // The first four keys may still be derived, because each is imported first, asynchronously.
    assert.ok(mock.callCount() <= Math.max(begun, 4), `${mock.callCount()} keys`);
    assert.equal(backend.count('requestCode'), 1);
  });

test('a sign-in in another tab ends it: nothing is sent, and the person is signed in', async t => {
  const { client, backend, keys, outcome, store } = await toSolving(t);
  store.change(stored());
  assert.equal(await outcome, 'cancelled');
  assert.deepEqual({ ...client.state }, ANNA);
  keys.release();
  for (let turn = 0; turn < 20; turn++) await settle();
  assert.equal(backend.count('requestCode'), 1);
  assert.deepEqual({ ...client.state }, ANNA);
});

test('the time for solving does not count towards the timeout of a call', async t => {
  const server = await startRawServer(t);
  // The timeouts of the calls, which keep running after a call has ended.
  const timers: (() => void)[] = [];
  const { setTimeout: setTimer } = globalThis;
  const holdTimeouts = (run: () => void, delay: number) => (delay === 15_000 ? timers.push(run) : setTimer(run, delay));
  t.mock.method(globalThis, 'setTimeout', holdTimeouts as never);
  const keys = holdKeys(t);
  const client = new AuthClient({ baseUrl: server.url });
  t.after(() => client.dispose());
  const { type: _type, ...challenge } = await createProof();
  server.replyWith(envelope(403, { what: 'challenge', type: 'pow', ...challenge }));
  const outcome = outcomeOf(client.loginByPhone(PHONE));
  await keys.reached();
  server.replyWith(envelope(200, { cred: `tel:${PHONE}` }));
  assert.equal(timers.length, 1);
  timers[0]!();
  await settle();
  assert.equal(client.state.isLoading, true);
  keys.release();
  assert.equal(await outcome, 'done');
  const headers = server.requests.map(request => /^x-auth-challenge: (.*)\r$/im.exec(request)?.[1]);
  assert.equal(headers[0], undefined);
  assert.ok(await verify(headers[1]));
  const [first, second] = server.requests.map(request => request.split('\r\n\r\n')[1]);
  assert.equal(first, second);
});
