import { AuthClient, type AuthClientOptions } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { UNKNOWN_STATE } from '../elements/auth-widget/auth-context.js';

/** The client of an app, or what one is to be created from. */
export type AuthSource = AuthClient | AuthClientOptions;

/** Not Lit's `isServer`: that is true under jsdom and happy-dom too, where the package is resolved as for Node. */
export const isInPage = typeof document !== 'undefined';

/**
 * The client that the components of an app share. One of its own is created when it is first needed, which for a server
 * that renders pages is never, unless the app asks for it there.
 */
export class AppAuth {
  readonly #given: AuthClient | undefined;
  readonly #options: AuthClientOptions;
  #own: AuthClient | undefined;
  #ready: Promise<void> | undefined;

  constructor(source: AuthSource) {
    // Not `instanceof`: the client may be one of another copy of the package.
    [this.#given, this.#options] = 'getToken' in source ? [source, {}] : [undefined, source];
  }

  get client(): AuthClient {
    return this.#given ?? (this.#own ??= this.#create());
  }

  /** Resolves when a stored session has been restored, or there is none. It is restored once. */
  get ready(): Promise<void> {
    // A failure is in the state: the rejection says nothing more.
    return (this.#ready ??= this.client.tryAutoLogin().catch(() => {}));
  }

  readonly getToken = (): Promise<string | null> => this.client.getToken();

  readonly logout = (): Promise<void> => this.client.logout();

  /**
   * In a page: restores a stored session, and calls `listener` with the present state, and with the new one after each
   * change. On a server the state stays unknown, and `listener` is not called.
   * @returns a function that ends it
   */
  follow(listener: (state: AuthState) => void): () => void {
    if (!isInPage) return () => {};
    void this.ready;
    listener(this.client.state);
    return this.client.subscribe(listener);
  }

  /** Disposes of a client of its own. The next use creates another one. */
  release(): void {
    this.#own?.dispose();
    this.#own = this.#ready = undefined;
  }

  #create(): AuthClient {
    const client = new AuthClient(this.#options);
    // The requests that a server answers must not share a session, and none of them says when it has ended.
    if (!isInPage) client.dispose();
    return client;
  }
}

export { UNKNOWN_STATE };
