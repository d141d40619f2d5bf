import assert from 'node:assert/strict';
import test from 'node:test';
import { createOutputs, runTasks } from '../../../scripts/suites/schedule.mjs';

/**
 * Starts tasks that end when the test says so, and lists those that are running.
 * @param {Pick<import('../../../scripts/suites/schedule.mjs').Task, 'name' | 'after'>[]} list
 * @param {number} atOnce
 */
function start(list, atOnce) {
  /** @type {string[]} */
  const running = [];
  /** @type {Map<string, () => void>} */
  const ends = new Map();
  const tasks = list.map(task => ({
    ...task,
    run: () =>
      /** @type {Promise<void>} */ (
        new Promise(resolve => {
          running.push(task.name);
          ends.set(task.name, () => {
            running.splice(running.indexOf(task.name), 1);
            resolve();
          });
        })
      ),
  }));
  const done = runTasks(tasks, atOnce);
  const end = async (/** @type {string} */ name) => {
    ends.get(name)?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { running, end, done };
}

test('two tasks run at a time, and each starts when the tasks before it have ended', async () => {
  const { running, end, done } = start(
    [
      { name: 'check' },
      { name: 'build' },
      { name: 'browsers', after: ['build'] },
      { name: 'e2e', after: ['build', 'browsers'] },
      { name: 'size', after: ['build'] },
      { name: 'node' },
    ],
    2,
  );
  assert.deepEqual(running, ['check', 'build']);
  await end('build');
  assert.deepEqual(running, ['check', 'browsers']);
  await end('check');
  assert.deepEqual(running, ['browsers', 'size']);
  await end('size');
  assert.deepEqual(running, ['browsers', 'node']);
  await end('browsers');
  assert.deepEqual(running, ['node', 'e2e']);
  await end('e2e');
  await end('node');
  await done;
});

test('one task runs at a time if there is one core; none waits for a task that is not in the list', async () => {
  const { running, end, done } = start([{ name: 'size', after: ['build'] }, { name: 'node' }], 1);
  assert.deepEqual(running, ['size']);
  await end('size');
  assert.deepEqual(running, ['node']);
  await end('node');
  await done;
});

test('tasks that wait for each other are an error that names them', async () => {
  const tasks = [
    { name: 'size', after: ['build'] },
    { name: 'build', after: ['size'] },
  ].map(task => ({ ...task, run: () => Promise.resolve() }));
  await assert.rejects(runTasks(tasks, 2), /wait for each other: size, build/);
});

test('the output of one task is shown as it comes, and that of the next tasks after it', () => {
  let shown = '';
  const open = createOutputs(text => (shown += text));
  const [first, second, third] = [open(), open(), open()];
  second.write('2');
  third.write('3');
  third.close();
  first.write('1');
  assert.equal(shown, '1');
  first.close();
  assert.equal(shown, '12');
  second.write('2');
  second.close();
  assert.equal(shown, '1223');
});
