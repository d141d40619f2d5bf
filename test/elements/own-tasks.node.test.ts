// The tasks between the steps of a first render, and what happens where there are none.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inOwnTasks } from '../../src/elements/own-tasks.js';

test('each step runs in a task of its own', async () => {
  const log: string[] = [];
  const done = inOwnTasks(
    () => log.push('first'),
    () => log.push('second'),
  );
  assert.equal(log.length, 0);
  const microtask = Promise.resolve().then(() => log.push('microtask'));
  await Promise.all([done, microtask]);
  assert.deepEqual(log, ['microtask', 'first', 'second']);
});

test('without MessageChannel, all steps run at once', t => {
  const { MessageChannel } = globalThis;
  Reflect.deleteProperty(globalThis, 'MessageChannel');
  t.after(() => Object.assign(globalThis, { MessageChannel }));
  const log: string[] = [];
  void inOwnTasks(
    () => log.push('first'),
    () => log.push('second'),
  );
  assert.deepEqual(log, ['first', 'second']);
});
