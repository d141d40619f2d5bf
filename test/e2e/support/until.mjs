import { setImmediate } from 'node:timers/promises';

const TIMEOUT_MS = 15_000;

/**
 * Polls until a condition holds. A page that is being left answers with an error: it is asked again.
 * @param {string} description of what is awaited
 * @param {() => unknown} check
 */
export async function until(description, check) {
  const end = Date.now() + TIMEOUT_MS;
  for (let error; ;) {
    await setImmediate(); // a check that makes no call would keep Node from reading the answers that it waits for
    try {
      if (await check()) return;
      error = undefined;
    } catch (thrown) {
      error = thrown;
    }
    if (Date.now() > end) throw new Error(`Not within ${TIMEOUT_MS} ms: ${description}`, { cause: error });
  }
}
