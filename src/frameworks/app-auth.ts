import { AuthClient, type AuthClientOptions } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { UNKNOWN_STATE } from '../elements/auth-widget/model/auth-context.js';

/** The client of an app, or the options to create one from. */
export type AuthSource = AuthClient | AuthClientOptions;

/**
 * Whether this runs in a page. Lit's `isServer` isn't used, because it is also true under jsdom and happy-dom, which
 * resolve the package as Node does.
 */
export const isInPage = typeof document !== 'undefined';

/**
 * The client that the components of an app share: one that the app passes in, or one that is created when it is first
 * needed. Server-side rendering needs none unless the app asks for it.
 */
export class AppAuth {
  readonly #given: AuthClient | undefined;
  readonly #options: AuthClientOptions;
  #own: AuthClient | undefined;
  #ready: Promise<void> | undefined;

  constructor(source: AuthSource) {
    // `instanceof` wouldn't recognise a client from another copy of the package.
    [this.#given, this.#options] = 'getToken' in source ? [source, {}] : [undefined, source];
  }

  get client(): AuthClient {
    return this.#given ?? (this.#own ??= this.#create());
  }

  /** Resolves when the restore of a stored session is over, even if it failed. Never rejects. Until `release`, the restore runs only once. */
  get ready(): Promise<void> {
    // The state holds the failure, so the rejection is ignored.
    return (this.#ready ??= this.client.tryAutoLogin().catch(() => {}));
  }

  readonly getToken = (): Promise<string | null> => this.client.getToken();

  readonly logout = (): Promise<void> => this.client.logout();

  /**
   * In a page, restores a stored session and calls `listener` with the state, now and after each change. On a server,
   * the state stays unknown and `listener` is not called.
   * @returns a function that ends the subscription
   */
  follow(listener: (state: AuthState) => void): () => void {
    if (!isInPage) return () => {};
    void this.ready;
    listener(this.client.state);
    return this.client.subscribe(listener);
  }

  /** Disposes of the client that was created here. The next use creates another one. */
  release(): void {
    this.#own?.dispose();
    this.#own = this.#ready = undefined;
  }

  #create(): AuthClient {
    const client = new AuthClient(this.#options);
    // On a server, requests must not share a session, and nothing tells when a request has ended. The operations of a disposed client
    // reject with `cancelled`, except `logout`.
    if (!isInPage) client.dispose();
    return client;
  }
}

export { UNKNOWN_STATE };
