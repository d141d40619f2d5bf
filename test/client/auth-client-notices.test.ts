// What AuthClient reports, and in which order: state, `auth-change`, the specific notice, the promise.
// docs/behaviour/flow.md#events
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

type Setup = ReturnType<typeof setUpClient>;

/** Records every notice from now on, with the state at that moment. */
function record({ client }: Setup) {
  const seen: string[] = [];
  client.observe(notice => {
    if (notice.type === 'flow') return;
    const { isAuthenticated, isLoading, verificationStep, error } = client.state;
    if (notice.type === 'auth-change') assert.equal(notice.state, client.state);
    const facts = [isAuthenticated && 'in', isLoading && 'busy', verificationStep, error && 'error'];
    seen.push([notice.type, ...facts].filter(Boolean).join(' '));
  });
  return {
    seen,
    /** What was recorded until the promise settled, and how it did. */
    async until(operation: Promise<void>): Promise<string[]> {
      await operation.then(
        () => seen.push('resolved'),
        () => seen.push('rejected'),
      );
      return seen;
    },
  };
}

test('order: a code is sent', async t => {
  const s = setUpClient(t);
  const { until } = record(s);
  const done = s.client.loginByPhone(PHONE);
  void s.backend.answer('requestCode');
  assert.deepEqual(await until(done), [
    'auth-change busy none',
    'auth-change sms-sent',
    'auth-code-sent sms-sent',
    'resolved',
  ]);
});

test('order: too-soon reports no auth-code-sent', async t => {
  const s = setUpClient(t);
  const { until } = record(s);
  const done = s.client.loginByPhone(PHONE);
  void s.backend.answer('requestCode', new AuthError('too-soon', { retryAfter: 9 }));
  assert.deepEqual(await until(done), ['auth-change busy none', 'auth-change sms-sent', 'resolved']);
});

test('order: another code for the same number reports auth-code-sent again', async t => {
  const s = setUpClient(t);
  await s.awaitCode();
  const { until } = record(s);
  const done = s.client.loginByPhone(PHONE);
  void s.backend.answer('requestCode');
  assert.deepEqual(await until(done), [
    'auth-change busy sms-sent',
    'auth-change sms-sent',
    'auth-code-sent sms-sent',
    'resolved',
  ]);
});

test('order: a sign-in', async t => {
  const s = setUpClient(t);
  await s.awaitCode();
  const { until } = record(s);
  const done = s.client.loginWithSmsCode('123456');
  void s.backend.answer('verifyCode', session());
  assert.deepEqual(await until(done), [
    'auth-change busy sms-sent',
    'auth-change in verified',
    'auth-signed-in in verified',
    'resolved',
  ]);
});

test('order: a sign-in that fails', async t => {
  const s = setUpClient(t);
  const { until } = record(s);
  const done = s.client.login('anna', 'wrong');
  void s.backend.answer('login', new AuthError('wrong-credentials'));
  assert.deepEqual(await until(done), [
    'auth-change busy none',
    'auth-change none error',
    'auth-error none error',
    'rejected',
  ]);
});

test('the same error twice is reported twice', async t => {
  const s = setUpClient(t);
  const { seen, until } = record(s);
  for (let n = 0; n < 2; n++) {
    seen.length = 0;
    const done = s.client.login('anna', 'wrong');
    void s.backend.answer('login', new AuthError('wrong-credentials'));
    assert.equal((await until(done)).filter(entry => entry.startsWith('auth-error')).length, 1);
  }
});

test('order: an operation rejected for its arguments', async t => {
  const s = setUpClient(t);
  const { until } = record(s);
  assert.deepEqual(await until(s.client.loginByPhone('1')), [
    'auth-change none error',
    'auth-error none error',
    'rejected',
  ]);
});

test('order: a restored session', async t => {
  const s = setUpClient(t, { stored: stored() });
  const { until } = record(s);
  assert.deepEqual(await until(s.client.tryAutoLogin()), [
    'auth-change busy none',
    'auth-change in none',
    'auth-signed-in in none',
    'resolved',
  ]);
});

test('order: a sign-out', async t => {
  const s = setUpClient(t);
  await s.signIn(session());
  const { until } = record(s);
  const done = s.client.logout();
  void s.backend.answer('endSession');
  assert.deepEqual(await until(done), [
    'auth-change busy none',
    'auth-signed-out busy none',
    'auth-change none',
    'resolved',
  ]);
});

test('order: a session that the server has ended', async t => {
  const s = setUpClient(t, { stored: stored() });
  await s.client.tryAutoLogin();
  const { seen } = record(s);
  const reasons: string[] = [];
  s.client.observe(notice => notice.type === 'auth-signed-out' && reasons.push(notice.reason));
  await s.backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await settle();
  assert.deepEqual(seen, ['auth-change none error', 'auth-signed-out none error', 'auth-error none error']);
  assert.deepEqual(reasons, ['session-expired']);
});

test('order: sign-ins and sign-outs in another tab', t => {
  const s = setUpClient(t);
  const { seen } = record(s);
  const recorded: unknown[] = [];
  s.client.observe(notice => {
    if (notice.type === 'auth-signed-in') recorded.push([notice.userId, notice.displayName]);
    if (notice.type === 'auth-signed-out') recorded.push(notice.reason);
  });
  s.store.change(stored());
  s.store.change(stored({ user: 'u2', displayName: 'Boris', token: 'token-2' }));
  s.store.change(null);
  assert.deepEqual(recorded, [['u1', 'Anna'], ['u2', 'Boris'], 'other-tab']);
  assert.deepEqual(seen, [
    'auth-change in none',
    'auth-signed-in in none',
    'auth-change in none',
    'auth-signed-in in none',
    'auth-change none',
    'auth-signed-out none',
  ]);
});

test('subscribe: calls the listener after each change of the state, and only then, until it is unsubscribed', async t => {
  const { client, backend } = setUpClient(t);
  const states: object[] = [];
  const end = client.subscribe(state => states.push(state));
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await done;
  assert.equal(states.length, 2);
  assert.equal(states.at(-1), client.state);
  client.clearError();
  assert.equal(states.length, 2);
  end();
  client.back();
  assert.equal(states.length, 2);
});

test('the state is a new object after each change, and old ones are not modified', async t => {
  const { client, backend } = setUpClient(t);
  const before = client.state;
  assert.equal(client.state, before);
  const done = client.loginByPhone(PHONE);
  assert.notEqual(client.state, before);
  assert.equal(before.isLoading, false);
  await backend.answer('requestCode');
  await done;
});

test('a listener that another one removes while a notice is being sent is no longer called', t => {
  const { client } = setUpClient(t);
  const called: string[] = [];
  client.subscribe(() => {
    called.push('first');
    end();
  });
  const end = client.subscribe(() => called.push('second'));
  client.subscribe(() => {
    called.push('third');
    client.subscribe(() => called.push('fourth'));
    client.dispose();
  });
  client.subscribe(() => called.push('fifth'));
  client.loginByPhone('1').catch(() => {});
  assert.deepEqual(called, ['first', 'third']);
});

test('one function that observes twice is called twice, until each observation has ended', t => {
  const { client } = setUpClient(t);
  let calls = 0;
  const observer = (): void => void calls++;
  const [endFirst, endSecond] = [client.observe(observer), client.observe(observer)];
  client.setMode('login');
  const twice = calls;
  endFirst();
  endFirst();
  client.setMode('register');
  assert.equal(calls, twice * 1.5);
  endSecond();
  client.setMode('login');
  assert.equal(calls, twice * 1.5);
});

test('a listener can start the next operation', async t => {
  const { client, backend } = setUpClient(t);
  let confirmed: Promise<void> | undefined;
  client.observe(notice => {
    if (notice.type === 'auth-code-sent') confirmed = client.loginWithSmsCode('123456');
  });
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  // The first operation is complete; the second one continues from its state.
  await backend.answer('verifyCode', session());
  await done;
  await confirmed;
  assert.equal(client.state.isAuthenticated, true);
});

test('a listener that throws stops neither other listeners nor the operation, and the page gets its error', async t => {
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t);
  const failure = new Error('the fault of a listener');
  const end = client.subscribe(() => {
    throw failure;
  });
  const states: boolean[] = [];
  client.subscribe(state => states.push(state.isLoading));
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', new AuthError('server'));
  await assert.rejects(done, { code: 'server' });
  end();
  assert.deepEqual(states, [true, false]);
  // The error is reported to the page, like any error in an event listener.
  await assert.rejects(clock.advance(1), failure);
});

test('every change sends the notice `flow` first, even if no field of the state changes', t => {
  const { client, notices } = setUpClient(t);
  client.setMode('login');
  assert.deepEqual(notices.splice(0), [{ type: 'flow' }]);
  client.loginByPhone('1').catch(() => {});
  assert.deepEqual(
    notices.map(({ type }) => type),
    ['flow', 'auth-change', 'auth-error'],
  );
});

test('the state object stays the same if none of its fields changes', t => {
  const { client } = setUpClient(t);
  const { state } = client;
  client.setMode('login');
  assert.equal(client.flow.mode, 'login');
  assert.equal(client.state, state);
});

test('an error that stays through another change is not reported again', async t => {
  const { client, takeNotices } = setUpClient(t);
  await assert.rejects(client.loginByPhone('1'));
  assert.deepEqual(takeNotices(), ['auth-change', 'auth-error']);
  client.replaceMode('phone-register');
  assert.equal(client.flow.failure?.code, 'invalid-phone');
  assert.deepEqual(takeNotices(), []);
});

test('an observer that hears of a failure can start the same operation again', async t => {
  const { client, backend } = setUpClient(t);
  let again: Promise<void> | undefined;
  client.observe(() => {
    if (client.state.error && !again) again = client.login('anna', 'correct horse');
  });
  const first = client.login('anna', 'correct horse');
  await backend.answer('login', new AuthError('network'));
  await assert.rejects(first, { code: 'network' });
  await backend.answer('login', session());
  await again;
  assert.equal(client.state.isAuthenticated, true);
});
