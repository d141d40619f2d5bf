/** The time within which failures add up to an outage, and the time that an outage lasts, in milliseconds. */
const OUTAGE_MS = 60_000;

/** The number of networks whose callers have to see a failure. One caller alone could cause failures on purpose. */
const NETWORKS = 3;

/** Finds out whether a captcha provider is down: a proof of work then takes its place. Each process finds it out for itself. */
export interface Outage {
  isDown(): boolean;
  /**
   * Reports that the provider could not be reached, had a fault or refused the keys of the site.
   * @param network of the caller, as `widestNetworkOf` returns it
   */
  failed(network: string): void;
  /** Reports that the provider has judged a token. This ends an outage. */
  answered(): void;
}

/**
 * Creates the detector. Failures for callers in three networks within a minute, and no answer between them, are an outage. It
 * lasts for a minute, or until the provider answers.
 * @param now the current time in milliseconds
 */
export function createOutage(now: () => number = () => performance.now()): Outage {
  /** The time of the last failure in each network. */
  const failures = new Map<string, number>();
  let downUntil = -Infinity;
  return {
    isDown: () => now() < downUntil,
    failed(network) {
      for (const [each, time] of failures) if (time <= now() - OUTAGE_MS) failures.delete(each);
      failures.set(network, now());
      if (failures.size < NETWORKS) return;
      failures.clear();
      downUntil = now() + OUTAGE_MS;
    },
    answered() {
      failures.clear();
      downUntil = -Infinity;
    },
  };
}
