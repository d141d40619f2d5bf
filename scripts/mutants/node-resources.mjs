// Counts what a running test can still wait for: node-runner.mjs fails a test that waits for nothing and has not ended. Also recognizes an
// error that may come late.
import crypto from 'node:crypto';

/** The number of pending cryptographic calls, which Node doesn't list among the resources that keep a process running. */
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

/** Counts what keeps the process running, by kind: timers, sockets, files …, and pending cryptographic calls as `crypto`. */
export function countResources() {
  /** @type {Map<string, number>} */
  const counts = new Map([['crypto', cryptoCalls]]);
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Whether an error comes from a timer in Node's own `fetch` that has outlived its parser (nodejs/undici#4755, fixed by #4758).
 * According to the issue, fake timers cause it. The tests use them, so no mutant is to blame.
 * @param {unknown} error
 */
export const isLateParserTimeout = error =>
  error instanceof TypeError && (error.stack ?? '').includes('at Timeout.onParserTimeout ');
