// Makes the entries that count the codes sent to a network and entered there, and reads the share of the SMS that their ratio gives it.
import type { Macs } from '../common/crypto.js';
import { networksOf } from '../common/networks.js';
import type { Queryable } from '../db/database.js';
import { type RecordEntry, readPast } from './queries/network-records.js';

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

/** Returns the share that a record with these counts gives; 1 is the usual one. */
export function shareOf(sent: number, entered: number): number {
  if (sent >= MIN_SENT && entered * LOW_ONE_IN < sent) return LOW_SHARE;
  if (entered >= MIN_ENTERED && entered * HIGH_ONE_IN >= sent) return HIGH_SHARE;
  return 1;
}

/** The records of networks. A record starts from zero after seven days: docs/challenge.md#networks-whose-codes-are-entered. */
export type NetworkRecords = ReturnType<typeof createNetworkRecords>;

/**
 * Creates the functions that make entries and read shares. An address has a record of its own and one of its widest network, if there is
 * one.
 */
export function createNetworkRecords(macs: Macs) {
  const keyOf = (network: string): string => macs.counter('network record', network);

  /** The address's own network, then the widest one that contains it, if that is another one. */
  const networks = (ip: string): readonly string[] => {
    const [widest, ...narrower] = networksOf(ip);
    return narrower.length === 0 ? [widest] : [narrower.at(-1)!, widest];
  };

  return {
    /**
     * The entries of an SMS.
     * @param isSolved whether the caller has solved a challenge for it. An SMS without one has cost the caller nothing, so it counts for
     *   the address alone and doesn't lower the share of the neighbours.
     */
    sent: (ip: string, isSolved: boolean): readonly RecordEntry[] =>
      networks(ip)
        .slice(0, isSolved ? 2 : 1)
        .map(network => ({ key: keyOf(network), sent: 1, entered: 0 })),
    /** The entries of a code that was entered. */
    entered: (ip: string): readonly RecordEntry[] =>
      networks(ip).map(network => ({ key: keyOf(network), sent: 0, entered: 1 })),
    /** Reads the shares of an address. What happened in the current day of a record doesn't count yet. */
    async read(db: Queryable, ip: string): Promise<Shares> {
      const keys = networks(ip).map(keyOf);
      const pastOf = await readPast(db, keys);
      const [own = 1, network = 1] = keys.map(pastOf).map(({ sent, entered }) => shareOf(sent, entered));
      return { own, network };
    },
  };
}
