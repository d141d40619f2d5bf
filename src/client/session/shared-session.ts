import type { AuthBackend, SessionStore } from '../../core/ports.js';
import { isStoredSession } from '../../core/stored-session.js';
import { Connection } from '../calls/connected-backend.js';
import { FallbackStore } from '../storage/fallback-store.js';
import { globalScope } from '../platform/global-scope.js';
import { RenewalLock } from './renewal-lock.js';
import { RestBackend } from '../calls/rest-backend.js';
import { SessionKeeper } from './session-keeper.js';
import { WebSessionStore } from '../storage/web-storage.js';

interface KeeperOptions {
  readonly baseUrl?: string | URL | undefined;
  readonly backend?: AuthBackend | undefined;
  readonly store?: SessionStore | undefined;
  readonly timeout?: number | undefined;
}

/** What the clients of one server share. */
interface SharedKeeper {
  readonly keeper: SessionKeeper;
  readonly connection: Connection;
  readonly backend: AuthBackend;
  /** The `release` of each client that uses it. */
  readonly releases: Set<() => void>;
}

/** By the store or backend that was handed in, and then by base URL: docs/behaviour/flow.md#sharing-a-session. */
const keepersByPort = new WeakMap<object, Map<string, SharedKeeper>>();

/** Where there is no page, such as on a server, a relative address is resolved against this: no call can be made there. */
const NO_PAGE = 'no-page:///';

/**
 * The absolute address without trailing slashes, query and fragment, because the paths of the calls are appended.
 * Throws a TypeError for what is no address.
 */
function resolveBaseUrl(baseUrl?: string | URL): string {
  return new URL(baseUrl || '/', globalScope.document?.baseURI ?? NO_PAGE).href.replace(/\/*([?#].*)?$/, '');
}

/**
 * The keeper for these options, made for the first client and shared with the further ones.
 * @returns besides what is shared: `key`, the resolved base URL; `hasAddress`, false for a relative base URL without a
 * page; `release`, to be called when the client ends
 */
export function joinSharedSession({ baseUrl, backend: ownBackend, store, timeout }: KeeperOptions) {
  const port = store ?? ownBackend ?? RestBackend;
  const key = resolveBaseUrl(baseUrl);
  // A backend of the app's own knows its address: the key is no more than a name then.
  const hasAddress = !!ownBackend || !key.startsWith('no-page:');
  const keepers = keepersByPort.get(port) ?? new Map<string, SharedKeeper>();
  keepersByPort.set(port, keepers);
  let shared = keepers.get(key);
  if (!shared) {
    const backend = ownBackend ?? new RestBackend(key, { timeout });
    const connection = new Connection(backend);
    const keeper = new SessionKeeper({
      backend,
      connection,
      store: store ? new FallbackStore(store, isStoredSession) : new WebSessionStore(key),
      lock: new RenewalLock(`auth-widget:renew:${key}`),
    });
    shared = { keeper, connection, backend, releases: new Set() };
    keepers.set(key, shared);
  }
  const { keeper, connection, backend, releases } = shared;
  const release = () => {
    if (!releases.delete(release) || releases.size) return;
    keeper.stop();
    keepers.delete(key);
  };
  releases.add(release);
  return { keeper, connection, backend, key, hasAddress, release };
}
