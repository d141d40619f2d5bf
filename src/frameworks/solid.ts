/**
 * Entry `auth-widget/solid`: the session for an app with Solid. Registers the three tags; types/solid.d.ts adds their types in
 * JSX. It can be imported on a server.
 */
import {
  createComponent,
  createContext,
  createSignal,
  onCleanup,
  onMount,
  splitProps,
  useContext,
  type Accessor,
  type JSX,
} from 'solid-js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, UNKNOWN_STATE } from './app-auth.js';
import type { AuthActions, ProviderProps } from './provider.js';

export * from '../define/auth-widget.js';

/** The props: a `client`, or the options of the client that the provider creates. They are read once. */
export type AuthProviderProps = ProviderProps<JSX.Element>;

/** What `useAuth` returns. */
export interface Auth extends AuthActions {
  /**
   * The client's authentication state. On a server, until the provider is mounted, and while a stored session is being restored,
   * `isLoading` is true and nobody is signed in.
   */
  readonly state: Accessor<AuthState>;
  /** Resolves when the restore of a stored session is over, even if it failed, or if there is none. Never rejects. */
  readonly ready: Promise<void>;
}

const AuthContext = createContext<Auth>();

/**
 * Provides its children with one client, whose state `useAuth` reads. The stored session is restored once. When the provider is
 * disposed of, it disposes of a client that it created.
 */
export function AuthProvider(props: AuthProviderProps): JSX.Element {
  // A spread of all props would read `children`, and create them outside of the provider.
  const [own, options] = splitProps(props, ['client', 'children']);
  const appAuth = new AppAuth(own.client ?? { ...options });
  const [state, setState] = createSignal(UNKNOWN_STATE);
  // Solid hydrates a page before it runs `onMount`, and the state must be the server's until then.
  onMount(() => onCleanup(appAuth.follow(value => setState(() => value))));
  onCleanup(() => appAuth.release());
  const value: Auth = {
    state,
    get client() {
      return appAuth.client;
    },
    get ready() {
      return appAuth.ready;
    },
    getToken: appAuth.getToken,
    logout: appAuth.logout,
  };
  return createComponent(AuthContext.Provider, {
    value,
    get children() {
      return own.children;
    },
  });
}

/**
 * Returns the state and the methods of the client, for any component inside an `AuthProvider`.
 * @throws {Error} outside a provider
 */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth: there is no <AuthProvider> around this component');
  return auth;
}
