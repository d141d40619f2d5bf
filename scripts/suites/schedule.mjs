// Runs a few suites at the same time, and shows the output of one at a time.

/** @typedef {{ write: (text: string) => void, close: () => void }} Output */

/**
 * Shows the output of one task at a time, in the order in which the outputs were opened. The first open one is shown as it comes, and
 * each other one once those before it are closed.
 * @param {(text: string) => void} show
 * @returns {() => Output} opens the output of another task
 */
export function createOutputs(show) {
  /** @type {{ text: string, isClosed: boolean }[]} */
  const queue = [];
  const flush = () => {
    for (let first = queue[0]; first; first = queue[0]) {
      if (first.text !== '') show(first.text);
      first.text = '';
      if (!first.isClosed) return;
      queue.shift();
    }
  };
  return () => {
    const entry = { text: '', isClosed: false };
    queue.push(entry);
    return {
      write(text) {
        entry.text += text;
        flush();
      },
      close() {
        entry.isClosed = true;
        flush();
      },
    };
  };
}

/**
 * A task, with the names of the tasks that have to end before it starts. Names that aren't among the tasks don't count.
 * @typedef {{ name: string, after?: readonly string[], run: () => Promise<void> }} Task
 */

/**
 * Runs tasks, at most `atOnce` at the same time. If several could start, the first in the list does. Rejects if a task does, or if tasks
 * wait for each other.
 * @param {readonly Task[]} tasks
 * @param {number} atOnce
 */
export async function runTasks(tasks, atOnce) {
  const waiting = [...tasks];
  const unfinished = new Set(tasks.map(({ name }) => name));
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  while (unfinished.size > 0) {
    const index = waiting.findIndex(({ after = [] }) => !after.some(name => unfinished.has(name)));
    const [task] = index < 0 || running.size >= atOnce ? [] : waiting.splice(index, 1);
    if (!task) {
      if (running.size === 0) throw new Error(`These tasks wait for each other: ${[...unfinished].join(', ')}`);
      await Promise.race(running.values());
      continue;
    }
    const end = async () => {
      await task.run();
      unfinished.delete(task.name);
      running.delete(task.name);
    };
    running.set(task.name, end());
  }
}
