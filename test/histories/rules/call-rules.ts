import type { Answer } from '../world/disturbances.js';
import type { Call } from '../world/network.js';
import type { Page } from '../world/page.js';
import type { Act, Operation, Seat } from '../world/seat.js';
import type { Watched } from '../world/watched.js';
import { readEnvelope } from './answers.js';

type Submission = Operation & { readonly intent: { readonly code?: string } };

/** How long a lock may be held before another page renews without it: docs/behaviour/session.md#renewal. */
const STUCK_MS = 15_000;

/**
 * The rules of the calls: what an operation may send and how often, and with which token. A call that costs an SMS or an
 * attempt must have been asked for.
 */
export class CallRules {
  readonly #world: Watched;
  readonly #report: (text: string) => void;
  /** The last call of each operation. */
  readonly #lastCall = new Map<Operation, Call>();
  /** The renewals that were sent. */
  readonly #renewals: Call[] = [];
  /** When a page may renew again, by both clocks: the device's may have been set. */
  readonly #waits = new Map<Page, { readonly wall: number; readonly trueTime: number }>();

  constructor(world: Watched, report: (text: string) => void) {
    this.#world = world;
    this.#report = report;
  }

  /** Called before an act: follows which name belongs to the flow of the client. */
  begin(seat: Seat, act: Act): void {
    const { screen, phone } = seat.client.flow;
    if (act.kind === 'request') {
      const isResend = screen === 'code' && act.phone === phone;
      seat.typedName = act.name ?? (isResend ? seat.typedName : null);
    }
    if (act.kind === 'submit' && act.name !== null && (screen === 'code' || screen === 'name'))
      seat.typedName = act.name;
    if (act.kind === 'request' || act.kind === 'sign in' || act.kind === 'submit') seat.isFollowing = false;
  }

  sent(call: Call): void {
    const seat = this.#world.seats[call.client ?? -1];
    switch (call.name) {
      case 'POST creds':
        this.#once(call, seat?.newest('request'), ({ intent }) => intent.phone === call.body.tel, 'a code');
        return;
      case 'POST session':
        this.#once(call, seat?.newest('sign in'), ({ intent }) => intent.login === call.body.login, 'a sign-in');
        return;
      case 'PUT creds':
        this.#submitted(call, seat);
        return;
      case 'PATCH account':
        this.#named(call, seat);
        return;
      case 'GET session':
        this.#withToken(call);
        return;
      case 'PUT session':
        this.#withToken(call);
        this.#renewed(call);
        return;
      case 'DELETE session':
    }
  }

  delivered(call: Call, answer: Answer): void {
    const seat = this.#world.seats[call.client ?? -1];
    const params = readEnvelope(answer);
    const retryAfter = Number(answer.headers['retry-after']) * 1000;
    const { wall, trueTime } = this.#world.clock;
    if (call.name === 'PUT session' && retryAfter)
      this.#waits.set(call.page, { wall: wall + retryAfter, trueTime: trueTime + retryAfter });
    if (!seat || !params) return;
    if (call.name === 'POST creds' && answer.status === 200) {
      seat.codesSent++;
      seat.rejected.clear();
    }
    if (call.name !== 'PUT creds') return;
    if (answer.status === 401 && params.what === 'code') seat.rejected.add(`${call.body.tel} ${call.body.val}`);
    if (answer.status === 429 && params.what === 'blocked') seat.rejected.clear();
  }

  #once<Asked extends Operation>(
    call: Call,
    operation: Asked | undefined,
    isMeant: (operation: Asked) => boolean,
    what: string,
  ): void {
    if (!operation || operation.isSettled || !isMeant(operation)) {
      this.#report(`${what} is asked for, and no operation of the page wants it`);
      return;
    }
    operation.keys.push(call.idempotencyKey);
    if (operation.keys.length > 1) this.#report(`${what} is asked for twice by one operation`);
  }

  #submitted(call: Call, seat: Seat | undefined): void {
    const operation: Submission | undefined = seat?.newestOpen('submit', ({ code }) => code === call.body.val);
    if (!seat || !operation) {
      this.#report('a code is submitted, and no operation of the page wants it');
      return;
    }
    const [firstKey] = operation.keys;
    const last = this.#lastCall.get(operation);
    operation.keys.push(call.idempotencyKey);
    this.#lastCall.set(operation, call);
    if (last) {
      const isRepeat = firstKey !== undefined && firstKey === call.idempotencyKey && operation.keys.length === 2;
      if (!isRepeat || last.isAnswered) this.#report('a code is submitted twice by one operation');
    }
    if (seat.rejected.has(`${call.body.tel} ${call.body.val}`))
      this.#report('a code is submitted again that the server has rejected');
  }

  #named(call: Call, seat: Seat | undefined): void {
    const operation = seat?.newestOpen('submit');
    if (!seat || !operation) {
      this.#report('a name is sent, and no operation of the page wants it');
      return;
    }
    if (call.body.displayName !== seat.typedName) this.#report('a name is sent that belongs to another flow');
    operation.namesSent++;
    this.#withToken(call);
  }

  /** One page at a time renews a session, and none before the time that the server named. */
  #renewed(call: Call): void {
    const { clock } = this.#world;
    const earlier = this.#renewals.filter(({ page, token }) => page.isAlive && token === call.token);
    const isRenewing = earlier.some(({ hasEnded }) => !hasEnded);
    // A page that finds the lock held for so long takes its holder for a frozen one. It may have asked as soon as the lock was
    // taken, and both wait as long before they send: then it is this time to the fraction of a millisecond.
    const isStuck = earlier.some(({ sentAt }) => clock.monotonic - sentAt > STUCK_MS - 1);
    if (isRenewing && !isStuck) this.#report('two renewals of one token run at once');
    this.#renewals.push(call);
    const wait = this.#waits.get(call.page);
    if (wait && clock.wall < wait.wall && clock.trueTime < wait.trueTime)
      this.#report('a session is renewed before the time that the server named');
  }

  /** A call for the session has the token that is stored, or was until this very moment. */
  #withToken({ token, name }: Call): void {
    const { record, clock, replacedAt } = this.#world;
    const isCurrent = record?.token === token || replacedAt.get(token!) === clock.monotonic;
    if (!isCurrent) this.#report(`${name} has a token that is not stored`);
  }
}
