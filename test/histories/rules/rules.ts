import type { AuthFlow } from '../../../src/client/index.js';
import type { Answer } from '../world/disturbances.js';
import type { Call, NetworkObserver } from '../world/network.js';
import type { StorageChange } from '../world/origin.js';
import type { Act, Operation, Seat } from '../world/seat.js';
import type { Watched } from '../world/watched.js';
import { CallRules } from './call-rules.js';
import { RecordRules } from './record-rules.js';
import { checkNews, checkReload, checkRest, checkSecrets, checkSettlement, checkWaiting } from './state-rules.js';

/** Collects what the rules find. Each rule says what was broken in a sentence that names no secret. */
export class Rules implements NetworkObserver {
  readonly #world: Watched;
  readonly #found = new Set<string>();
  readonly #records: RecordRules;
  readonly #calls: CallRules;
  readonly #report = (text: string): void => this.report(text);

  constructor(world: Watched) {
    this.#world = world;
    this.#records = new RecordRules(world, this.#report);
    this.#calls = new CallRules(world, this.#report);
  }

  /** What was broken so far. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  report(text: string): void {
    this.#found.add(text);
  }

  /** Runs what a page calls synchronously, and knows meanwhile who does what. */
  during<T>(seat: Seat, act: Act, run: () => T): T {
    this.#calls.begin(seat, act);
    if (act.kind === 'leave') seat.leftAt = this.#world.clock.monotonic;
    return this.#records.during(seat, act, run);
  }

  storageChanged(change: StorageChange): void {
    this.#records.changed(change);
  }

  sent(call: Call): void {
    this.#calls.sent(call);
    this.#records.sent(call);
  }

  answered(call: Call, answer: Answer): void {
    this.#records.answered(call, answer);
  }

  delivered(call: Call, answer: Answer): void {
    this.#calls.delivered(call, answer);
    this.#records.delivered(call, answer);
  }

  settled(operation: Operation, result: { readonly error?: unknown; readonly value?: unknown }): void {
    checkSettlement(this.#world, operation, result, this.#report);
  }

  reloaded(seat: Seat, before: AuthFlow): void {
    checkReload(seat, before, this.#report);
  }

  afterStep(): void {
    checkSecrets(this.#world, this.#report);
    checkWaiting(this.#world, this.#report);
    checkNews(this.#world, this.#report);
  }

  atRest(): void {
    checkRest(this.#world, this.#report);
  }

  /** What is left of clients that were disposed of. */
  afterDisposal(): void {
    for (const { page, number } of this.#world.seats)
      for (const [what, count] of Object.entries(page.busy))
        if (count)
          this.report(`the page of client ${number} keeps ${count} ${what} after its clients were disposed of`);
  }
}
