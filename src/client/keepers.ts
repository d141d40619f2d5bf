import type { AuthBackend, SessionStore } from '../core/ports.js';
import { RestBackend } from './rest-backend.js';
import { SessionKeeper } from './session-keeper.js';
import { isSession, Kept, WebSessionStore } from './web-storage.js';

interface KeeperOptions {
  readonly baseUrl?: string | URL | undefined;
  readonly backend?: AuthBackend | undefined;
  readonly store?: SessionStore | undefined;
  readonly timeout?: number | undefined;
}

interface Shared {
  readonly keeper: SessionKeeper;
  readonly backend: AuthBackend;
  /** One for each client: what releases it. */
  readonly releases: Set<() => void>;
}

/** Clients of one server share keeper and store: by the store or backend that was handed in, and by base URL. */
const byPort = new WeakMap<object, Map<string, Shared>>();

/**
 * The absolute address without a trailing slash, and without a query or a fragment: the paths of the calls follow it.
 * Throws a TypeError for what is no address.
 */
function resolveBaseUrl(baseUrl?: string | URL): string {
  return new URL(baseUrl || '/', globalThis.document?.baseURI).href.replace(/\/*([?#].*)?$/, '');
}

/** The keeper for these options, made if it is the first; `release` when the client ends. */
export function keeperFor({ baseUrl, backend, store, timeout }: KeeperOptions) {
  const port = store ?? backend ?? RestBackend;
  // A backend of one's own has an address of its own: the page then serves as the name of its session.
  const key = resolveBaseUrl(baseUrl ?? (backend && !globalThis.document ? 'backend:own' : undefined));
  const shares = byPort.get(port) ?? new Map<string, Shared>();
  byPort.set(port, shares);
  let shared = shares.get(key);
  if (!shared) {
    const ownBackend = backend ?? new RestBackend(key, { timeout });
    const keeper = new SessionKeeper(
      ownBackend,
      store ? new Kept(store, isSession) : new WebSessionStore(key),
      `auth-widget:renew:${key}`,
    );
    shared = { keeper, backend: ownBackend, releases: new Set() };
    shares.set(key, shared);
  }
  const { keeper, releases } = shared;
  const release = () => {
    if (!releases.delete(release) || releases.size) return;
    keeper.stop();
    shares.delete(key);
  };
  releases.add(release);
  return { ...shared, key, release };
}
