import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, UNKNOWN_STATE, type AuthSource } from './app-auth.js';

/**
 * The client of an `AuthProvider`. It is disposed of when no mounted component holds it anymore.
 *
 * React renders components without mounting them (StrictMode, a Suspense boundary, a server), so the client is created by
 * the first effect and not by a render. StrictMode runs the effects of a mount, their clean-ups and the effects again, all in
 * one task. So the client is disposed of in a microtask, unless it is held again by then.
 */
export class ClientOwner {
  readonly #auth: AppAuth;
  #holds = 0;
  /** Whether the restoration of the stored session has begun. */
  #isStarted: boolean;

  constructor(source: AuthSource) {
    this.#auth = new AppAuth(source);
    // A client that the app has made may have restored its session already. Then the first render knows who is signed in.
    this.#isStarted = 'getToken' in source && source.state.isAuthenticated;
  }

  get client(): AuthClient {
    return this.#auth.client;
  }

  /** The state is unknown until the restoration of the stored session has begun. */
  readonly getState = (): AuthState => (this.#isStarted ? this.client.state : UNKNOWN_STATE);

  readonly getToken = (): Promise<string | null> => this.#auth.getToken();

  readonly logout = (): Promise<void> => this.#auth.logout();

  readonly subscribe = (listener: () => void): (() => void) => {
    const release = this.hold();
    const unsubscribe = this.client.subscribe(listener);
    return () => {
      unsubscribe();
      release();
    };
  };

  /** Keeps the client until the returned function is called. The first call restores the stored session. */
  hold(): () => void {
    this.#holds++;
    this.#isStarted = true;
    void this.#auth.ready;
    return () => {
      this.#holds--;
      queueMicrotask(() => this.#releaseIfUnused());
    };
  }

  #releaseIfUnused(): void {
    if (this.#holds > 0) return;
    this.#auth.release();
    this.#isStarted = false;
  }
}
