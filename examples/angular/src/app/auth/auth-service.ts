import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import { AuthClient } from 'auth-widget/client';
import { AUTH_OPTIONS } from './auth-options';

/** Who is signed in, as signals, and the one client of the app: every `<auth-widget>` of the app shows its state. */
@Injectable({ providedIn: 'root' })
export class AuthService {
  readonly client = new AuthClient({ baseUrl: inject(AUTH_OPTIONS).baseUrl });

  readonly #state = signal(this.client.state);
  readonly #isRestoring = signal(true);

  /** The seven fields of the state of the client. */
  readonly state = this.#state.asReadonly();
  /** True until it is known whether a stored session can be restored. Until then show neither «sign in» nor a name. */
  readonly isRestoring = this.#isRestoring.asReadonly();
  readonly isSignedIn = computed(() => this.state().isAuthenticated);
  readonly userId = computed(() => this.state().userId);
  readonly displayName = computed(() => this.state().displayName);

  /**
   * Resolves when the stored session is restored, or there is none. At once unless the session has expired by the clock of
   * the device: then the server is asked, for ten seconds at most.
   */
  readonly restored: Promise<void>;

  constructor() {
    const unsubscribe = this.client.subscribe(state => this.#state.set(state));
    inject(DestroyRef).onDestroy(() => {
      unsubscribe();
      this.client.dispose();
    });
    // It rejects where the session has ended, or the person signs in before it is over: the state says which.
    this.restored = this.client
      .tryAutoLogin()
      .catch(() => {})
      .finally(() => this.#isRestoring.set(false));
  }

  /** The bearer token, renewed first if that is due; null if nobody is signed in. Ask for it before each call. */
  getToken(): Promise<string | null> {
    return this.client.getToken();
  }

  /** Ends the session, in all tabs. */
  signOut(): Promise<void> {
    return this.client.logout();
  }
}
