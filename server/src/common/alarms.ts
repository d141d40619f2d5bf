import type { Log } from './log.js';

/** How many milliseconds a warning isn't repeated. */
const QUIET_TIME_MS = 60_000;

/** The period in milliseconds in which the blocks of a wave are counted. */
const WAVE_TIME_MS = 600_000;

/** Warnings about many events, each of which is harmless by itself. Each process counts its own events. */
export interface Alarms {
  /** A limit that many calls share (for an hour, for a day, of waiting calls) has refused a call. */
  limitReached(limit: string): void;
  /** A number was blocked. */
  blocked(): void;
}

/**
 * Creates the alarms.
 * @param waveSize how many blocks in ten minutes are a wave
 * @param now the current time in milliseconds
 */
export function createAlarms(log: Log, waveSize: number, now: () => number = Date.now): Alarms {
  /** For each limit, the time of its last warning and the refusals since. There are only a few names of limits. */
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
