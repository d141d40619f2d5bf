import type { Log } from './log.js';

/** Milliseconds in which a warning is not repeated. */
const quietTime = 60_000;

/** Milliseconds in which the blocks of a wave come. */
const waveTime = 600_000;

/** Warnings about many events that are none by themselves. Each process counts its own. */
export interface Alarms {
  /** A limit of more than one call (an hour, a day, waiting calls) has refused a call. */
  limitReached(limit: string): void;
  /** A number was blocked. */
  blocked(): void;
}

/**
 * @param waveSize how many blocks in ten minutes are a wave
 * @param now milliseconds
 */
export function createAlarms(log: Log, waveSize: number, now: () => number = Date.now): Alarms {
  /** For each limit, the time of the last warning, and the refusals since. The names of limits are few. */
  const limits = new Map<string, { warnedAt: number; refused: number }>();
  let blocks: number[] = [];
  return {
    limitReached(limit) {
      const known = limits.get(limit) ?? { warnedAt: -Infinity, refused: 0 };
      limits.set(limit, known);
      known.refused += 1;
      if (now() - known.warnedAt < quietTime) return;
      log.warn({ limit, refused: known.refused }, 'a limit is used up');
      known.warnedAt = now();
      known.refused = 0;
    },
    blocked() {
      const since = now() - waveTime;
      blocks = [...blocks.filter(time => time > since), now()];
      if (blocks.length < waveSize) return;
      log.warn({ blocks: blocks.length, seconds: waveTime / 1000 }, 'a wave of blocks');
      // The next warning is about the next wave.
      blocks = [];
    },
  };
}
