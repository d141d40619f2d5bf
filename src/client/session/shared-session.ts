import { invalidArgument } from '../../core/misuse.js';
import type { AuthBackend } from '../../core/auth-backend.js';
import { isStoredSession, type SessionStore } from '../../core/stored-session.js';
import { ConnectedBackend } from '../calls/connected-backend.js';
import { RestBackend } from '../calls/rest-backend.js';
import { globalScope } from '../platform/global-scope.js';
import { CodeStateStore } from '../storage/code-state-store.js';
import { CountryStore } from '../storage/country-store.js';
import { DeviceStore } from '../storage/device-store.js';
import { FallbackStore } from '../storage/fallback-store.js';
import { WebSessionStore } from '../storage/web-storage.js';
import { RenewalLock } from './renewal-lock.js';
import { SessionKeeper } from './session-keeper.js';
import { SessionRecord } from './session-record.js';
import { SessionRenewal } from './session-renewal.js';

interface SharingOptions {
  readonly baseUrl?: string | URL | undefined;
  readonly backend?: AuthBackend | undefined;
  readonly store?: SessionStore | undefined;
  readonly timeout?: number | undefined;
}

/** What the clients of one server share. */
export interface SharedSession {
  readonly keeper: SessionKeeper;
  readonly backend: ConnectedBackend;
  readonly deviceStore: DeviceStore;
  readonly countryStore: CountryStore;
  readonly codeStates: CodeStateStore;
  /** The resolved base URL. */
  readonly key: string;
  /** Whether the server has an address. It has none if the base URL is relative and there is no page. */
  readonly hasAddress: boolean;
  /** Must be called when the client is disposed of. */
  readonly leave: () => void;
}

interface Shared extends Omit<SharedSession, 'key' | 'hasAddress' | 'leave'> {
  /**
   * The number of clients that share this session and haven't left. It is a count because a set would hold something of each
   * client that is never disposed of.
   */
  memberCount: number;
}

/**
 * The shared sessions by the store that was passed in, or else by the backend, or else by `RestBackend`; and then by base URL:
 * docs/behaviour/flow.md#sharing-a-session.
 */
const sharedByAdapter = new WeakMap<object, Map<string, Shared>>();

/** The base of relative addresses if there is no page, such as on a server. No call can be made to it. */
const NO_PAGE = 'no-page:///';

/**
 * Returns the absolute address without trailing slashes, query and fragment, because the paths of the calls are
 * appended to it. Throws a TypeError if it isn't an address that pages can call: `localhost:3000` is a URL whose scheme is
 * `localhost`.
 */
function resolveBaseUrl({ baseUrl, backend }: SharingOptions): string {
  const baseURI = globalScope.document?.baseURI ?? NO_PAGE;
  // A relative address has no base on a page at `about:blank`, as in jsdom and happy-dom by default, `data:` or `blob:`.
  const page = backend && !/^[^:]+:\//.test(baseURI) ? NO_PAGE : baseURI;
  try {
    const { href, protocol } = new URL(baseUrl || '/', page);
    // A backend of the app knows its own address. The page of an app in a web view may have a scheme of its own.
    if (backend || /^https?:/.test(protocol) || page.startsWith(protocol)) return href.replace(/\/*([?#].*)?$/, '');
  } catch {
    // Reported below.
  }
  throw invalidArgument('baseUrl');
}

/**
 * Throws a TypeError for a store that lacks a method or has an asynchronous one: the client would take it for an empty or a
 * blocked one.
 */
function checkStore(store: Partial<SessionStore>): void {
  const methods = [store.read, store.write, store.remove, store.subscribe];
  // Asynchronous functions have another tag.
  const isMethod = (method: unknown) => Object.prototype.toString.call(method) === '[object Function]';
  let record: unknown;
  try {
    record = store.read!();
  } catch {
    // A store may throw. The session is then kept in memory. One without `read` throws too, and is reported below.
  }
  if (!methods.every(isMethod) || record instanceof Promise) throw invalidArgument('store');
}

function createShared(key: string, { backend: ownBackend, store, timeout }: SharingOptions): Shared {
  const backend = new ConnectedBackend(ownBackend ?? new RestBackend(key, { timeout }));
  const record = new SessionRecord(store ? new FallbackStore(store, isStoredSession) : new WebSessionStore(key));
  const renewal = new SessionRenewal({ backend, record, lock: new RenewalLock(`auth-widget:renew:${key}`) });
  return {
    keeper: new SessionKeeper({ backend, record, renewal }),
    backend,
    deviceStore: new DeviceStore(key),
    countryStore: new CountryStore(key),
    codeStates: new CodeStateStore(key),
    memberCount: 0,
  };
}

/** Returns the session for these options. The first client creates it. Later ones share it with its `backend` and `timeout`. */
export function joinSharedSession(options: SharingOptions): SharedSession {
  const { backend: ownBackend, store } = options;
  // One of these methods is enough: some apps have only one kind of sign-in.
  if (ownBackend && !(ownBackend as Partial<AuthBackend>).requestCode && !(ownBackend as Partial<AuthBackend>).login)
    throw invalidArgument('backend');
  if (store) checkStore(store);
  const adapter = store ?? ownBackend ?? RestBackend;
  const key = resolveBaseUrl(options);
  // An app's own backend knows its own address, so the key is only a name.
  const hasAddress = !!ownBackend || !key.startsWith('no-page:');
  const sharedByKey = sharedByAdapter.get(adapter) ?? new Map<string, Shared>();
  sharedByAdapter.set(adapter, sharedByKey);
  const shared = sharedByKey.get(key) ?? createShared(key, options);
  sharedByKey.set(key, shared);
  shared.keeper.compare();
  let isMember = true;
  const leave = () => {
    if (!isMember) return;
    isMember = false;
    if (--shared.memberCount) return;
    shared.keeper.stop();
    shared.codeStates.stop();
    sharedByKey.delete(key);
  };
  shared.memberCount++;
  return { ...shared, key, hasAddress, leave };
}
