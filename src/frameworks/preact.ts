/**
 * Entry `auth-widget/preact`: the session for an app with Preact. Registers the three tags; types/preact.d.ts adds their types in
 * JSX. It can be imported on a server.
 */
import { createContext, h, type ComponentChild, type ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { AuthState } from '../core/auth-state.js';
import { UNKNOWN_STATE } from '../elements/auth-widget/model/auth-context.js';
import { ClientOwner } from './client-owner.js';
import type { AuthActions, ProviderProps, ReadProviderProps } from './provider.js';

export * from '../define/auth-widget.js';

/** The props: a `client`, or the options of the client that the provider creates. */
export type AuthProviderProps = ProviderProps<ComponentChildren>;

/** What `useAuth` returns. */
export interface Auth extends AuthActions {
  /**
   * The client authentication state. On a server and until the component is mounted, `isLoading` is true and nobody is signed
   * in.
   */
  readonly state: AuthState;
}

const ClientContext = createContext<ClientOwner | null>(null);

/**
 * Provides its children with one client, whose state `useAuth` reads. The stored session is restored once. When the provider is
 * unmounted, it disposes of a client that it created.
 *
 * Another `client`, `backend` or `store` object replaces the client, and so does another `baseUrl`. Create these objects outside the
 * component. The other options are read when the client is created.
 */
export function AuthProvider(props: AuthProviderProps): ComponentChild {
  const { client, children, ...options } = props as ReadProviderProps<ComponentChildren>;
  const baseUrl = options.baseUrl?.toString();
  const { backend, store } = options;
  const owner = useMemo(() => new ClientOwner(client ?? options), [client, baseUrl, backend, store]);
  useEffect(() => owner.hold(), [owner]);
  return h(ClientContext.Provider, { value: owner, children });
}

/**
 * Returns the state and the methods of the client, for any component inside an `AuthProvider`. The component renders again after each
 * change of the state.
 * @throws {Error} outside a provider
 */
export function useAuth(): Auth {
  const owner = useContext(ClientContext);
  if (!owner) throw new Error('useAuth: there is no <AuthProvider> around this component');
  const [state, setState] = useState(UNKNOWN_STATE);
  // A layout effect runs before the browser paints, so a component that is mounted after the restore never shows the unknown state.
  useLayoutEffect(() => {
    const unsubscribe = owner.subscribe(() => setState(owner.getState()));
    setState(owner.getState());
    return unsubscribe;
  }, [owner]);
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
