import type { AuthFailure } from '../../core/auth-error.js';
import type { AuthState } from '../../core/auth-state.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { MachineContext } from '../../machine/machine-context.js';
import type { EndReason } from '../../machine/machine-events.js';

/**
 * What a client tells its observers. All types except `flow` are also events of the widget, with the same meaning:
 * docs/behaviour/flow.md#events.
 */
export type AuthNotice =
  /** Something that a view shows may have changed, such as the state, the screen or a deadline. A countdown sends none as it runs. */
  | { readonly type: 'flow' }
  /** One of the seven fields of the state has changed. */
  | { readonly type: 'auth-change'; readonly state: AuthState }
  | { readonly type: 'auth-signed-in'; readonly userId: string; readonly displayName: string | null }
  | { readonly type: 'auth-signed-out'; readonly reason: EndReason }
  /** A code was sent to `phone` (wire form). */
  | { readonly type: 'auth-code-sent'; readonly phone: string }
  | { readonly type: 'auth-error'; readonly failure: AuthFailure };

/** The client's state and the machine's data at one moment. */
interface Moment {
  readonly state: AuthState;
  readonly context: MachineContext;
}

/** Returns the notices of a change from `before` to `after`, in order: always `flow`, then the state, then what the change means. */
export function noticesOf(before: Moment, after: Moment): AuthNotice[] {
  const { state, context } = after;
  const { userId, displayName } = state;
  const { failure, verification, codesSent, endReason } = context;
  const notices: AuthNotice[] = [{ type: 'flow' }];
  if (!shallowEqual(before.state, state)) notices.push({ type: 'auth-change', state });
  if (userId && userId !== before.state.userId) notices.push({ type: 'auth-signed-in', userId, displayName });
  if (before.state.userId && !userId) notices.push({ type: 'auth-signed-out', reason: endReason });
  if (codesSent > before.context.codesSent && verification.phone)
    notices.push({ type: 'auth-code-sent', phone: verification.phone });
  if (failure && failure !== before.context.failure) notices.push({ type: 'auth-error', failure });
  return notices;
}

/** The observers of a client: the functions that it calls with each notice. */
export class NoticeObservers {
  readonly #observers = new Set<(notice: AuthNotice) => void>();

  get isEmpty(): boolean {
    return !this.#observers.size;
  }

  add(observer: (notice: AuthNotice) => void): void {
    this.#observers.add(observer);
  }

  delete(observer: (notice: AuthNotice) => void): void {
    this.#observers.delete(observer);
  }

  clear(): void {
    this.#observers.clear();
  }

  /**
   * Calls every observer, except those that are added or removed meanwhile. If one of them throws, the error is
   * reported to the page (`window.onerror`), and the others are still called.
   */
  notify(notice: AuthNotice): void {
    for (const observer of [...this.#observers]) {
      try {
        if (this.#observers.has(observer)) observer(notice);
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
