/** Resolves in the next task. Unlike a timer, a message isn't slowed down in hidden pages, nor stopped by fake timers. */
const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close(); // in Node, an open port keeps the process alive
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Runs each step in a task of its own, so that the browser can react to the person between them. jsdom has no
 * `MessageChannel`: there the steps follow at once.
 */
export async function inOwnTasks(...steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    if ('MessageChannel' in globalThis) await nextTask();
    step();
  }
}
