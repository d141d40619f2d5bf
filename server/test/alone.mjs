// The test files that must not run beside another one, as paths from this folder.

export const alone = [
  'bench/attack.test.ts', // how many codes an attacker compares in six seconds of real time
  'http/pipelining.test.ts', // a flood that fills a heap of 256 MB, within a time limit
  'server-concurrency.test.ts', // hundreds of calls at once, and delays that double in real time
  'server-slow-commits.test.ts', // calls a second, and milliseconds of a call
];
