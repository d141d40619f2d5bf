'use client';

import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { AuthState } from '../core/auth-state.js';
import { UNKNOWN_STATE } from '../elements/auth-widget/model/auth-context.js';
import { ClientOwner } from './client-owner.js';
import type { AuthActions, ProviderProps, ReadProviderProps } from './provider.js';

/** The props: a `client`, or the options of the client that the provider creates. */
export type AuthProviderProps = ProviderProps<ReactNode>;

/** What `useAuth` returns. */
export interface Auth extends AuthActions {
  /**
   * The client authentication state. On a server, until the page is hydrated, and while a stored session is being restored,
   * `isLoading` is true and nobody is signed in.
   */
  readonly state: AuthState;
}

/** The owner of the nearest provider's client. */
export const ClientContext = createContext<ClientOwner | null>(null);

const getServerState = (): AuthState => UNKNOWN_STATE;

/**
 * Provides one client to its children: `useAuth` reads its state, and an `AuthWidget` inside signs in with it. The
 * stored session is restored once. When the provider is unmounted, it disposes of a client that it created.
 *
 * Another `client`, `backend` or `store` object replaces the client, and so does another `baseUrl`. Create these objects outside the
 * component. The other options are read when the client is created.
 */
export function AuthProvider(props: AuthProviderProps): ReactElement {
  const { client, children, ...options } = props as ReadProviderProps<ReactNode>;
  const baseUrl = options.baseUrl?.toString();
  const { backend, store } = options;
  const owner = useMemo(() => new ClientOwner(client ?? options), [client, baseUrl, backend, store]);
  useEffect(() => owner.hold(), [owner]);
  return createElement(ClientContext.Provider, { value: owner }, children);
}

/**
 * Returns the state and the methods of the client, for any component inside an `AuthProvider`. The component renders again after each
 * change of the state.
 * @throws {Error} outside a provider
 */
export function useAuth(): Auth {
  const owner = useContext(ClientContext);
  if (!owner) throw new Error('useAuth: there is no <AuthProvider> around this component');
  const state = useSyncExternalStore(owner.subscribe, owner.getState, getServerState);
  return useMemo(
    () => ({
      state,
      getToken: owner.getToken,
      logout: owner.logout,
      get client() {
        return owner.client;
      },
    }),
    [owner, state],
  );
}
