import type { AuthClient, AuthNotice } from '../../../src/client/index.js';
import type { AuthMode } from '../../../src/core/modes.js';
import type { Page } from './page.js';

/** What an operation is to do. `name` is the name that was typed with it. */
export type Intent =
  | { readonly kind: 'request'; readonly phone: string; readonly name: string | null }
  | { readonly kind: 'submit'; readonly code: string; readonly name: string | null }
  | { readonly kind: 'sign in'; readonly login: string }
  | { readonly kind: 'sign out' | 'restore' | 'token' };

/** What a page does that is no operation, but may remove the record. */
export type Act = Intent | { readonly kind: 'leave' };

/** An operation that somebody has started. */
export interface Operation {
  readonly seat: Seat;
  readonly intent: Intent;
  /** When it was started, by the monotonic clock. */
  readonly startedAt: number;
  /** Whether the client was busy at the start, or awaited a code over a session. A restore then does nothing. */
  readonly wasUnderWay: boolean;
  /** The idempotency keys of its sign-in calls, in their order. */
  readonly keys: (string | undefined)[];
  namesSent: number;
  /** undefined until the call that started it has returned. */
  promise: Promise<unknown> | undefined;
  isSettled: boolean;
}

type OperationOf<Kind extends Intent['kind']> = Operation & {
  readonly intent: Extract<Intent, { readonly kind: Kind }>;
};

/** One client of a history, through all pages that its tab has loaded. */
export class Seat {
  readonly number: number;
  readonly tab: number;
  readonly mode: AuthMode;
  page!: Page;
  client!: AuthClient;
  /** The operations of this client that were not joined to an earlier one. */
  operations: Operation[] = [];
  /** The codes that the server has told this client to be wrong, as `phone code`. */
  readonly rejected = new Set<string>();
  /** The name that was typed in the flow that this client shows. */
  typedName: string | null = null;
  /** Who is signed in according to the notices; undefined if the client was not observed all the time. */
  noticed: string | null | undefined;
  /** How many codes the notices have reported. */
  codesNoticed = 0;
  /** How many codes the server has sent, as it told this client. */
  codesSent = 0;
  /** Whether this client must show the session that is stored. A client that began a flow of its own need not. */
  isFollowing = false;
  /** When the person last left a screen, by the monotonic clock. */
  leftAt: number | undefined;
  #stopObserving: (() => void) | undefined;

  constructor(number: number, tab: number, mode: AuthMode) {
    this.number = number;
    this.tab = tab;
    this.mode = mode;
  }

  get isObserving(): boolean {
    return this.#stopObserving !== undefined;
  }

  /** Gives the seat a new client, in the same page or in one that was just loaded. */
  sit(page: Page, client: AuthClient): void {
    this.page = page;
    this.client = client;
    this.operations = [];
    this.rejected.clear();
    this.noticed = client.state.userId;
    this.codesNoticed = this.codesSent = 0;
    this.isFollowing = false;
    this.leftAt = undefined;
    this.#stopObserving = undefined;
  }

  observe(): void {
    this.#stopObserving ??= this.client.observe(notice => this.#note(notice));
  }

  stopObserving(): void {
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.noticed = undefined;
  }

  /** The newest operation of a kind. */
  newest<Kind extends Intent['kind']>(kind: Kind): OperationOf<Kind> | undefined {
    return this.operations.findLast(({ intent }) => intent.kind === kind) as never;
  }

  /**
   * The newest operation of a kind that is under way. A later one may end before it: a code that was rejected before is not
   * sent.
   */
  newestOpen<Kind extends Intent['kind']>(
    kind: Kind,
    isMeant: (intent: OperationOf<Kind>['intent']) => boolean = () => true,
  ): OperationOf<Kind> | undefined {
    const ofKind = this.operations.filter(({ intent }) => intent.kind === kind) as unknown as OperationOf<Kind>[];
    return ofKind.findLast(({ intent, isSettled }) => !isSettled && isMeant(intent));
  }

  get name(): string {
    return `client ${this.number}`;
  }

  #note(notice: AuthNotice): void {
    if (this.noticed === undefined) return;
    if (notice.type === 'auth-signed-in') this.noticed = notice.userId;
    if (notice.type === 'auth-signed-out') this.noticed = null;
    if (notice.type === 'auth-code-sent') this.codesNoticed++;
  }
}
