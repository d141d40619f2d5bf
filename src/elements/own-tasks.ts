/**
 * Returns a promise that resolves in a later task; undefined where there is no `MessageChannel`, as in Jest's jsdom environment. Unlike a
 * timer, a message isn't slowed down in hidden pages, nor stopped by fake timers.
 */
export function nextTask(): Promise<void> | undefined {
  if (!('MessageChannel' in globalThis)) return undefined;
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close(); // in Node, an open port keeps the process alive
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Runs each step in a task of its own, so that the browser can react to the person between them. Without `MessageChannel`, the
 * steps run at once.
 */
export async function inOwnTasks(...steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    const next = nextTask();
    if (next) await next;
    step();
  }
}
