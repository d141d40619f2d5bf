// Numbers of a server that no person could use: waits of years, waits of nothing, and codes of an impossible length.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { stored } from '../support/held-backend.js';
import { FakeClock } from '../support/clock.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

const WEEK = 604_800;

test('resendIn and retryAfter of years count as a week, in the flow and in the text', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ resendIn: 1e15 });
  assert.equal(client.flow.resend?.seconds, WEEK);
  const again = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 1e15 }));
  await assert.rejects(again, { code: 'blocked', retryAfter: WEEK });
  assert.equal(client.flow.blocked?.seconds, WEEK);
  assert.match(client.state.error ?? '', /168\shours/);
});

test('a retryAfter that is no number of seconds is unknown', async t => {
  const { client, backend } = setUpClient(t);
  for (const retryAfter of ['60', -1, NaN, {}] as never[]) {
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', Object.assign(new AuthError('blocked'), { retryAfter }));
    await assert.rejects(done, { retryAfter: undefined });
    assert.equal(client.flow.retry, null);
  }
});

for (const code of ['blocked', 'too-many-requests'] as const)
  test(`${code} with a wait of nothing, as after a date that has passed: the text says what to do next`, async t => {
    const { client, backend } = setUpClient(t);
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', new AuthError(code, { retryAfter: 0 }));
    await assert.rejects(done, { code });
    assert.match(client.state.error ?? '', /later/);
    assert.doesNotMatch(client.state.error ?? '', /0:00/);
    assert.equal(client.flow.retry, null);
  });

for (const codeLength of [0, 8, 7, -1, 4.5, NaN, '6'])
  test(`codeLength ${JSON.stringify(codeLength)} of a backend is invalid-response`, async t => {
    const { client, backend } = setUpClient(t);
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', { codeLength });
    await assert.rejects(done, { code: 'invalid-response' });
    assert.deepEqual([client.flow.screen, client.flow.codeLength], ['credentials', 6]);
  });

test('a renewal that is refused for thousands of years is tried again after an hour', async t => {
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t, {
    stored: stored({ obtainedAt: clock.now - 900_000, expiresIn: 100_000 }),
  });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 100_000 });
  await clock.advance(79_000_000);
  while (!backend.open.includes('renewSession')) await clock.advance(5_000);
  await backend.answer('renewSession', new AuthError('too-many-requests', { retryAfter: 99_999_999_999 }));
  await settle();
  const before = backend.count('renewSession');
  await clock.advance(3_500_000);
  assert.equal(backend.count('renewSession'), before);
  await clock.advance(200_000);
  assert.equal(backend.count('renewSession') > before, true);
});
