import { setImmediate } from 'node:timers/promises';

const TIMEOUT_MS = 15_000;

/**
 * Polls until a condition holds. A check that throws, as it does while its page navigates, is repeated.
 * @param {string} description what the condition says, for the error
 * @param {() => unknown} check
 */
export async function until(description, check) {
  const end = Date.now() + TIMEOUT_MS;
  for (let error; ;) {
    await setImmediate(); // without it, a check that makes no call would keep Node from reading the answers it waits for
    try {
      if (await check()) return;
      error = undefined;
    } catch (thrown) {
      error = thrown;
    }
    if (Date.now() > end) throw new Error(`Not within ${TIMEOUT_MS} ms: ${description}`, { cause: error });
  }
}
