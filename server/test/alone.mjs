// The test files that must not run beside another one, as paths from this folder.

export const alone = [
  'bench/attack.test.ts', // counts the codes that an attacker compares in six seconds of real time
  'server-concurrency.test.ts', // makes hundreds of calls at once, with delays that double in real time
  'server-flood.test.ts', // floods a heap of 256 MB within a time limit
  'server-slow-commits.test.ts', // measures calls per second, and the milliseconds of a call
];
