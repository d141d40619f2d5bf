// The error message in the state: docs/behaviour/flow.md#errors-and-texts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

test('a retryAfter with a fraction is shown in whole seconds, rounded up', async t => {
  for (const [retryAfter, time] of [
    [59.4, '1:00'],
    [0.2, '0:01'],
    [3599.01, '1 hour'],
    [12, '0:12'],
  ] as const) {
    const { client, backend } = setUpClient(t);
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter }));
    await assert.rejects(done, { message: `Too many attempts. Try again in ${time}.` });
    assert.equal(client.state.error, `Too many attempts. Try again in ${time}.`);
  }
});
