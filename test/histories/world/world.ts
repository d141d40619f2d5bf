import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuthMode } from '../../../src/core/modes.js';
import { MemoryBackend } from '../../../src/testing/index.js';
import { Rules } from '../rules/rules.js';
import type { ClientModule, PageGlobals } from './client-bundle.js';
import { WorldClock } from './clock.js';
import { Network } from './network.js';
import { Origin, type StorageChange } from './origin.js';
import { Page } from './page.js';
import { ANNA, BASE_URL, readRecord, RECORD_KEY, type StoredRecord } from './record.js';
import { Seat, type Intent, type Operation } from './seat.js';
import type { Abandoned, Watched } from './watched.js';

/** Lifetimes of the server: short, so that histories see renewals and ends. */
const TOKEN_TTL = 1_000;
const SESSION_TTL = 20_000;

const MODES: readonly AuthMode[] = ['phone-login', 'register'];
const TAB_COUNT = 2;

export interface WorldOptions {
  readonly loadClient: (globals: PageGlobals) => ClientModule;
  /** Seed of `Math.random` in the pages. */
  readonly random: number;
  /** Whether clients restore the stored session as soon as they are created, as the widget does. */
  readonly restores: boolean;
}

/** Numbers from 0 up to, but not including, 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The number of the seat whose operation runs. All worlds share it, because Node keeps each `AsyncLocalStorage` that has run
 * something, and looks at all of them for each promise.
 */
const callers = new AsyncLocalStorage<number>();

/** A device with two tabs of two clients each, a network, and a server in memory. Nothing in it is real but promises. */
export class World implements Watched {
  readonly clock = new WorldClock(error => this.rules.report(`a timer threw ${String(error)}`));
  readonly backend = new MemoryBackend({ tokenTtl: TOKEN_TTL, sessionTtl: SESSION_TTL });
  readonly origin = new Origin(this.clock, change => this.#storageChanged(change));
  readonly network: Network;
  readonly rules: Rules;
  readonly seats: readonly Seat[];
  readonly tabs = Array.from({ length: TAB_COUNT }, (_, tab) => tab);
  /** When a token was last replaced or removed in the storage, by the monotonic clock. */
  readonly replacedAt = new Map<string, number>();
  /** The operations of clients that were disposed of, and their pages. */
  readonly abandoned: Abandoned[] = [];
  /** When the stored account last changed, by the monotonic clock. */
  accountChangedAt = 0;
  readonly #sessionItems = this.tabs.map(() => new Map<string, string>());
  readonly #options: WorldOptions;
  readonly #random: () => number;

  constructor(options: WorldOptions) {
    const { clock, backend } = this;
    this.#options = options;
    this.#random = randomNumbers(options.random);
    Object.assign(backend.clock, { now: () => clock.trueTime });
    backend.addAccount(ANNA);
    this.seats = this.#sessionItems.flatMap((_, tab) =>
      MODES.map((mode, index) => new Seat(tab * MODES.length + index, tab, mode)),
    );
    this.rules = new Rules(this);
    this.network = new Network({
      clock,
      backend,
      observer: this.rules,
      currentClient: () => callers.getStore(),
    });
    this.#sessionItems.forEach((_, tab) => this.load(tab));
  }

  /** The stored session. */
  get record(): StoredRecord | null {
    return readRecord(this.origin.get(RECORD_KEY));
  }

  /** What the tab keeps through a reload, as text. */
  sessionText(tab: number): string {
    return JSON.stringify([...this.#sessionItems[tab]!]);
  }

  /** Loads the page of a tab, for the first time or again. */
  load(tab: number): void {
    const { clock, origin } = this;
    const seats = this.seats.filter(seat => seat.tab === tab);
    const shown = seats.map(({ client, page }) => (page as Page | undefined) && client.flow);
    (seats[0]!.page as Page | undefined)?.unload();
    const page = new Page({
      clock,
      origin,
      sessionItems: this.#sessionItems[tab]!,
      fetch: (...args) => this.network.fetch(...args),
      isOnline: () => this.network.isOnline,
      random: this.#random,
      loadClient: this.#options.loadClient,
    });
    seats.forEach((seat, index) => {
      this.create(seat, page);
      if (shown[index]) this.rules.reloaded(seat, shown[index]);
    });
    for (const seat of seats) this.#begin(seat);
  }

  /** Disposes of the client of a seat, and creates another one in the same page. */
  replace(seat: Seat): void {
    seat.client.dispose();
    this.abandoned.push(...seat.operations.map(operation => ({ operation, page: seat.page })));
    this.create(seat, seat.page);
    this.#begin(seat);
  }

  create(seat: Seat, page: Page): void {
    seat.sit(page, new page.module.AuthClient({ baseUrl: BASE_URL, mode: seat.mode }));
  }

  /** Starts an operation. Two that share a promise count as one. */
  perform(seat: Seat, intent: Intent, run: () => Promise<unknown>): void {
    const operation: Operation = {
      seat,
      intent,
      startedAt: this.clock.monotonic,
      wasUnderWay: seat.client.state.isLoading || (seat.client.flow.screen === 'code' && this.record !== null),
      keys: [],
      namesSent: 0,
      promise: undefined,
      isSettled: false,
    };
    // Its first call may be made before it returns.
    seat.operations.push(operation);
    const promise = this.rules.during(seat, intent, () => callers.run(seat.number, run));
    if (seat.operations.some(earlier => earlier.promise === promise)) {
      seat.operations.splice(seat.operations.indexOf(operation), 1);
      return;
    }
    operation.promise = promise;
    const settled = (result: { readonly error?: unknown; readonly value?: unknown }) => {
      operation.isSettled = true;
      if (seat.operations.includes(operation)) this.rules.settled(operation, result);
    };
    promise.then(
      value => settled({ value }),
      (error: unknown) => settled({ error }),
    );
  }

  /** Heals the network, and waits until everything that runs has ended. */
  async finish(): Promise<void> {
    this.network.heal();
    for (const { page } of this.seats) page.fire('online');
    await this.clock.advance(90_000);
    for (const seat of this.seats) seat.page.show();
    await this.clock.advance(30_000);
  }

  /** Disposes of all clients, and waits until nothing should be left of them. */
  async dispose(): Promise<void> {
    for (const { client } of this.seats) client.dispose();
    await this.clock.advance(1_000);
  }

  #storageChanged(change: StorageChange): void {
    const before = change.key === RECORD_KEY && readRecord(change.before);
    if (before) this.replacedAt.set(before.token, this.clock.monotonic);
    this.rules.storageChanged(change);
  }

  #begin(seat: Seat): void {
    seat.observe();
    if (this.#options.restores) this.perform(seat, { kind: 'restore' }, () => seat.client.tryAutoLogin());
  }
}
