import { after, before } from 'node:test';

/** Makes all timers of a test file in Node run ten times as fast, for tests that wait until a time limit has passed. */
export function useQuickTimers(): void {
  const { setTimeout: realTimeout } = globalThis;
  before(() => {
    globalThis.setTimeout = ((run: () => void, wait = 0, ...values: unknown[]) =>
      realTimeout(run, wait / 10, ...values)) as typeof setTimeout;
  });
  after(() => {
    globalThis.setTimeout = realTimeout;
  });
}
