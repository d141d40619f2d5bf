import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, UNKNOWN_STATE, type AuthSource } from './app-auth.js';

/**
 * The client of an `AuthProvider` of React or Preact. A client that was created here is disposed of when no mounted component
 * holds it any longer.
 *
 * React may render components without mounting them (StrictMode, a Suspense boundary, a server), so the client is created by
 * the first effect and not by a render, unless a render reads `client`. In one task, StrictMode runs the effects of a mount, their
 * clean-ups, and the effects again, so the client is disposed of in a microtask, unless it is held again by then.
 */
export class ClientOwner {
  readonly #auth: AppAuth;
  #holds = 0;
  /** Whether the restore of the stored session has begun. */
  #isStarted: boolean;

  constructor(source: AuthSource) {
    this.#auth = new AppAuth(source);
    // A client that the app has created may already have restored its session. The first render with React then knows who
    // is signed in.
    this.#isStarted = 'getToken' in source && source.state.isAuthenticated;
  }

  get client(): AuthClient {
    return this.#auth.client;
  }

  /** Returns the state, which is unknown until the restore of the stored session has begun. */
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

  /** Keeps the client until the returned function is called. The first of several holds restores the stored session. */
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
