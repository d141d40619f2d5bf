import { isPlatformBrowser } from '@angular/common';
import { computed, DestroyRef, inject, Injectable, PLATFORM_ID, signal } from '@angular/core';
import { AuthClient, type AuthState } from 'auth-widget/client';
import { AUTH_OPTIONS } from './auth-options';

/** Who is signed in, as signals, and the one client of the app: every `<auth-widget>` of the app shows its state. */
@Injectable({ providedIn: 'root' })
export class AuthService {
  /** Undefined on a server, which does not know who is signed in: there `isRestoring` stays true. */
  readonly client: AuthClient | undefined;

  /**
   * Resolves when the stored session is restored, or there is none. At once unless the session has expired by the clock of
   * the device: then the server is asked, for ten seconds at most.
   */
  readonly restored: Promise<void>;

  readonly #state = signal<AuthState | undefined>(undefined);
  readonly #isRestoring = signal(true);

  /** True until it is known whether a stored session can be restored. Until then show neither «sign in» nor a name. */
  readonly isRestoring = this.#isRestoring.asReadonly();
  /** The seven fields of the state of the client; undefined on a server. */
  readonly state = this.#state.asReadonly();
  readonly isSignedIn = computed(() => this.state()?.isAuthenticated ?? false);
  readonly userId = computed(() => this.state()?.userId ?? null);
  readonly displayName = computed(() => this.state()?.displayName ?? null);

  constructor() {
    if (!isPlatformBrowser(inject(PLATFORM_ID))) {
      this.restored = Promise.resolve();
      return;
    }
    const client = new AuthClient({ baseUrl: inject(AUTH_OPTIONS).baseUrl });
    this.client = client;
    this.#state.set(client.state);
    const unsubscribe = client.subscribe(state => this.#state.set(state));
    inject(DestroyRef).onDestroy(() => {
      unsubscribe();
      client.dispose();
    });
    // It rejects where the session has ended, or the person signs in before it is over: the state says which.
    this.restored = client
      .tryAutoLogin()
      .catch(() => {})
      .finally(() => this.#isRestoring.set(false));
  }

  /** The bearer token, renewed first if that is due; null if nobody is signed in. Ask for it before each call. */
  async getToken(): Promise<string | null> {
    return (await this.client?.getToken()) ?? null;
  }

  /** Ends the session, in all tabs. */
  async signOut(): Promise<void> {
    await this.client?.logout();
  }
}
