// The types that the providers of React, Preact and Solid share.
import type { AuthClient, AuthClientOptions } from '../client/auth-client.js';

interface ProviderOptions extends AuthClientOptions {
  readonly client?: undefined;
}

interface ProviderClient {
  /** A client that the app has created. The provider doesn't dispose of it. */
  readonly client: AuthClient;
}

/** The props of a provider: a `client`, or the options of the client that the provider creates. */
export type ProviderProps<Children> = (ProviderClient | ProviderOptions) & { readonly children?: Children };

/** The same props as the providers of React and Preact read them: either part may be missing. */
export type ReadProviderProps<Children> = Partial<ProviderClient> & AuthClientOptions & { children?: Children };

/** What `useAuth` of these three frameworks returns, besides the state. */
export interface AuthActions {
  /**
   * The provider's client, for effects, event handlers and the tag. On a server, the operations of a client that the provider
   * created reject with `cancelled`, except `logout`.
   */
  readonly client: AuthClient;
  /** Resolves to the bearer token for your own calls, or to null without a valid one. Call this before every call. */
  readonly getToken: () => Promise<string | null>;
  /** Signs out in all tabs. Resolves when the server has been told, or after two seconds. */
  readonly logout: () => Promise<void>;
}
