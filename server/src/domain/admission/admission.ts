import { networksOf } from '../../common/networks.js';
import { callerLeft, databaseDown, overloaded, Refusal, tooManyRequests } from '../../common/refusal.js';
import type { Database, Queryable, SqlValue, Statement } from '../../db/database.js';
import { isDatabaseDown } from '../../db/unreachable.js';
import { CallerLeft, Gate, GateFull, type Standing, type Waiter } from './gate.js';
import { KeyedQueue } from './keyed-queue.js';

/** Who makes a call. */
export interface Caller {
  /** The address, as `clientAddress` returns it. */
  readonly ip: string;
  /**
   * Whether the client has closed its connection: nothing more is then started for it. If it is missing, the client counts
   * as connected.
   */
  readonly hasLeft?: (() => boolean) | undefined;
  /** What the caller has shown of itself: nothing (`stranger`) by default. */
  readonly standing?: Standing | undefined;
  /** The number that the call is about, if there is one. Calls of one address take turns by number. */
  readonly phone?: string;
}

/** The bounds on running and waiting calls. */
export interface AdmissionOptions {
  /** The number of connections to the database. */
  readonly connections: number;
  /** The maximum number of statements of each `Standing` that wait, separately for reads and for writes. */
  readonly maxWaiting: number;
}

/**
 * Returns a caller as its calls wait in a `Gate`. Among the callers of one standing, the widest networks take turns, then the narrower ones in
 * each of them, and then the numbers in one address (docs/protocol.md#limits).
 */
export const asWaiter = ({ ip, hasLeft, standing, phone = '' }: Caller): Waiter => ({
  path: [...networksOf(ip), phone],
  standing,
  hasLeft,
});

/** Runs `work` and turns the errors of a gate into refusals. `full` makes the refusal for a full gate. */
export async function withRefusals<T>(work: () => Promise<T>, full: () => Refusal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GateFull) throw full();
    if (error instanceof CallerLeft) throw callerLeft();
    throw error;
  }
}

/**
 * Decides when each statement of a call may use the database. A quarter of the connections, at least one, is for statements with `reads`,
 * which wait for no lock for long and almost never write. They use no others, so that a flood of other statements doesn't delay them. A
 * single connection is shared by both. Networks share the connections fairly: see `Gate`.
 */
export class Admission {
  readonly #db: Queryable;
  readonly #reads: Gate;
  readonly #writes: Gate;

  constructor(db: Database, { connections, maxWaiting }: AdmissionOptions) {
    this.#db = db;
    const forReads = Math.ceil(connections / 4);
    // The sweep and /readyz don't pass through a gate, so one connection is left for them.
    const forOthers = connections > 4 ? 1 : 0;
    this.#reads = new Gate(forReads, maxWaiting);
    this.#writes = new Gate(Math.max(1, connections - forReads - forOthers), maxWaiting);
  }

  /**
   * The database for the statements of one call. `query` rejects with a Refusal if too many statements wait (503) or the client has left (499):
   * the statement was then not started. It also rejects with a 503 if the database is down. The statement may then have run.
   */
  admit(caller: Caller): Queryable {
    return this.#through(asWaiter(caller));
  }

  /**
   * The database for the rest of a call that has had effects. Its statements go before all others, however many wait, and run even if the
   * client has left. Only a database that is down refuses them (503).
   */
  admitToFinish(caller: Caller): Queryable {
    return this.#through({ ...asWaiter(caller), hasLeft: undefined, isBegun: true });
  }

  #through(waiter: Waiter): Queryable {
    return {
      query: <Row>(statement: Statement, values: readonly SqlValue[]) => {
        const query = () =>
          this.#db.query<Row>(statement, values).catch((error: unknown) => {
            throw isDatabaseDown(error) ? databaseDown(error) : error;
          });
        return withRefusals(() => (statement.reads ? this.#reads : this.#writes).run(waiter, query), overloaded);
      },
    };
  }
}

/** Runs the calls with one key one after the other: see `KeyedQueue`. The key is a number, or a login together with an address. */
export class CallQueue {
  readonly #queue: KeyedQueue;
  readonly #name: string;

  /**
   * @param name the last word of the limit's name in the log
   * @param maxWaiting how many calls of each `Standing` may wait for one key
   * @param toShared is called with the refusal of a call. Returns the refusal for all calls that wait with the same key; undefined if they
   *   wait on
   */
  constructor(name: string, maxWaiting: number, toShared: (refusal: Refusal) => Refusal | undefined = () => undefined) {
    this.#name = name;
    this.#queue = new KeyedQueue({
      maxWaiting,
      toShared: error => (error instanceof Refusal ? toShared(error) : undefined),
    });
  }

  /**
   * @throws Refusal 429 `ip` if too many calls wait with this key, 499 if the client has left, or the one that `toShared` returned for an earlier
   *   call
   */
  run<T>(key: string, caller: Caller, call: () => Promise<T>): Promise<T> {
    return withRefusals(
      () => this.#queue.run(key, asWaiter(caller), call),
      () => tooManyRequests('ip', 1, `waiting calls, ${this.#name}`),
    );
  }
}
