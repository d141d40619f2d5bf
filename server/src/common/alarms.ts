import type { Log } from './log.js';

/** The minimum time between two warnings about the same limit, in milliseconds. */
const QUIET_TIME_MS = 60_000;

/** The period over which blocks are counted, in milliseconds. */
const WAVE_TIME_MS = 600_000;

/** Warnings about refusals by shared limits, and about many blocks. Each process counts its own events. */
export interface Alarms {
  /** A limit that many callers share has refused a call or a connection. Its name holds no address. */
  limitReached(limit: string): void;
  /** A number was blocked. */
  blocked(): void;
}

/**
 * Creates the alarms.
 * @param waveSize how many blocks in ten minutes count as a wave
 * @param now returns the current time in milliseconds
 */
export function createAlarms(log: Log, waveSize: number, now: () => number = Date.now): Alarms {
  /** The limits of the last minute's warnings, each with its refusals since. The map stays small, because limits have only a few names. */
  const quiet = new Map<string, number>();
  let blocks: number[] = [];

  function warn(limit: string, refused: number): void {
    log.warn({ limit, refused }, 'a limit is used up');
    quiet.set(limit, 0);
    setTimeout(() => {
      const more = quiet.get(limit)!;
      quiet.delete(limit);
      if (more > 0) warn(limit, more);
    }, QUIET_TIME_MS).unref();
  }

  return {
    limitReached(limit) {
      const refused = quiet.get(limit);
      if (refused === undefined) warn(limit, 1);
      else quiet.set(limit, refused + 1);
    },
    blocked() {
      const since = now() - WAVE_TIME_MS;
      blocks = [...blocks.filter(time => time > since), now()];
      if (blocks.length < waveSize) return;
      log.warn({ blocks: blocks.length, seconds: WAVE_TIME_MS / 1000 }, 'a wave of blocks');
      // The count starts again, so the next warning needs as many further blocks.
      blocks = [];
    },
  };
}
