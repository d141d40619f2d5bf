// Counts the codes that are sent to a network and those that are entered there. The ratio decides the network's share of the SMS.
import type { Macs } from '../common/crypto.js';
import { networksOf } from '../common/networks.js';
import type { Queryable } from '../db/database.js';
import type { RateLimit } from './queries/counters.js';
import { readPast } from './queries/network-records.js';

/** The factors by which the SMS budgets of an address, and of the networks around it, differ from the usual ones. */
export interface Shares {
  readonly own: number;
  readonly network: number;
}

export const USUAL_SHARES: Shares = { own: 1, network: 1 };

/** The share of a network whose codes are hardly ever entered: after `MIN_SENT` SMS, fewer than one in `LOW_ONE_IN`. */
const LOW_SHARE = 1 / 4;
const MIN_SENT = 20;
const LOW_ONE_IN = 8;

/** The share of a network whose codes are entered: at least `MIN_ENTERED`, and at least one in `HIGH_ONE_IN`. */
const HIGH_SHARE = 2;
const MIN_ENTERED = 10;
const HIGH_ONE_IN = 2;

/** How long a record lasts, in seconds. The next one begins with the next SMS. */
const WEEK = 7 * 86_400;

/** The `max` of counters that refuse nothing. */
const NO_MAX = 1_000_000;

/** The share that a record gives. */
export function shareOf(sent: number, entered: number): number {
  if (sent >= MIN_SENT && entered * LOW_ONE_IN < sent) return LOW_SHARE;
  if (entered >= MIN_ENTERED && entered * HIGH_ONE_IN >= sent) return HIGH_SHARE;
  return 1;
}

/** The records of networks (docs/challenge.md#networks-whose-codes-are-entered). */
export type NetworkRecords = ReturnType<typeof createNetworkRecords>;

/** Creates the functions that count and read the records. An address has two: its own, and that of its widest network. */
export function createNetworkRecords(macs: Macs) {
  const counter = (kind: 'sent' | 'entered', network: string): RateLimit => ({
    name: `codes ${kind}, week`,
    key: macs.counter(`codes ${kind}`, network),
    max: NO_MAX,
    window: WEEK,
    dayMax: NO_MAX,
  });

  /** The address's own network, then the widest one that contains it, if that is another one. */
  const networks = (ip: string): readonly string[] => {
    const [widest, ...narrower] = networksOf(ip);
    return narrower.length === 0 ? [widest] : [narrower.at(-1)!, widest];
  };

  return {
    /**
     * The counters of an SMS. One that has cost the caller nothing counts for the address alone: it must not lower the share
     * of the neighbours.
     */
    sent: (ip: string, hasCost: boolean): readonly RateLimit[] =>
      networks(ip)
        .slice(0, hasCost ? 2 : 1)
        .map(network => counter('sent', network)),
    /** The counters of a code that was entered. */
    entered: (ip: string): readonly RateLimit[] => networks(ip).map(network => counter('entered', network)),
    /** Reads the shares of an address. What happened in the current day of a record doesn't count yet. */
    async read(db: Queryable, ip: string): Promise<Shares> {
      const pairs = networks(ip).map(network => [counter('sent', network), counter('entered', network)] as const);
      const pastOf = await readPast(db, pairs.flat());
      const [own = 1, network = 1] = pairs.map(([sent, entered]) => shareOf(pastOf(sent), pastOf(entered)));
      return { own, network };
    },
  };
}
