// The chart alone, without the client that provides its actors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createActor, waitFor } from 'xstate';
import { authMachine } from '../../src/machine/auth-machine.js';

test('an actor that was not provided fails with `server`', async () => {
  const actor = createActor(authMachine, { input: { mode: 'phone-login' } }).start();
  actor.send({ type: 'code.request', mode: 'phone-login', phone: '79161234567', typedName: null, operationId: 1 });
  const { context } = await waitFor(actor, snapshot => !snapshot.hasTag('busy'));
  assert.equal(context.failure?.code, 'server');
  actor.stop();
});
