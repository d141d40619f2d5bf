// How the person signed in is part of the stored session, and stays part of it: docs/behaviour/session.md#record.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { StoredSession } from '../../src/core/stored-session.js';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { setUpClient } from '../support/client-setup.js';

type Setup = ReturnType<typeof setUpClient>;

const signIns: [StoredSession['method'], (setup: Setup, answer: object) => Promise<void>][] = [
  ['password', ({ signIn }, answer) => signIn(answer)],
  [
    'phone',
    async ({ client, backend, awaitCode }, answer) => {
      await awaitCode();
      const done = client.loginWithSmsCode('123456');
      await backend.answer('verifyCode', answer);
      await done;
    },
  ],
];

for (const [method, signIn] of signIns) {
  test(`${method}: written at the sign-in, whatever the server says about it`, async t => {
    const setup = setUpClient(t);
    await signIn(setup, { ...session(), method: 'unknown' });
    assert.equal(setup.store.stored?.method, method);
  });

  test(`${method}: kept by a renewal`, async t => {
    const clock = new FakeClock(t);
    const setup = setUpClient(t);
    await signIn(setup, session({ expiresIn: 100 }));
    await clock.advance(90_000);
    await setup.backend.answer('renewSession', session({ token: 'token-2' }));
    await settle();
    assert.deepEqual([setup.store.stored?.token, setup.store.stored?.method], ['token-2', method]);
  });

  test(`${method}: kept by a new name`, async t => {
    const setup = setUpClient(t);
    await signIn(setup, session({ displayName: null }));
    const named = setup.client.verifyRegistrationSms('', 'Maria');
    await setup.backend.answer('setDisplayName', {});
    await named;
    assert.deepEqual([setup.store.stored?.displayName, setup.store.stored?.method], ['Maria', method]);
  });

  for (const lifetime of ['running', 'expired'] as const) {
    test(`${method}: kept by a check of a session that is ${lifetime}`, async t => {
      const obtainedAt = lifetime === 'running' ? Date.now() : 0;
      const { client, backend, store } = setUpClient(t, { stored: stored({ method, obtainedAt }) });
      const restored = client.tryAutoLogin();
      await backend.answer('getSession', session({ displayName: 'Anna Maria' }));
      await restored;
      await settle();
      assert.deepEqual([store.stored?.displayName, store.stored?.method], ['Anna Maria', method]);
    });
  }
}
