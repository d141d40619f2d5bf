import assert from 'node:assert/strict';
import test from 'node:test';
import { createOutputs, runTasks } from '../../../scripts/suites/schedule.mjs';

/**
 * Starts tasks that end when the test says so, and lists those that are running.
 * @param {Pick<import('../../../scripts/suites/schedule.mjs').Task, 'name' | 'cores' | 'after'>[]} list
 * @param {number} cores
 */
function start(list, cores) {
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
  const done = runTasks(tasks, cores);
  const end = async (/** @type {string} */ name) => {
    ends.get(name)?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { running, end, done };
}

test('tasks start as soon as their cores are free and the tasks before them have ended', async () => {
  const { running, end, done } = start(
    [
      { name: 'check', cores: 1 },
      { name: 'build', cores: 1 },
      { name: 'node', cores: 2 },
      { name: 'size', cores: 1, after: ['build'] },
    ],
    2,
  );
  assert.deepEqual(running, ['check', 'build']);
  await end('build');
  assert.deepEqual(running, ['check', 'size']);
  await end('check');
  assert.deepEqual(running, ['size']);
  await end('size');
  assert.deepEqual(running, ['node']);
  await end('node');
  await done;
});

test('on one core, a task that needs two runs alone; a task does not wait for one that is not in the list', async () => {
  const { running, end, done } = start(
    [
      { name: 'node', cores: 2 },
      { name: 'size', cores: 1, after: ['build'] },
    ],
    1,
  );
  assert.deepEqual(running, ['node']);
  await end('node');
  assert.deepEqual(running, ['size']);
  await end('size');
  await done;
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
