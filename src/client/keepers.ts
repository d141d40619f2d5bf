import type { AuthBackend, SessionStore } from '../core/ports.js';
import { RestBackend } from './rest-backend.js';
import { SessionKeeper } from './session-keeper.js';
import { WebSessionStore } from './web-storage.js';

interface KeeperOptions {
  readonly baseUrl?: string | URL | undefined;
  readonly backend?: AuthBackend | undefined;
  readonly store?: SessionStore | undefined;
  readonly timeout?: number | undefined;
}

interface Shared {
  readonly keeper: SessionKeeper;
  readonly backend: AuthBackend;
  clients: number;
}

/** Clients of one server share keeper and store: by base URL, or by the store or backend that was handed in. */
const byUrl = new Map<string, Shared>();
const byPort = new WeakMap<object, Map<string, Shared>>();

/** The absolute address without a trailing slash. Throws a TypeError for what is no address. */
function resolveBaseUrl(baseUrl?: string | URL): string {
  return new URL(baseUrl || '/', globalThis.document?.baseURI).href.replace(/\/+$/, '');
}

/** The keeper for these options, made if it is the first; `release` when the client ends. */
export function keeperFor({ baseUrl, backend, store, timeout }: KeeperOptions) {
  const port = store ?? backend;
  // A backend of one's own has an address of its own: the page then serves as the name of its session.
  const url = resolveBaseUrl(baseUrl ?? (backend && !globalThis.document ? 'backend:own' : undefined));
  const shares = port ? (byPort.get(port) ?? new Map<string, Shared>()) : byUrl;
  if (port) byPort.set(port, shares);
  let shared = shares.get(url);
  if (!shared) {
    const ownBackend = backend ?? new RestBackend(url, { timeout });
    const keeper = new SessionKeeper(ownBackend, store ?? new WebSessionStore(url), `auth-widget:renew:${url}`);
    shared = { keeper, backend: ownBackend, clients: 0 };
    shares.set(url, shared);
  }
  const own = shared;
  let isReleased = false;
  own.clients++;
  return {
    key: url,
    keeper: own.keeper,
    backend: own.backend,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      if (--own.clients) return;
      own.keeper.stop();
      shares.delete(url);
    },
  };
}
