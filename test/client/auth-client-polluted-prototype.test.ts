// Pages with old libraries add enumerable properties to `Object.prototype`. XState 5 looks for its delayed events with
// `for…in`, and so takes these properties for such events.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { authMachine } from '../../src/machine/auth-machine.js';
import { session } from '../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

for (const value of [() => {}, 'text', { source: 1 }, null, undefined])
  test(`an enumerable property of Object.prototype (${inspect(value)}): sign-in and sign-out`, async t => {
    Object.assign(Object.prototype, { addedByThePage: value });
    t.after(() => Reflect.deleteProperty(Object.prototype, 'addedByThePage'));
    const { mock: timers } = t.mock.method(globalThis, 'setTimeout');
    const { client, backend, awaitCode } = setUpClient(t);
    assert.equal(timers.callCount(), 0, 'nothing is taken for a delayed event');
    await awaitCode();
    const done = client.verifyRegistrationSms('123456', 'Anna');
    await backend.answer('verifyCode', session({ displayName: null }));
    await backend.answer('setDisplayName', {});
    await done;
    assert.deepEqual(Object.entries(client.state), Object.entries({ ...ANNA, verificationStep: 'verified' }));
    const signedOut = client.logout();
    await backend.answer('endSession');
    await signedOut;
    assert.deepEqual(Object.entries(client.state), Object.entries(SIGNED_OUT));
    const requested = client.loginByPhone(PHONE);
    client.dispose();
    await assert.rejects(requested, { code: 'cancelled' });
  });

test('the chart has no delayed transition: the client turns the scheduler of XState off', () => {
  type Node = (typeof authMachine)['root'];
  const delayed = (node: Node): readonly unknown[] => [
    ...node.after,
    ...Object.values(node.states as Record<string, Node>).flatMap(delayed),
  ];
  assert.deepEqual(delayed(authMachine.root), []);
});
