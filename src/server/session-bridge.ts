// Gives an app's own server a session: a cookie with a random id, and a record. Both last as long as the token, at most 90 days. The rules
// are in docs/server-session.md.
import { createId, isId, MemorySessionRecords, SessionRecords, type SessionRecordStore } from './session-records.js';
import { readBearer, type TokenAnswer, type TokenCheck } from './token-check.js';

/** Options of `SessionBridge`. */
export interface SessionBridgeOptions {
  /** Checks tokens with the server that signs people in. */
  readonly tokenCheck: Pick<TokenCheck, 'check'>;
  /** The origins of the app's pages, such as `https://example.com`. A page has to call the bridge on its own origin. */
  readonly origins: readonly string[];
  /** Where the records are kept. By default, in the memory of this process. */
  readonly store?: SessionRecordStore | undefined;
  /** Returns the time in milliseconds since 1970. By default, `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The name of the cookie: docs/server-session.md#the-cookie */
const COOKIE = '__Host-auth-session';
const MAX_SECONDS = 90 * 24 * 60 * 60;
/** How long the earlier id stays valid after a renewal, for requests that are already on their way. */
const REPLACED_SECONDS = 60;

const HEADERS = { 'Cache-Control': 'private, no-store' };

/** The parts of a request that the bridge reads. */
export type BridgeRequest = Pick<Request, 'method' | 'headers'>;

const SIGNED_OUT: TokenAnswer = { kind: 'signed-out' };

const answer = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { ...HEADERS, ...headers } });

const cookie = (id: string, seconds: number): Record<string, string> => ({
  'Set-Cookie': `${COOKIE}=${id}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`,
});

/** Returns the id in the header `Cookie`; undefined if there is none, if it can't be one of ours, or if there are several. */
function readId(header: string | null | undefined): string | undefined {
  const prefix = `${COOKIE}=`;
  const values = (header ?? '').split(/; */).filter(part => part.startsWith(prefix));
  const [id = '', ...others] = values.map(part => part.slice(prefix.length));
  return others.length === 0 && isId(id) ? id : undefined;
}

/** Compares in a time that doesn't depend on where the texts differ. */
function areEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1));
  return difference === 0;
}

/** Gives the app's own server a session of its own, so that it can render a page for the person who asks. */
export class SessionBridge {
  readonly #tokenCheck: Pick<TokenCheck, 'check'>;
  readonly #origins: ReadonlySet<string>;
  readonly #records: SessionRecords;
  readonly #now: () => number;

  constructor({ tokenCheck, origins, store = new MemorySessionRecords(), now = Date.now }: SessionBridgeOptions) {
    for (const origin of origins)
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new TypeError(`auth-widget: ${origin} is no origin, such as https://example.com`);
    this.#tokenCheck = tokenCheck;
    this.#origins = new Set(origins);
    this.#records = new SessionRecords(store);
    this.#now = now;
  }

  /**
   * Answers the calls of the page: `POST` with the header `Authorization` begins or renews a session, `DELETE` ends it. Route every method
   * of one path to it, such as `/auth/session`. Never rejects: if the store fails or the token can't be checked, the answer is 503.
   */
  readonly handle = async ({ method, headers }: BridgeRequest): Promise<Response> => {
    if (method !== 'POST' && method !== 'DELETE') return answer(405, { Allow: 'POST, DELETE' });
    if (!this.#isOwnPage(headers)) return answer(403);
    const id = readId(headers.get('cookie'));
    try {
      if (method === 'POST') return await this.#begin(headers.get('authorization'), id);
      if (id) await this.#records.remove(id);
      return answer(204, cookie('', 0));
    } catch {
      return answer(503, { 'Retry-After': '5' });
    }
  };

  /**
   * Says who asks for a page. Never rejects: if the store can't be read or the token can't be checked, the answer is `unknown`.
   * @param cookies the header `Cookie` of the request
   */
  readonly whoIs = async (cookies: string | null | undefined): Promise<TokenAnswer> => {
    const id = readId(cookies);
    if (!id) return SIGNED_OUT;
    try {
      const record = await this.#records.find(id);
      if (!record) return SIGNED_OUT;
      const left = Math.floor((record.endsAt - this.#now()) / 1000);
      const found = left > 0 ? await this.#tokenCheck.check(`Bearer ${record.token}`) : SIGNED_OUT;
      // The token is invalid even if its record can't be removed.
      if (found.kind === 'signed-out') await this.#records.remove(id).catch(() => undefined);
      return found.kind === 'signed-in' ? { ...found, expiresIn: Math.min(found.expiresIn, left) } : found;
    } catch {
      return { kind: 'unknown' };
    }
  };

  /**
   * Whether a page of one of the `origins` has made the call, and on its own origin. Browsers send `Origin` with every POST and DELETE, and no
   * script can change it.
   */
  #isOwnPage(headers: Headers): boolean {
    const site = headers.get('sec-fetch-site');
    return this.#origins.has(headers.get('origin') ?? '') && (site === null || site === 'same-origin');
  }

  async #begin(authorization: string | null, id: string | undefined): Promise<Response> {
    const token = readBearer(authorization);
    const found = await this.#tokenCheck.check(authorization);
    if (found.kind === 'unknown') return answer(503, { 'Retry-After': '5' });
    if (!token || found.kind === 'signed-out') return answer(401, { 'WWW-Authenticate': 'Bearer' });
    const seconds = Math.min(found.expiresIn, MAX_SECONDS);
    if (seconds < 1) return answer(401, { 'WWW-Authenticate': 'Bearer' });

    const { userId } = found.account;
    const earlier = id && (await this.#records.find(id));
    if (earlier) {
      const left = Math.floor((earlier.endsAt - this.#now()) / 1000);
      // The token was reported before, so the record and its end stay.
      if (left > 0 && areEqual(earlier.token, token)) return answer(204);
      // The same person has a new token: requests that are under way come with the earlier id.
      const isRenewal = earlier.userId === userId && left > 0;
      if (isRenewal) await this.#keep(id, earlier, Math.min(left, REPLACED_SECONDS));
      else await this.#records.remove(id);
    }
    const newId = createId();
    await this.#keep(newId, { token, userId }, seconds);
    return answer(204, cookie(newId, seconds));
  }

  #keep(id: string, { token, userId }: { token: string; userId: string }, seconds: number): Promise<void> {
    return this.#records.keep(id, { token, userId, endsAt: this.#now() + seconds * 1000 }, seconds);
  }
}
