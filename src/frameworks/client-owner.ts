import { AuthClient, type AuthClientOptions } from '../client/auth-client.js';
import { globalScope } from '../client/global-scope.js';
import type { AuthState } from '../core/auth-state.js';
import { UNKNOWN_STATE } from '../elements/auth-context.js';

/**
 * The client of an `AuthProvider`: one that the app has made, or one that is created when it is first needed and disposed of
 * when nothing holds it any more.
 *
 * React renders a component without mounting it (StrictMode, a Suspense boundary, a server): a render creates nothing, the
 * first effect does. StrictMode runs the effects of a mount, their clean-ups and the effects again, in one task: the client is
 * disposed of in a microtask, unless it is held again by then.
 */
export class ClientOwner {
  readonly #given: AuthClient | undefined;
  readonly #options: AuthClientOptions;
  #client: AuthClient | undefined;
  #holds = 0;
  #isStarted = false;
  #isDisposed = false;

  constructor(given: AuthClient | undefined, options: AuthClientOptions) {
    this.#client = this.#given = given;
    this.#options = options;
  }

  get client(): AuthClient {
    if (!this.#client) {
      this.#client = new AuthClient(this.#options);
      // A request that a server renders ends without effects, and with them without a clean-up.
      if (!globalScope.document) this.#client.dispose();
    }
    return this.#client;
  }

  /** Until the stored session is being restored, nobody knows whether someone is signed in. */
  readonly getState = (): AuthState => {
    const state = this.#client?.state;
    return state && (this.#isStarted || state.isAuthenticated) ? state : UNKNOWN_STATE;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const release = this.hold();
    const unsubscribe = this.client.subscribe(listener);
    return () => {
      unsubscribe();
      release();
    };
  };

  /** Keeps the client until the function that this returns is called. The first call restores the stored session. */
  hold(): () => void {
    this.#holds++;
    if (this.#isDisposed) {
      this.#client = undefined;
      this.#isDisposed = false;
    }
    if (!this.#isStarted) {
      this.#isStarted = true;
      // A failure is in the state.
      this.client.tryAutoLogin().catch(() => {});
    }
    return () => {
      this.#holds--;
      queueMicrotask(() => this.#disposeIfUnused());
    };
  }

  #disposeIfUnused(): void {
    if (this.#holds > 0 || this.#given || this.#isDisposed) return;
    this.#client?.dispose();
    this.#isDisposed = true;
    this.#isStarted = false;
  }
}
