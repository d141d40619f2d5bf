import type { Log } from './log.js';

/** The minimum time between two warnings about the same limit, in milliseconds. */
const QUIET_TIME_MS = 60_000;

/** The period over which blocks are counted, in milliseconds. */
const WAVE_TIME_MS = 600_000;

/** Warnings about events that are harmless one by one, but not in large numbers. Each process counts its own events. */
export interface Alarms {
  /** A limit that many calls share (hourly, daily, or on waiting calls) has refused a call. */
  limitReached(limit: string): void;
  /** A number was blocked. */
  blocked(): void;
}

/**
 * Creates the alarms.
 * @param waveSize how many blocks in ten minutes count as a wave
 * @param now the current time in milliseconds
 */
export function createAlarms(log: Log, waveSize: number, now: () => number = Date.now): Alarms {
  /**
   * The time of the last warning about each limit, and the refusals since then. The map stays small, because limits have
   * only a few names.
   */
  const limits = new Map<string, { warnedAt: number; refused: number }>();
  let blocks: number[] = [];
  return {
    limitReached(limit) {
      const known = limits.get(limit) ?? { warnedAt: -Infinity, refused: 0 };
      limits.set(limit, known);
      known.refused++;
      if (now() - known.warnedAt < QUIET_TIME_MS) return;
      log.warn({ limit, refused: known.refused }, 'a limit is used up');
      known.warnedAt = now();
      known.refused = 0;
    },
    blocked() {
      const since = now() - WAVE_TIME_MS;
      blocks = [...blocks.filter(time => time > since), now()];
      if (blocks.length < waveSize) return;
      log.warn({ blocks: blocks.length, seconds: WAVE_TIME_MS / 1000 }, 'a wave of blocks');
      // The next warning will be about another wave.
      blocks = [];
    },
  };
}
