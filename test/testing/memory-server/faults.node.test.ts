// Faults on demand in the server in memory: their order, their errors, and calls that wait.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError, type AuthFailure } from '../../../src/core/auth-error.js';
import { Faults, type BackendCall } from '../../../src/testing/memory-server/faults.js';
import { checkFault, refusal, subjectOf, type FaultCode } from '../../../src/testing/memory-server/refusals.js';

const CALLS: readonly BackendCall[] = [
  ...(['requestCode', 'verifyCode', 'login', 'getSession'] as const),
  ...(['renewSession', 'endSession', 'setDisplayName'] as const),
];

/** The status and the subject of each error that a call can be made to fail with. */
const ANSWERS: Readonly<Record<FaultCode, readonly [status?: number, subject?: string]>> = {
  'invalid-request': [400],
  'invalid-phone': [400, 'country'],
  'wrong-code': [401, 'code'],
  'wrong-credentials': [401, 'password'],
  'session-expired': [401, 'token'],
  challenge: [403, 'challenge'],
  'code-expired': [410, 'code'],
  policy: [422],
  'too-soon': [429, 'send'],
  blocked: [429, 'blocked'],
  'too-many-requests': [429, 'ip'],
  server: [500],
  'sms-failed': [503],
  offline: [],
  network: [],
  timeout: [],
  'invalid-response': [],
};

test('each error has the status of its answer, and its subject unless it names a field', () => {
  for (const [code, [status, subject]] of Object.entries(ANSWERS)) {
    const error = refusal(code as FaultCode, { retryAfter: 7 });
    assert.ok(error instanceof AuthError);
    assert.deepEqual([error.code, error.status, error.retryAfter], [code, status, 7]);
    assert.equal(subjectOf(error), subject, code);
    assert.equal(subjectOf({ code, field: 'login' } as AuthFailure), 'login');
    checkFault(code as FaultCode);
  }
  assert.equal(refusal('blocked').status, 429);
  assert.equal(subjectOf(new AuthError('cancelled')), undefined);
  assert.throws(() => checkFault('cancelled' as FaultCode), {
    name: 'TypeError',
    message: `fault must be one of ${Object.keys(ANSWERS)
      .sort((a, b) => order.indexOf(a) - order.indexOf(b))
      .join(', ')}`,
  });
});

/** The order in which an error lists the codes. */
const order = [
  ...['invalid-request', 'invalid-phone', 'wrong-code', 'wrong-credentials', 'session-expired', 'challenge'],
  ...['code-expired', 'policy', 'too-soon', 'blocked', 'too-many-requests', 'server', 'sms-failed'],
  ...['offline', 'network', 'timeout', 'invalid-response'],
];

test('a fault happens to the next call with its name, in the order of the faults, and then no more', async () => {
  const faults = new Faults();
  faults.fail('login', 'server');
  faults.fail('getSession', 'blocked');
  faults.fail('login', { code: 'blocked', retryAfter: 30 });
  await faults.apply('verifyCode', {});
  await assert.rejects(faults.apply('login', {}), { code: 'server', status: 500 });
  await assert.rejects(faults.apply('login', {}), { code: 'blocked', retryAfter: 30, status: 429 });
  await faults.apply('login', {});
  await assert.rejects(faults.apply('getSession', {}), { code: 'blocked' });
  await faults.apply('getSession', {});
});

test('a broken rule is about the field of the call, unless the fault names one', async () => {
  const faults = new Faults();
  const fieldOf = async (call: BackendCall, field?: 'login') => {
    faults.fail(call, field ? { code: 'policy', field } : 'policy');
    return faults.apply(call, {}).then(
      () => assert.fail(call),
      (error: unknown) => (error as AuthError).field,
    );
  };
  const fields: Record<string, string | undefined> = {};
  for (const call of CALLS) fields[call] = await fieldOf(call);
  assert.deepEqual(fields, {
    ...{ requestCode: undefined, verifyCode: undefined, login: 'password', getSession: undefined },
    ...{ renewSession: undefined, endSession: undefined, setDisplayName: 'displayName' },
  });
  assert.equal(await fieldOf('login', 'login'), 'login');
  faults.fail('login', 'server');
  await assert.rejects(faults.apply('login', {}), (error: AuthError) => error.field === undefined);
});

test('a call that does not exist is refused, and the error lists those that do', () => {
  const faults = new Faults();
  const error = { name: 'TypeError', message: `call must be one of ${CALLS.join(', ')}` };
  for (const call of ['findSession', 'connect', 'toString'] as string[] as BackendCall[]) {
    assert.throws(() => faults.fail(call, 'server'), error);
    assert.throws(() => faults.stall(call), error);
  }
});

test('offline: every call without a fault of its own', async () => {
  const faults = new Faults();
  assert.equal(faults.isOffline, false);
  faults.isOffline = true;
  faults.fail('login', 'server');
  for (const call of CALLS)
    await assert.rejects(faults.apply(call, {}), { code: call === 'login' ? 'server' : 'offline' });
  faults.isOffline = false;
  for (const call of CALLS) await faults.apply(call, {});
});

test('a stalled call starts, and ends when it is released', async () => {
  const faults = new Faults();
  const stalled = faults.stall('login');
  let state = 'waiting';
  const called = faults.apply('login', {}).then(() => (state = 'ended'));
  await stalled.started;
  await new Promise(setImmediate);
  assert.equal(state, 'waiting');
  assert.throws(() => stalled.release('cancelled' as FaultCode), TypeError);
  await new Promise(setImmediate);
  assert.equal(state, 'waiting', 'a fault that is refused releases nothing');
  stalled.release();
  await called;
  stalled.release('server'); // once is enough
});

test('a call that is stalled or would fail is cancelled by its signal, and one that has ended is not', async () => {
  const faults = new Faults();
  const controller = new AbortController();
  const { signal } = controller;
  faults.stall('login');
  const called = faults.apply('login', { signal });
  controller.abort();
  await assert.rejects(called, { code: 'cancelled' });
  faults.fail('login', 'server');
  await assert.rejects(faults.apply('login', { signal }), { code: 'cancelled' });
  await faults.apply('login', {});
  const other = new AbortController();
  await faults.apply('login', { signal: other.signal });
  other.abort();
});
