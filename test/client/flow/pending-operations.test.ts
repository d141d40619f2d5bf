// Operations: promises that are settled from the progress of the machine.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Operations } from '../../../src/client/flow/pending-operations.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { OperationEvent } from '../../../src/machine/machine-events.js';

const LOGOUT: OperationEvent = { type: 'logout' };
const RESTORE: OperationEvent = { type: 'restore' };
const codeEvent = (code: string): OperationEvent => ({ type: 'code.submit', code, typedName: undefined });
const idle = (operationId: number) => ({ operationId, isBusy: false, failure: null });
const busy = (operationId: number) => ({ operationId, isBusy: true, failure: null });

/** Operations, and the ids that were sent to the machine. */
function setUp() {
  const sent: number[] = [];
  const operations = new Operations(({ code }) => new AuthError(code));
  return { operations, sent, start: (event: OperationEvent) => operations.start(event, id => sent.push(id)) };
}

test('an operation resolves when the machine has accepted it and is no longer busy', async () => {
  const { operations, sent, start } = setUp();
  const promise = start(LOGOUT);
  assert.deepEqual(sent, [1]);
  operations.settle(busy(1));
  assert.ok(!operations.isEmpty);
  operations.settle(idle(1));
  assert.ok(operations.isEmpty);
  await promise;
});

test('an operation rejects with the failure of the machine', async () => {
  const { operations, start } = setUp();
  const promise = start(codeEvent('123456'));
  operations.settle({ operationId: 1, isBusy: false, failure: { code: 'wrong-code' } });
  await assert.rejects(promise, { code: 'wrong-code' });
});

test("the same event joins, and another one doesn't", async () => {
  const { operations, sent, start } = setUp();
  const first = start(codeEvent('123456'));
  assert.equal(start(codeEvent('123456')), first);
  const second = start(codeEvent('654321'));
  assert.notEqual(second, first);
  assert.deepEqual(sent, [1, 2]);
  operations.settle(busy(1));
  operations.settle(busy(2));
  await assert.rejects(first, { code: 'cancelled' });
  operations.settle(idle(2));
  await second;
});

test('an operation that the machine has not seen yet stays pending', () => {
  const { operations, start } = setUp();
  void start(LOGOUT);
  operations.settle(idle(0));
  assert.ok(!operations.isEmpty);
});

test('an ignored operation is cancelled, an ignored restoration resolves', async () => {
  const { operations, start } = setUp();
  const [ignored, restored] = [start(codeEvent('123456')), start(RESTORE)];
  operations.settle(idle(0), 2);
  await assert.rejects(ignored, { code: 'cancelled' });
  await restored;
});

test('a restoration does not reject with an error that was there before it', async () => {
  const { operations, start } = setUp();
  const restored = start(RESTORE);
  operations.settle({ operationId: 1, isBusy: false, failure: { code: 'blocked' } });
  await restored;
});
