import type { MemoryBackend } from '../../../src/testing/index.js';
import type { WorldClock } from './clock.js';
import type { Page } from './page.js';
import type { StoredRecord } from './record.js';
import type { Operation, Seat } from './seat.js';

/** An operation of a client that was disposed of, and its page. */
export interface Abandoned {
  readonly operation: Operation;
  readonly page: Page;
}

/** What the rules see of the world. */
export interface Watched {
  readonly clock: WorldClock;
  readonly backend: MemoryBackend;
  readonly seats: readonly Seat[];
  readonly tabs: readonly number[];
  /** The stored session. */
  readonly record: StoredRecord | null;
  /** When a token was last replaced or removed in the storage, by the monotonic clock. */
  readonly replacedAt: ReadonlyMap<string, number>;
  /** When the stored account last changed, by the monotonic clock. */
  accountChangedAt: number;
  readonly abandoned: readonly Abandoned[];
  /** What the tab keeps through a reload, as text. */
  sessionText(tab: number): string;
}
