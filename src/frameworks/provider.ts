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

/** The same props as a component reads them, where either part may be missing. */
export type ReadProviderProps<Children> = Partial<ProviderClient> & AuthClientOptions & { children?: Children };

/** What `useAuth` returns in every framework, besides the state. */
export interface AuthActions {
  /**
   * The provider's client, for effects, event handlers and the tag. On a server, its operations except `logout` reject with
   * `cancelled`.
   */
  readonly client: AuthClient;
  /** Resolves to the bearer token for your own calls, or to null without a session. Call this before every call. */
  readonly getToken: () => Promise<string | null>;
  /** Signs out in all tabs. Resolves when the server has been told, or after two seconds. */
  readonly logout: () => Promise<void>;
}
