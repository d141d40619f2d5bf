// replaceMode changes only the mode that is shown. The rules: docs/behaviour/flow.md#change-of-mode.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { setUpClient } from '../support/client-setup.js';

test('the mode changes, and the error stays', async t => {
  const { client, backend } = setUpClient(t);
  const done = client.login('anna', 'wrong horse').catch(() => {});
  await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
  await done;
  client.replaceMode('register');
  assert.equal(client.flow.mode, 'register');
  assert.equal(client.flow.failure?.code, 'wrong-credentials');
});

test('a running operation goes on', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.loginByPhone('9161234567');
  client.replaceMode('phone-register');
  await backend.answer('requestCode', {});
  await requested;
  assert.equal(client.flow.mode, 'phone-register');
  assert.equal(client.state.verificationStep, 'sms-sent');
});
