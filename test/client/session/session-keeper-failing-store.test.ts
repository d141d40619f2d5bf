// Property test: two tabs over one storage that fails now and then, with sign-ins of several people, sign-outs,
// renewals and ends of sessions in any order (docs/behaviour/session.md#record, docs/behaviour/session.md#tabs).
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { StoredSession } from '../../../src/core/stored-session.js';
import { FakeClock, settle } from '../../support/clock.js';
import { SessionServer } from '../../support/session-servers.js';
import { FakePage } from '../../support/page.js';
import { FakeOrigin, TabStore } from '../../support/tabs.js';

const RUNS = 300;
const SECOND = 1000;

const TAB = fc.constantFrom(0 as const, 1 as const);
/** Which calls of a store throw. A store that cannot be read accepts no record either. */
const FAILING = fc.constantFrom<readonly string[]>(
  [],
  ['write'],
  ['remove'],
  ['write', 'remove'],
  ['read', 'write', 'remove'],
);
const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('login'), tab: TAB, user: fc.constantFrom('u1', 'u2', 'u3') }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('logout', 'restore', 'token'), tab: TAB }) },
  { weight: 4, arbitrary: fc.record({ failing: FAILING, tab: TAB }) },
  { weight: 1, arbitrary: fc.record({ end: fc.constantFrom('what is stored', 'what a tab holds'), tab: TAB }) },
  { weight: 5, arbitrary: fc.record({ seconds: fc.constantFrom(0.1, 1, 40, 830) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

/** The storage as one tab sees it. Some calls throw. */
class FailingStore extends TabStore {
  failing: readonly string[] = [];
  /**
   * The record that the tab couldn't write or remove, and the last content that it had read; null once the content has
   * changed.
   */
  unstored: { readonly record: StoredSession | null; readonly over: StoredSession | null } | null = null;
  readonly #origin: FakeOrigin;
  #seen: StoredSession | null = null;

  constructor(origin: FakeOrigin) {
    super(origin);
    this.#origin = origin;
  }

  /** The record that should count in the tab. */
  get expected(): StoredSession | null {
    return this.unstored && this.unstored.over === this.#origin.stored ? this.unstored.record : this.#origin.stored;
  }

  override read(): StoredSession | null {
    this.#attempt('read');
    this.#seen = super.read();
    if (this.unstored?.over !== this.#seen) this.unstored = null;
    return this.#seen;
  }

  override write(record: StoredSession): void {
    this.#change('write', record, () => super.write(record));
  }

  override remove(): void {
    this.#change('remove', null, () => super.remove());
  }

  #change(method: string, record: StoredSession | null, change: () => void): void {
    const before = this.unstored;
    this.unstored = { record, over: this.#seen };
    this.#attempt(method);
    this.unstored = before;
    change();
    this.unstored = null;
    this.#seen = record;
  }

  #attempt(method: string): void {
    if (this.failing.includes(method)) throw new Error(`no ${method}`);
  }
}

/** The two tabs, their server and their storage for one history. `end` restores the globals. */
function createSimulation() {
  const ends: (() => void)[] = [];
  const t = { after: (end: () => void) => ends.unshift(end) };
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const origin = new FakeOrigin();
  const server = new SessionServer();
  server.latency = 200;
  const signIns = new Set<string | undefined>();
  const login = server.login.bind(server);
  server.login = async (...args) => {
    const session = await login(...args);
    signIns.add(session.token);
    return session;
  };
  const stores = [origin.open(new FailingStore(origin)), origin.open(new FailingStore(origin))] as const;
  const clients = stores.map(store => new AuthClient({ backend: server, store }));
  for (const client of clients) {
    client.subscribe(() => {});
    t.after(() => client.dispose());
  }

  const wrongs: string[] = [];
  /** Whether a sign-out may be running, in a tab or at the beginning of a sign-in. */
  let isLeaving = false;
  const change = origin.change.bind(origin);
  origin.change = (next, writer) => {
    const before = origin.stored;
    if (before && !next && !isLeaving && server.knows(before.token)) wrongs.push(`removed ${before.token}`);
    const isOwn = (writer as FailingStore).unstored?.over === before;
    if (before && next && before.user !== next.user && !signIns.has(next.token) && !isOwn)
      wrongs.push(`renewed ${next.token} over ${before.token} of another person`);
    change(next, writer);
  };

  function act(step: Extract<Step, { act: unknown }>): void {
    const client = clients[step.tab]!;
    isLeaving = true;
    if ('user' in step) client.login(step.user, 'correct horse').catch(() => {});
    else if (step.act === 'logout') client.logout().catch(() => {});
    isLeaving = false;
    if (step.act === 'restore') client.tryAutoLogin().catch(() => {});
    if (step.act === 'token') void client.getToken();
  }

  return {
    wrongs,
    async take(step: Step): Promise<void> {
      if ('seconds' in step) await clock.advance(step.seconds * SECOND);
      else if ('failing' in step) stores[step.tab].failing = step.failing;
      else if ('end' in step) {
        const record = step.end === 'what is stored' ? origin.stored : stores[step.tab].expected;
        if (record) server.end(record.token);
      } else act(step);
      await settle();
    },
    /** The users of the tabs, and those that they should have; only of sessions that the server has not ended. */
    async compare() {
      for (const store of stores) store.failing = [];
      // A tab without a session has no timer: it reads the store when the page is shown.
      page.show();
      // Longer than the interval in which the keepers read the store, and than any running call.
      await clock.advance(65 * SECOND);
      const isLive = stores.map(({ expected }) => !expected || server.knows(expected.token));
      const only = (users: (string | null | undefined)[]) => users.filter((_, index) => isLive[index]);
      return {
        actual: only(clients.map(({ state }) => state.userId)),
        expected: only(stores.map(({ expected }) => expected?.user ?? null)),
      };
    },
    end: () => ends.forEach(end => end()),
  };
}

test('after any history with a storage that fails, no record of another person is lost, and its changes are seen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 24, size: 'max' }), async steps => {
      const simulation = createSimulation();
      try {
        for (const step of steps) await simulation.take(step);
        const { actual, expected } = await simulation.compare();
        assert.deepEqual(simulation.wrongs, []);
        assert.deepEqual(actual, expected);
      } finally {
        simulation.end();
      }
    }),
    { numRuns: RUNS },
  );
});
