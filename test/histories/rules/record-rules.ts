import type { Answer } from '../world/disturbances.js';
import type { Call } from '../world/network.js';
import { NEWS_MS, type StorageChange } from '../world/origin.js';
import type { Act, Seat } from '../world/seat.js';
import { readRecord, RECORD_KEY, type StoredRecord } from '../world/record.js';
import type { Watched } from '../world/watched.js';
import { readEnvelope } from './answers.js';

/** A token as the server has granted it. */
interface Grant {
  readonly user: string;
  /** The first token of its session. */
  readonly session: string;
  /** The token that was renewed; undefined for a sign-in. */
  readonly renewed: string | undefined;
  readonly call: Call;
}

/**
 * The rules of the stored session: who may write it, who may remove it, and when the server may be told to end it
 * (docs/behaviour/session.md). They need no model of a client: each change of the storage must have a reason.
 */
export class RecordRules {
  readonly #world: Watched;
  readonly #report: (text: string) => void;
  readonly #grants = new Map<string, Grant>();
  /** The tokens that the server has refused, in an answer that a page could read. */
  readonly #refused = new Set<string>();
  /** The first tokens of the sessions that a person has ended or replaced. */
  readonly #ended = new Set<string>();
  /** The tokens that were stored at some time. */
  readonly #stored = new Set<string>();
  /** The last removal of a record, and the seats that showed what was stored before it. */
  #removal: { readonly before: StoredRecord; readonly at: number; readonly following: readonly Seat[] } | undefined;
  #act: Act | undefined;
  #mayLeave = false;

  constructor(world: Watched, report: (text: string) => void) {
    this.#world = world;
    this.#report = report;
  }

  during<T>(seat: Seat, act: Act, run: () => T): T {
    this.#mayLeave = seat.client.flow.screen === 'name';
    this.#act = act;
    try {
      return run();
    } finally {
      this.#act = undefined;
      if (act.kind === 'sign out' && this.#world.record) this.#report(`${seat.name} signed out, and the record stayed`);
    }
  }

  answered(call: Call, answer: Answer): void {
    const { token, user } = readEnvelope(answer) ?? {};
    if (answer.status !== 200 || !token || !user) return;
    const isRenewal = call.name === 'PUT session';
    const session = isRenewal ? this.#sessionOf(call.token!) : token;
    this.#grants.set(token, { user, session, renewed: isRenewal ? call.token : undefined, call });
  }

  delivered({ name, token }: Call, answer: Answer): void {
    if (answer.status === 401 && readEnvelope(answer) && token && name !== 'DELETE session') this.#refused.add(token);
  }

  sent({ name, token = '', page }: Call): void {
    if (name !== 'DELETE session') return;
    if (this.#world.record?.token === token && page.isAlive)
      this.#report('the server is told that a session ends that is still stored');
    if (this.#stored.has(token) && !this.#ended.has(this.#sessionOf(token)))
      this.#report('the server is told that a session ends that nobody has ended');
  }

  changed(change: StorageChange): void {
    if (change.key !== RECORD_KEY) return;
    const before = readRecord(change.before);
    const after = readRecord(change.after);
    if (change.page && after) this.#written(before, after, change);
    if (change.page && before && !after) this.#removed(before, change);
    if (before?.user === after?.user && before?.displayName === after?.displayName) return;
    const { clock, seats } = this.#world;
    this.#world.accountChangedAt = clock.monotonic;
    const following = seats.filter(({ isFollowing }) => isFollowing);
    for (const seat of seats) seat.isFollowing = true;
    if (before && !after) this.#removal = { before, at: clock.monotonic, following };
    else if (after) this.#notSeen(after, change);
  }

  /** A page that reads the same account after the removal of a record as before it has seen no change. */
  #notSeen(after: StoredRecord, { page }: StorageChange): void {
    const { before, at, following } = this.#removal ?? {};
    const isSame = before?.user === after.user && before.displayName === after.displayName;
    if (!isSame || this.#world.clock.monotonic - at! > NEWS_MS) return;
    for (const seat of this.#world.seats)
      if (seat.page !== page && !following!.includes(seat)) seat.isFollowing = false;
  }

  #written(before: StoredRecord | null, after: StoredRecord, { page }: StorageChange): void {
    this.#stored.add(after.token);
    const grant = this.#grants.get(after.token);
    if (!grant) {
      this.#report('a token is stored that the server has not granted');
      return;
    }
    if (grant.user !== after.user) this.#report('a token is stored with the account of another person');
    if (this.#ended.has(grant.session)) this.#report('a session that has been ended is stored again');
    if (before?.token === after.token) return;
    if (grant.renewed !== undefined) {
      if (before?.token !== grant.renewed) this.#report('a renewed session is stored over another one, or over none');
      return;
    }
    if (grant.call.page !== page || grant.call.isAborted) this.#report('the session of a cancelled sign-in is stored');
    if (before) this.#ended.add(this.#sessionOf(before.token));
  }

  #removed(before: StoredRecord, { page }: StorageChange): void {
    const session = this.#sessionOf(before.token);
    if (this.#mayRemove(before)) {
      this.#ended.add(session);
      return;
    }
    // A sign-in that has succeeded may remove the record before it writes its own.
    queueMicrotask(() => {
      const now = this.#world.record;
      const grant = now && this.#grants.get(now.token);
      if (grant?.call.page === page && grant?.renewed === undefined && now?.token !== before.token)
        this.#ended.add(session);
      else this.#report('a session is removed that nobody has ended');
    });
  }

  #mayRemove({ token, displayName }: StoredRecord): boolean {
    if (this.#refused.has(token)) return true;
    switch (this.#act?.kind) {
      case 'sign out':
        return true;
      case 'leave':
        return this.#mayLeave && displayName === null;
      default:
        return false;
    }
  }

  #sessionOf(token: string): string {
    return this.#grants.get(token)?.session ?? token;
  }
}
