import { type Asker, Gate, GateFull, Gone } from './gate.js';
import { KeyedQueue } from './keyed-queue.js';
import type { Database, Queryable } from '../../db/database.js';
import { clientGone, overloaded, Refusal, tooManyRequests } from '../refusal.js';

/** Who makes a call. */
export interface Caller {
  /** Address, as `clientAddress` makes it. */
  readonly ip: string;
  /** Whether the client has closed its connection: nothing is begun for it any more. Absent: it never does. */
  readonly isGone?: (() => boolean) | undefined;
}

/** What bounds the calls that are in flight. */
export interface AdmissionOptions {
  /** Connections to the database. */
  readonly connections: number;
  /** How many calls may wait. */
  readonly maxWaiting: number;
}

const asker = ({ ip, isGone }: Caller): Asker => ({ line: ip, isGone });

/** Runs `work`, with the refusals that belong to the errors of a gate. */
async function refusing<T>(work: () => Promise<T>, full: () => Refusal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GateFull) throw full();
    if (error instanceof Gone) throw clientGone();
    throw error;
  }
}

/**
 * Decides when a call may use the database. Statements that read have connections of their own, so that no flood of others
 * delays them. The places are shared among addresses: see `Gate`.
 */
export class Admission {
  readonly #db: Queryable;
  readonly #reads: Gate;
  readonly #writes: Gate;

  constructor(db: Database, { connections, maxWaiting }: AdmissionOptions) {
    this.#db = db;
    const forReads = Math.ceil(connections / 4);
    // One for the sweep and for /readyz, which come through no gate.
    const forOthers = connections > 4 ? 1 : 0;
    this.#reads = new Gate(forReads, maxWaiting);
    this.#writes = new Gate(Math.max(1, connections - forReads - forOthers), maxWaiting);
  }

  /**
   * The database for the statements of one call.
   * Its `query` rejects with a Refusal, 503 or 499, if too many wait or the client has gone: nothing was done then.
   */
  for(caller: Caller): Queryable {
    return this.#through(asker(caller));
  }

  /** The same for the rest of a call that has had effects: it is never refused, and finished without its client, too. */
  toFinish({ ip }: Caller): Queryable {
    return this.#through({ line: ip, isBegun: true });
  }

  #through(who: Asker): Queryable {
    return {
      query: (statement, values) =>
        refusing(
          () => (statement.reads ? this.#reads : this.#writes).run(who, () => this.#db.query(statement, values)),
          overloaded,
        ),
    };
  }
}

/** Runs the calls for one number or login one after the other: see `KeyedQueue`. */
export class CallQueue {
  readonly #queue: KeyedQueue;
  readonly #name: string;

  /** @param isShared whether a refusal of one call is that of all that wait for the same number or login, too */
  constructor(name: string, maxWaiting: number, isShared: (refusal: Refusal) => boolean = () => false) {
    this.#name = name;
    this.#queue = new KeyedQueue({ maxWaiting, isShared: error => error instanceof Refusal && isShared(error) });
  }

  /** @throws Refusal 429 `ip` if too many calls wait for this key, 499 if the client has gone */
  run<T>(key: string, caller: Caller, call: () => Promise<T>): Promise<T> {
    return refusing(
      () => this.#queue.run(key, asker(caller), call),
      () => tooManyRequests('ip', 1, `waiting calls, ${this.#name}`),
    );
  }
}
