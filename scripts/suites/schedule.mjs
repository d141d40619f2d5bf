// Runs suites at the same time as far as the cores allow it, and shows the output of one at a time.

/** @typedef {{ write: (text: string) => void, close: () => void }} Output */

/**
 * Shows the output of one task at a time, as it comes. The output of the others follows when the tasks before them have ended.
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
 * A task, with the number of cores that it keeps busy and the names of the tasks that have to end before it starts.
 * @typedef {{ name: string, cores: number, after?: readonly string[], run: () => Promise<void> }} Task
 */

/**
 * Runs tasks. Each starts as soon as enough cores are free; of several that could start, the first in the list does.
 * @param {readonly Task[]} tasks
 * @param {number} cores
 */
export async function runTasks(tasks, cores) {
  const waiting = [...tasks];
  const unfinished = new Set(tasks.map(({ name }) => name));
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  let free = cores;
  while (unfinished.size > 0) {
    const canStart = (/** @type {Task} */ { cores: needed, after = [] }) =>
      Math.min(needed, cores) <= free && !after.some(name => unfinished.has(name));
    const index = waiting.findIndex(canStart);
    const [task] = index < 0 ? [] : waiting.splice(index, 1);
    if (!task) {
      await Promise.race(running.values());
      continue;
    }
    const used = Math.min(task.cores, cores);
    free -= used;
    const end = async () => {
      await task.run();
      free += used;
      unfinished.delete(task.name);
      running.delete(task.name);
    };
    running.set(task.name, end());
  }
}
