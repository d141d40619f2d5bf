// Property test with random histories: two tabs with two clients each, operations, answers and errors in any order, and
// time that passes. In the end each client agrees with the store.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError, type AuthErrorCode } from '../../../src/core/auth-error.js';
import { FakeClock, settle } from '../../support/clock.js';
import { HeldBackend, session } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';
import { PHONE } from '../../support/client-setup.js';
import { FakeOrigin } from '../../support/tabs.js';

const RUNS = 500;

const OPERATIONS = {
  login: client => client.login('anna', 'correct horse'),
  'login as another': client => client.login('boris', 'another horse'),
  'ask for a code': client => client.loginByPhone(PHONE),
  'ask for a code for another number': client => client.loginByPhone('79167654321'),
  register: client => client.registerByPhone(PHONE, 'Anna'),
  'submit a code': client => client.loginWithSmsCode('111111'),
  'submit another code': client => client.loginWithSmsCode('222222'),
  'submit a code or a name': client => client.verifyRegistrationSms('333333', 'Boris'),
  logout: client => client.logout(),
  restore: client => client.tryAutoLogin(),
} satisfies Record<string, (client: AuthClient) => Promise<void>>;

const COMMANDS = {
  back: client => client.back(),
  'change to login': client => client.setMode('login'),
  'change to phone-login': client => client.setMode('phone-login'),
  'ask for a token': client => void client.getToken(),
} satisfies Record<string, (client: AuthClient) => void>;

/** Error codes that each call may fail with. */
const ERRORS: Readonly<Record<string, readonly AuthErrorCode[]>> = {
  requestCode: ['too-soon', 'blocked', 'network', 'sms-failed'],
  verifyCode: ['wrong-code', 'code-expired', 'network', 'blocked'],
  login: ['wrong-credentials'],
  getSession: ['session-expired', 'network'],
  renewSession: ['session-expired', 'network'],
  setDisplayName: ['policy', 'network', 'session-expired'],
  endSession: ['network'],
};

const namesOf = <T extends object>(all: T) => fc.constantFrom(...(Object.keys(all) as (keyof T)[]));
const client = fc.nat(3);
/** Whether the test waits until all promises have settled before the next step. */
const isSettled = fc.boolean();

const ANSWER = fc.record({
  tab: fc.nat(1),
  /** The index of the open call that is answered, modulo the number of open calls. */
  call: fc.nat(3),
  error: fc.option(fc.nat(3), { freq: 3 }),
  user: fc.constantFrom('u1', 'u2'),
  displayName: fc.constantFrom('Anna', null, undefined),
  isSettled,
});

const ACT = fc.oneof(
  { weight: 3, arbitrary: fc.record({ operation: namesOf(OPERATIONS), client, isSettled }) },
  { weight: 1, arbitrary: fc.record({ command: namesOf(COMMANDS), client, isSettled }) },
);

const STEP = fc.oneof(
  { weight: 10, arbitrary: ANSWER },
  { weight: 16, arbitrary: ACT },
  { weight: 3, arbitrary: fc.record({ seconds: fc.constantFrom(0.3, 5, 400, 900), isSettled }) },
);

/**
 * What an app does synchronously in a listener, before the other listeners are called. It isn't a restoration: a
 * client that cancels one before its end keeps its own flow alongside the session, and does not agree with the store.
 */
const REACTION = fc.record({
  listener: client,
  notice: fc.constantFrom('auth-signed-in', 'auth-signed-out'),
  act: ACT.filter(act => 'command' in act || act.operation !== 'restore'),
});

type Of<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type Answer = Omit<Of<typeof ANSWER>, 'isSettled'>;

/** Fake browser, clients and backends for one history; `end` restores the globals. */
function createSimulation(lag: number, reactions: readonly Of<typeof REACTION>[]) {
  const ends: (() => void)[] = [];
  const t = { after: (end: () => void) => ends.unshift(end) };
  const clock = new FakeClock(t);
  new FakePage(t);
  const origin = new FakeOrigin();
  origin.lag = lag;
  const backends = [new HeldBackend(), new HeldBackend()];
  const clients = backends.flatMap(backend => {
    const store = origin.open();
    return [new AuthClient({ backend, store }), new AuthClient({ backend, store })];
  });
  for (const each of clients) {
    each.subscribe(() => {});
    t.after(() => each.dispose());
  }
  for (const { listener, notice, act } of reactions) {
    // There's a limit because two clients with opposite reactions would never stop.
    let remaining = 3;
    clients[listener]!.observe(({ type }) => {
      if (type === notice && remaining-- > 0) perform(act);
    });
  }
  let pendingCount = 0;
  let tokens = 0;
  const isQuiet = () => backends.every(backend => !backend.open.length);

  async function answer({ tab, call, error, user, displayName }: Answer) {
    const backend = backends[tab]!;
    const method = backend.open[call % backend.open.length];
    if (!method) return;
    const codes = ERRORS[method]!;
    if (error !== null) {
      const code = codes[error % codes.length]!;
      return backend.answer(method, new AuthError(code, { retryAfter: code === 'network' ? undefined : 60 }));
    }
    const fresh = () => session({ user, displayName, token: `token-${++tokens}` });
    // A server does not change the account of an existing session.
    const known = origin.stored && { user: origin.stored.user, displayName: origin.stored.displayName };
    const answers: Readonly<Record<string, () => object>> = {
      requestCode: () => ({ idempotent: displayName === null }),
      verifyCode: fresh,
      login: fresh,
      getSession: () => ({ ...fresh(), ...known }),
      renewSession: () => ({ ...fresh(), ...known }),
      setDisplayName: () => ({ user, displayName: 'Named' }),
      endSession: () => ({}),
    };
    return backend.answer(method, answers[method]!());
  }

  function perform(act: Of<typeof ACT>) {
    const target = clients[act.client]!;
    if ('command' in act) {
      COMMANDS[act.command](target);
      return;
    }
    const done = () => {
      pendingCount--;
    };
    pendingCount++;
    OPERATIONS[act.operation](target).then(done, done);
  }

  return {
    async take(step: Of<typeof STEP>): Promise<void> {
      if ('tab' in step) await answer(step);
      else if ('seconds' in step) await clock.advance(step.seconds * 1000);
      else perform(step);
      if (step.isSettled) await settle();
    },
    /** Answers every call, until only timers start new ones. */
    async finish(): Promise<void> {
      // This is longer than the wait inside the lock and the interval at which the keepers check.
      for (const wait of [500, 16_000, 65_000, 35_000]) {
        for (let turn = 0; turn < 40; turn++) {
          await clock.advance(500);
          if (isQuiet()) break;
          for (const tab of [0, 1]) await answer({ tab, call: 0, error: null, user: 'u1', displayName: 'Anna' });
        }
        await clock.advance(wait);
      }
    },
    /** What each client shows, and what it should show. */
    compare() {
      const { stored } = origin;
      const isNamed = stored && stored.displayName !== null;
      const account = isNamed ? [stored.user, stored.displayName ?? null] : [null, null];
      const isUnnamed = stored && !isNamed;
      const actual = clients.map(({ state, flow }) => ({
        account: [state.userId, state.displayName],
        isLoading: state.isLoading,
        isAskedForName: flow.screen === 'name',
      }));
      // A client may await a code over a session whose account needs a name.
      const expected = clients.map(({ flow }) => ({
        account,
        isLoading: false,
        isAskedForName: !!isUnnamed && flow.screen !== 'code',
      }));
      return { actual, expected, pendingCount };
    },
    end: () => ends.forEach(end => end()),
  };
}

test('after any history all clients agree with the store, and no promise is left pending', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 50),
      fc.array(REACTION, { maxLength: 3 }),
      fc.array(STEP, { minLength: 4, maxLength: 28, size: 'max' }),
      async (lag, reactions, steps) => {
        const simulation = createSimulation(lag, reactions);
        try {
          for (const step of steps) await simulation.take(step);
          await simulation.finish();
          const { actual, expected, pendingCount } = simulation.compare();
          assert.deepEqual(actual, expected);
          assert.equal(pendingCount, 0);
        } finally {
          simulation.end();
        }
      },
    ),
    { numRuns: RUNS },
  );
});
