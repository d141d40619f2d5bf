// The same code, submitted again after going back, has the same idempotency key: docs/protocol.md#lost-answers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { session } from '../support/held-backend.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

for (const again of [{ idempotent: true }, new AuthError('too-soon', { retryAfter: 30 })]) {
  const how = again instanceof Error ? 'no new code was sent' : 'a new code was sent';

  test(`back() during a submission, then the same code again: the same idempotency key (${how})`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode({ idempotent: true });
    const submitted = client.loginWithSmsCode('123456');
    await settle();
    client.back();
    await assert.rejects(submitted, { code: 'cancelled' });
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode', again);
    await requested;
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
