// Counts what a running test can still wait for: node-runner.mjs fails a test that waits for nothing and has not ended. To count pending
// cryptographic calls, the import wraps functions of Node. Also recognizes a late error of Node's own `fetch`.
import crypto from 'node:crypto';

/** The number of pending cryptographic calls of the kinds wrapped below. Node doesn't list them among the resources that keep a process running. */
let cryptoCalls = 0;

for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(SubtleCrypto.prototype))) {
  if (name === 'constructor') continue;
  Object.assign(SubtleCrypto.prototype, {
    /** @type {(this: SubtleCrypto, ...args: unknown[]) => Promise<unknown>} */
    async [name](...args) {
      cryptoCalls++;
      try {
        return await value.apply(this, args);
      } finally {
        cryptoCalls--;
      }
    },
  });
}

// altcha-lib derives its keys with pbkdf2.
const { pbkdf2 } = crypto;
crypto.pbkdf2 = (password, salt, iterations, length, digest, done) => {
  cryptoCalls++;
  try {
    pbkdf2(password, salt, iterations, length, digest, (error, key) => {
      cryptoCalls--;
      done(error, key);
    });
  } catch (error) {
    cryptoCalls--;
    throw error;
  }
};

/** Returns how many things of each kind keep the process running: timers, sockets, files …, and pending cryptographic calls as `crypto`. */
export function countResources() {
  /** @type {Map<string, number>} */
  const counts = new Map([['crypto', cryptoCalls]]);
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Whether an error comes from a timer in Node's own `fetch` that has outlived its parser (nodejs/undici#4755, fixed by #4758).
 * The issue suspects fake timers, which the tests use. No mutant is to blame.
 * @param {unknown} error
 */
export const isLateParserTimeout = error =>
  error instanceof TypeError && (error.stack ?? '').includes('at Timeout.onParserTimeout ');
