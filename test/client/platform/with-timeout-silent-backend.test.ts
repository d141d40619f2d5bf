// Backends that never answer and ignore their signal: checks, renewals, locks and sign-outs end by timeouts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setUpBrowser } from '../../support/browser-setup.js';
import { FakeClock, settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../../support/client-setup.js';

const SECOND = 1000;
const never = () => new Promise<never>(() => {});

for (const silent of ['connect', 'getSession'] as const) {
  test(`${silent} never answers: an expired session is restored after ten seconds`, async t => {
    const clock = new FakeClock(t);
    const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt: Date.now() - 5000 * SECOND }) });
    Object.assign(backend, { [silent]: never });
    const done = client.tryAutoLogin();
    await clock.advance(9.9 * SECOND);
    assert.equal(client.state.isLoading, true);
    await clock.advance(0.2 * SECOND);
    await done;
    assert.deepEqual({ ...client.state }, ANNA);
    assert.equal(store.stored?.token, 'token-1');
  });
}

test('renewSession never answers: the lock is released after ten seconds, and getToken gives the old token', async t => {
  // The next attempt follows a second later.
  t.mock.method(Math, 'random', () => 0.999);
  const { clock, page, server, signIn, tabs, isUndisturbed } = setUpBrowser(t);
  await signIn();
  Object.assign(server, { renewSession: never });
  await clock.advance(799 * SECOND);
  while (!page.locks.held.size) await clock.advance(0.1 * SECOND);
  await clock.advance(9 * SECOND);
  assert.equal(page.locks.held.size, 1);
  await clock.advance(1.3 * SECOND);
  assert.equal(page.locks.held.size, 0);
  const token = tabs[0].client.getToken();
  await clock.advance(20 * SECOND);
  assert.equal(await token, 'token-1');
  assert.ok(isUndisturbed());
});

for (const silent of ['connect', 'endSession'] as const) {
  test(`${silent} never answers: signed out at once, and logout resolves after two seconds`, async t => {
    const clock = new FakeClock(t);
    const { client, backend, store } = setUpClient(t, { stored: stored() });
    const signals: (AbortSignal | undefined)[] = [];
    Object.assign(backend, {
      [silent]: (...args: unknown[]) => {
        signals.push((args.at(-1) as { signal?: AbortSignal }).signal);
        return never();
      },
    });
    await client.tryAutoLogin();
    const signedOut = client.logout();
    assert.equal(store.stored, null);
    assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, isLoading: true });
    await clock.advance(1.9 * SECOND);
    assert.equal(client.state.isLoading, true);
    await clock.advance(0.2 * SECOND);
    await signedOut;
    assert.deepEqual({ ...client.state }, SIGNED_OUT);
    // The call itself is not aborted: on a slow network it may still arrive.
    assert.equal(signals.length, 1);
    assert.ok(!signals[0]?.aborted);
  });
}

test('an operation without an answer is cancelled by back, by another operation, and by dispose', async t => {
  const { client, backend } = setUpClient(t);
  Object.assign(backend, { requestCode: never, login: never });
  const first = client.loginByPhone(PHONE);
  await settle();
  client.back();
  await assert.rejects(first, { code: 'cancelled' });
  const second = client.loginByPhone(PHONE);
  const third = client.login('anna', 'correct horse');
  await assert.rejects(second, { code: 'cancelled' });
  assert.equal(client.state.isLoading, true);
  client.dispose();
  await assert.rejects(third, { code: 'cancelled' });
});

test('an answer after dispose: not stored', async t => {
  for (const method of ['login', 'verifyCode'] as const) {
    const { client, backend, store, awaitCode } = setUpClient(t);
    if (method === 'verifyCode') await awaitCode();
    let answer!: (value: unknown) => void;
    Object.assign(backend, { [method]: () => new Promise(resolve => (answer = resolve)) });
    const done = method === 'login' ? client.login('anna', 'correct horse') : client.loginWithSmsCode('123456');
    await settle();
    client.dispose();
    await assert.rejects(done, { code: 'cancelled' });
    answer(session());
    await settle();
    assert.equal(store.stored, null);
  }
});
