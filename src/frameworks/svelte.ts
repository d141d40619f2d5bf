/**
 * Entry `auth-widget/svelte`: a store with the authentication of an app, and an attachment for the widget, for Svelte 5.
 * Registers the three tags and declares their types. It can be imported on a server.
 */
import type { Attachment } from 'svelte/attachments';
import type { HTMLAttributes } from 'svelte/elements';
import { readable, type Readable } from 'svelte/store';
import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, UNKNOWN_STATE, type AuthSource } from './app-auth.js';
import type { Listeners, Tags } from './props.js';

export * from '../define/auth-widget.js';
export type { AuthSource };

/** The authentication of an app: a store with the state of the client, for example `$auth.isAuthenticated`. */
export interface Auth extends Readable<AuthState> {
  /** The app's client. On a server, the operations of a client that is created here reject with `cancelled`, except `logout`. */
  readonly client: AuthClient;
  /** Resolves when the restore of a stored session is over, even if it failed, or if there is none. Never rejects. For `load`. */
  readonly ready: Promise<void>;
  /** Resolves to the bearer token for your own calls, renewed first if that is due, or to null without a valid one. */
  getToken(): Promise<string | null>;
  /** Signs out in all clients and tabs. */
  logout(): Promise<void>;
}

/**
 * Creates the authentication of an app. Call it once, in a module. The first subscription restores the stored session, or
 * `ready` if it is read earlier. Until then, and on a server, the state is unknown, and `isLoading` is true.
 * @param source a client, or the options of `AuthClient` to create one from
 */
export function createAuth(source: AuthSource = {}): Auth {
  const appAuth = new AppAuth(source);
  let isHydrated = false;
  const { subscribe } = readable(UNKNOWN_STATE, set => {
    let end: (() => void) | undefined;
    let isEnded = false;
    const follow = (): void => {
      isHydrated = true;
      if (!isEnded) end = appAuth.follow(set);
    };
    if (isHydrated) follow();
    // Svelte hydrates a page in one synchronous pass, during which the state must be the same as on the server.
    else queueMicrotask(follow);
    return () => {
      isEnded = true;
      end?.();
    };
  });
  return {
    subscribe,
    get client() {
      return appAuth.client;
    },
    get ready() {
      return appAuth.ready;
    },
    getToken: appAuth.getToken,
    logout: appAuth.logout,
  };
}

type WidgetProperties = Pick<
  Tags['auth-widget']['props'],
  | 'backend'
  | 'baseUrl'
  | 'challenge'
  | 'client'
  | 'mode'
  | 'modes'
  | 'noAutoLogin'
  | 'noDeviceMemory'
  | 'store'
  | 'texts'
  | 'theme'
>;

/**
 * Creates an attachment that sets properties of `<auth-widget>`:
 * `<auth-widget {@attach authWidget({ client: auth.client })}></auth-widget>`. It sets them in the browser only, because a
 * server can't render objects. When it ends, they become undefined.
 *
 * In a page that a server has rendered, a widget without `defer-hydration` may restore the session with its own client before
 * Svelte hydrates the page. Such a widget gets `client` only after `client` has restored the session too, so that no sign-out is
 * reported. A client that is already signed in is set at once, for the same reason: when a property changes, Svelte ends the
 * attachment and makes the next one in one task, and between the two the widget has no client of the app.
 */
export function authWidget({ client, ...properties }: WidgetProperties): Attachment<Tags['auth-widget']['element']> {
  return element => {
    let isEnded = false;
    const setClient = (): void => {
      if (client && !isEnded) element.client = client;
    };
    Object.assign(element, properties);
    if (client && element.state.userId && !client.state.userId) client.tryAutoLogin().then(setClient, setClient);
    else setClient();
    element.removeAttribute('defer-hydration');
    return () => {
      isEnded = true;
      if (client) element.client = undefined;
      for (const name of Object.keys(properties)) Object.assign(element, { [name]: undefined });
    };
  };
}

type Props<T extends Tags[keyof Tags]> = T['props'] &
  Listeners<T['events']> &
  Omit<HTMLAttributes<T['element']>, keyof T['props']>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'auth-widget': Props<Tags['auth-widget']>;
    'phone-input': Props<Tags['phone-input']>;
    'code-input': Props<Tags['code-input']>;
  }
}
