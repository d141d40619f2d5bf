import { isPlatformBrowser } from '@angular/common';
import { computed, DestroyRef, inject, Injectable, PLATFORM_ID, signal } from '@angular/core';
import { AuthClient, type AuthState } from 'auth-widget/client';
import { AUTH_OPTIONS } from './auth-options';

/** Who is signed in, as signals. Owns the app's only client, whose state every `<auth-widget>` in the app shows. */
@Injectable({ providedIn: 'root' })
export class AuthService {
  /** Undefined on a server, which doesn't know who is signed in. `isRestoring` stays true there. */
  readonly client: AuthClient | undefined;

  /**
   * Resolves once the stored session is restored, or there is none. That happens at once, unless the session has expired according to the
   * device's clock: then the client asks the server, for ten seconds at most. Never rejects.
   */
  readonly restored: Promise<void>;

  readonly #state = signal<AuthState | undefined>(undefined);
  readonly #isRestoring = signal(true);

  /** True until `restored` has resolved, and always on a server. While it's true, nobody knows yet whether somebody is signed in. */
  readonly isRestoring = this.#isRestoring.asReadonly();
  /** The client's state, an object with seven fields. Undefined on a server. */
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
    // It rejects if the person signs in or out before it settles, which the state says, or if the client is disposed.
    this.restored = client
      .tryAutoLogin()
      .catch(() => {})
      .finally(() => this.#isRestoring.set(false));
  }

  /**
   * The bearer token, or null if nobody is signed in or an expired token can't be renewed. It is renewed first if that's
   * due, so ask for it before each call.
   */
  async getToken(): Promise<string | null> {
    return (await this.client?.getToken()) ?? null;
  }

  /** Ends the session in all tabs. */
  async signOut(): Promise<void> {
    await this.client?.logout();
  }
}
