import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, UNKNOWN_STATE, type AuthSource } from './app-auth.js';

/**
 * The client of an `AuthProvider`, disposed of when no mounted component holds it any more.
 *
 * React renders components without mounting them (StrictMode, a Suspense boundary, a server): a render creates no client, the
 * first effect does. StrictMode runs the effects of a mount, their clean-ups and the effects again, in one task: the client is
 * disposed of in a microtask, unless it is held again by then.
 */
export class ClientOwner {
  readonly #auth: AppAuth;
  #holds = 0;
  /** The stored session is being restored, or was. */
  #isStarted: boolean;

  constructor(source: AuthSource) {
    this.#auth = new AppAuth(source);
    // One that an app has made may have been at work before: who is signed in is known at the first render.
    this.#isStarted = 'getToken' in source && source.state.isAuthenticated;
  }

  get client(): AuthClient {
    return this.#auth.client;
  }

  /** Until the stored session is being restored, nobody knows whether someone is signed in. */
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

  /** Keeps the client until the function that this returns is called, and restores the stored session, once. */
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
