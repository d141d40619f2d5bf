/**
 * Entry `auth-widget/svelte`: a store with the authentication of an app, and an attachment for the widget, for Svelte 5.
 * Registers the three tags, and brings their types. Can be imported on a server.
 */
import type { Attachment } from 'svelte/attachments';
import type { HTMLAttributes } from 'svelte/elements';
import { readable, type Readable } from 'svelte/store';
import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import { AppAuth, isInPage, UNKNOWN_STATE, type AuthSource } from './app-auth.js';
import type { Listeners, Tags } from './props.js';

export * from '../define/auth-widget.js';
export type { AuthSource };

/** The authentication of an app: a store of the client authentication state, `$auth.isAuthenticated`. */
export interface Auth extends Readable<AuthState> {
  /** The client of the app. On a server its operations reject with `cancelled`. */
  readonly client: AuthClient;
  /** Resolves when a stored session has been restored, or there is none. For `load`. */
  readonly ready: Promise<void>;
  /** The bearer token for calls of your own, renewed first if that is due; null without a session. */
  getToken(): Promise<string | null>;
  /** Signs out, in all clients and tabs. */
  logout(): Promise<void>;
}

/**
 * The authentication of an app, made once, in a module. Its first subscriber has a stored session restored. Until that has
 * been looked for, and on a server, the state is unknown: `isLoading`.
 * @param source a client, or what one is to be created from: the options of `AuthClient`
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
    // Svelte takes over what a server has rendered in one synchronous pass, in which the state has to be what it was there.
    else if (isInPage) queueMicrotask(follow);
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
  'backend' | 'baseUrl' | 'challenge' | 'client' | 'mode' | 'modes' | 'noAutoLogin' | 'store' | 'texts' | 'theme'
>;

/**
 * An attachment that sets properties of `<auth-widget>` in the browser alone, where objects can be set:
 * `<auth-widget {@attach authWidget({ client: auth.client })}></auth-widget>`. They become undefined when it ends.
 *
 * A widget that a server has rendered restores the session with a client of its own before Svelte gets there. It gets
 * `client` when that has restored it as well, so that nobody is reported as signed out in between.
 */
export function authWidget({ client, ...properties }: WidgetProperties): Attachment<Tags['auth-widget']['element']> {
  return element => {
    let isEnded = false;
    const setClient = (): void => {
      if (!isEnded) element.client = client;
    };
    Object.assign(element, properties);
    if (client && element.state.userId) client.tryAutoLogin().then(setClient, setClient);
    else setClient();
    element.removeAttribute('defer-hydration');
    return () => {
      isEnded = true;
      element.client = undefined;
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
