import type { Log } from './log.js';

/** The period over which sent codes are counted, in milliseconds. */
const PERIOD_MS = 3_600_000;

const MINUTE_MS = 60_000;

/** A country is reported if a smaller share of its codes is entered. */
const MIN_ENTERED = 1 / 5;

/** How many codes to a country were sent and entered in one minute, which begins at `startsAt`, in milliseconds of Unix time. */
interface Minute {
  readonly startsAt: number;
  sent: number;
  entered: number;
}

/** Watches for countries whose codes hardly anybody enters, which is what SMS pumping looks like. Each process counts its own. */
export interface CodeWatch {
  sent(country: string): void;
  entered(country: string): void;
}

/**
 * Creates a watch. It counts a code as sent when its lifetime is over, because until then it may still be entered, and counts an entry at
 * once. It checks a country at each further code to it. After a warning, the country is counted anew.
 * @param minCodes how many codes to a country in an hour are enough for a warning
 * @param codeTtl the lifetime of a code in seconds
 * @param report called with each country that is reported
 * @param now the current time in milliseconds
 */
export function createCodeWatch(
  log: Log,
  { minCodes, codeTtl, report }: { minCodes: number; codeTtl: number; report: (country: string) => void },
  now: () => number = Date.now,
): CodeWatch {
  const countries = new Map<string, Minute[]>();

  /** Returns the minutes of the last hour and code lifetime in which something happened, and the current one, which comes last. */
  function minutesOf(country: string): Minute[] {
    const startsAt = now() - (now() % MINUTE_MS);
    const since = now() - PERIOD_MS - codeTtl * 1000;
    const minutes = (countries.get(country) ?? []).filter(minute => minute.startsAt > since);
    if (minutes.at(-1)?.startsAt !== startsAt) minutes.push({ startsAt, sent: 0, entered: 0 });
    countries.set(country, minutes);
    return minutes;
  }

  return {
    sent(country) {
      const minutes = minutesOf(country);
      minutes.at(-1)!.sent++;
      const dead = minutes.filter(({ startsAt }) => startsAt + MINUTE_MS + codeTtl * 1000 <= now());
      const sent = dead.reduce((sum, minute) => sum + minute.sent, 0);
      const entered = minutes.reduce((sum, minute) => sum + minute.entered, 0);
      if (sent < minCodes || entered >= sent * MIN_ENTERED) return;
      log.warn({ country, sent, entered, seconds: PERIOD_MS / 1000 }, 'codes are not entered');
      report(country);
      countries.delete(country);
    },
    entered(country) {
      minutesOf(country).at(-1)!.entered++;
    },
  };
}
