import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { isFull } from '../../test/support/full.mjs';
import { createMacs } from '../src/common/crypto.js';
import { Cluster, type Outcome } from './support/cluster.js';
import { databaseKinds, defaultKind, describeOn } from './support/databases.js';
import { testEnvironment } from './support/harness.js';

const path = { tel: '/v1/creds/tel', session: '/v1/session' } as const;

/** Number of answers of each kind: `200`, `429 send` … */
function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, params } of outcomes) {
    const name = [status, params.what, params.attemptsLeft].filter(part => part !== undefined).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const macs = createMacs(testEnvironment.SERVER_SECRET);

const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

for (const kind of databaseKinds) {
  const servers = kind === 'postgres' ? 'four processes on PostgreSQL' : 'one process on PGlite';
  describeOn(kind, `many calls at once, ${servers}`, () => {
    // PGlite has one connection and runs one statement at a time, so a hundred calls show as much as five hundred.
    const crowd = kind === 'postgres' ? 500 : 100;
    const signIns = kind === 'postgres' ? 200 : 50;
    /** Declares a test that runs on PGlite only if PostgreSQL is missing, or with FULL=1. */
    const itOnDefaultKind = (name: string, run: () => Promise<void>): void => {
      if (kind === defaultKind || isFull) void it(name, run);
    };
    let cluster: Cluster;
    let numbers = 0;
    const newNumber = () => `7916${String(++numbers).padStart(7, '0')}`;
    const addressOf = (tel: string) =>
      `10.${[tel.slice(-6, -4), tel.slice(-4, -2), tel.slice(-2)].map(Number).join('.')}`;
    const send = (tel: string) => ({ body: { tel, op: 'add' }, ip: addressOf(tel) });
    const verify = (tel: string, val: string) => ({ body: { tel, val, op: 'add' }, ip: addressOf(tel) });

    before(async () => {
      cluster = await Cluster.start(kind);
    });
    after(() => cluster.stop());

    const sendCode = async (tel: string) => {
      assert.equal((await cluster.call('POST', path.tel, send(tel)))?.status, 200);
      return cluster.codeFor(tel);
    };
    /** The attempts counted for a number, each of which allows one comparison. Each number uses a different address here. */
    const attemptsOf = async (tel: string) => {
      const key = macs.counter('code', addressOf(tel));
      const [row] = await cluster.query<{ count: number }>(`select count from counters where key = '${key}'`);
      return row?.count ?? 0;
    };

    itOnDefaultKind(`${crowd} requests for a code to one number send exactly one SMS`, async () => {
      const tel = newNumber();
      const outcomes = await cluster.storm(crowd, 'POST', path.tel, send(tel));
      assert.deepEqual(tally(outcomes), { '200': 1, '429 send': crowd - 1 });
      assert.equal(cluster.sentTo(tel).length, 1);
    });

    itOnDefaultKind(`${crowd} wrong codes for one number are compared three times, and block the number`, async () => {
      const tel = newNumber();
      const code = await sendCode(tel);
      const outcomes = await cluster.storm(crowd, 'PUT', path.tel, verify(tel, wrong(code)));
      assert.deepEqual(tally(outcomes), { '401 code 2': 1, '401 code 1': 1, '429 blocked': crowd - 2 });
      assert.equal(await attemptsOf(tel), 3);
      const right = await cluster.call('PUT', path.tel, verify(tel, code));
      assert.equal(right?.params.what, 'blocked');
      const [guard] = await cluster.query<{ block_level: number; code_mac: unknown }>(
        `select block_level, code_mac from phone_guards where tel = '${tel}'`,
      );
      assert.deepEqual(guard, { block_level: 1, code_mac: null });
    });

    itOnDefaultKind('20 wrong codes for each of 25 numbers are compared three times for each number', async () => {
      const guessed = await Promise.all(
        Array.from({ length: 25 }, async () => {
          const tel = newNumber();
          return { tel, code: await sendCode(tel) };
        }),
      );
      const outcomes = await Promise.all(
        guessed.map(({ tel, code }) => cluster.storm(20, 'PUT', path.tel, verify(tel, wrong(code)))),
      );
      for (const each of outcomes) {
        assert.deepEqual(tally(each), { '401 code 2': 1, '401 code 1': 1, '429 blocked': 18 });
      }
      for (const { tel } of guessed) assert.equal(await attemptsOf(tel), 3);
    });

    itOnDefaultKind(`${crowd} right codes for one number sign in exactly once`, async () => {
      const tel = newNumber();
      const code = await sendCode(tel);
      const outcomes = await cluster.storm(crowd, 'PUT', path.tel, verify(tel, code));
      assert.deepEqual(tally(outcomes), { '200': 1, '410 code': crowd - 1 });
      const token = outcomes.find(({ status }) => status === 200)!.params.token!;
      assert.equal((await cluster.call('GET', path.session, { token }))?.status, 200);
      const [guard] = await cluster.query<{ failures: number; blocked_until: unknown; block_level: number }>(
        `select failures, blocked_until, block_level from phone_guards where tel = '${tel}'`,
      );
      assert.deepEqual(guard, { failures: 0, blocked_until: null, block_level: 0 });
    });

    for (const before of [0, 2]) {
      itOnDefaultKind(
        `50 verifications under one idempotency key count as one sign-in, after ${before} wrong codes`,
        async () => {
          const tel = newNumber();
          const code = await sendCode(tel);
          for (let n = 0; n < before; n++) await cluster.call('PUT', path.tel, verify(tel, wrong(code)));
          const outcomes = await cluster.storm(50, 'PUT', path.tel, { ...verify(tel, code), key: 'the-same' });
          assert.deepEqual(tally(outcomes), { '200': 4, '410 code': 46 });
          const users = outcomes.filter(({ status }) => status === 200).map(({ params }) => params.user);
          assert.equal(new Set(users).size, 1);
          const [row] = await cluster.query<{ n: number }>(
            `select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where a.tel = '${tel}'`,
          );
          assert.equal(row?.n, 1);
        },
      );
    }

    itOnDefaultKind('50 wrong codes under one idempotency key are compared three times', async () => {
      const tel = newNumber();
      const guess = verify(tel, wrong(await sendCode(tel)));
      const outcomes = await cluster.storm(50, 'PUT', path.tel, { ...guess, key: 'the-same' });
      assert.deepEqual(tally(outcomes), { '401 code 2': 1, '401 code 1': 1, '429 blocked': 48 });
      assert.equal(await attemptsOf(tel), 3);
    });

    itOnDefaultKind(`${signIns} sign-ins with one new login create one account, and all succeed`, async () => {
      const body = { login: `crowd-${kind}`, password: 'correct horse' };
      const outcomes = await cluster.storm(signIns, 'POST', path.session, { body });
      assert.deepEqual(tally(outcomes), { '200': signIns });
      assert.equal(outcomes.filter(({ params }) => params.created === true).length, 1);
      assert.equal(new Set(outcomes.map(({ params }) => params.user)).size, 1);
      const [row] = await cluster.query<{ n: number }>(
        `select count(*)::int as n from accounts where login = 'crowd-${kind}'`,
      );
      assert.equal(row?.n, 1);
    });

    itOnDefaultKind('right and wrong passwords for one login from several addresses cause no deadlock', async () => {
      const login = `shared-${kind}`;
      const right = { login, password: 'correct horse' };
      await cluster.call('POST', path.session, { body: right });
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, n) => [
          cluster.storm(14, 'POST', path.session, { body: right, ip: `192.0.2.${100 + n}` }),
          cluster.storm(4, 'POST', path.session, {
            body: { login, password: 'battery staple' },
            ip: `192.0.2.${100 + n}`,
          }),
        ]).flat(),
      );
      const { '200': signedIn, '401 password': refused, ...others } = tally(outcomes.flat());
      // An address with many failures may have to wait a second, but there are no internal errors.
      for (const name of Object.keys(others)) assert.equal(name, '429 ip');
      assert.ok(signedIn! > 0 && refused! > 0);
      const [row] = await cluster.query<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      assert.equal(row?.deadlocks ?? 0, 0);
    });

    itOnDefaultKind('100 wrong passwords get no more comparisons than consecutive ones', async () => {
      const login = `victim-${kind}`;
      await cluster.call('POST', path.session, { body: { login, password: 'correct horse' } });
      const body = { login, password: 'battery staple' };
      const outcomes = await cluster.storm(100, 'POST', path.session, { body, ip: '192.0.2.77' });
      const { '401 password': compared, '429 ip': refused, ...others } = tally(outcomes);
      assert.deepEqual(others, {});
      // Five wrong passwords cause no delay. Each further one doubles the delay, and the first few delays may pass during
      // the storm.
      assert.ok(compared! >= 5 && compared! <= 9, `${compared} compared`);
      assert.equal(compared! + refused!, 100);
    });

    itOnDefaultKind('200 renewals of one token give the same successor, and one row', async () => {
      const body = { login: `renewals-${kind}`, password: 'correct horse' };
      const old = (await cluster.call('POST', path.session, { body }))!.params.token!;
      const rows = async () => (await cluster.query<{ n: number }>('select count(*)::int as n from tokens'))[0]!.n;
      const before = await rows();
      const outcomes = await cluster.storm(200, 'PUT', path.session, { token: old });
      assert.deepEqual(tally(outcomes), { '200': 200 });
      const tokens = new Set([old, ...outcomes.map(({ params }) => params.token!)]);
      assert.equal(tokens.size, 2);
      assert.equal((await rows()) - before, 1);
      for (const token of tokens) assert.equal((await cluster.call('GET', path.session, { token }))?.status, 200);
    });

    itOnDefaultKind('a sign-out during renewals ends all tokens, without an internal error', async () => {
      const body = { login: `leaving-${kind}`, password: 'correct horse' };
      const token = (await cluster.call('POST', path.session, { body }))!.params.token!;
      const renewals = cluster.storm(100, 'PUT', path.session, { token });
      const ended = cluster.call('DELETE', path.session, { token });
      const outcomes = await renewals;
      assert.equal((await ended)?.status, 200);
      for (const name of Object.keys(tally(outcomes))) assert.ok(['200', '401 token'].includes(name), name);
      for (const { params } of outcomes.filter(({ status }) => status === 200)) {
        assert.equal((await cluster.call('GET', path.session, { token: params.token! }))?.status, 401);
      }
    });

    it('a process that is killed at any point and started again breaks no limit and loses no session', async () => {
      const point = fc.oneof(
        fc.record({ steps: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ after: fc.integer({ min: 1, max: 60 }) }),
      );
      const victim = fc.integer({ min: 0, max: cluster.size - 1 });
      const property = fc.asyncProperty(victim, point, fc.nat(), async (index, killPoint, salt) => {
        const [sending, guessing, entering] = [newNumber(), newNumber(), newNumber()];
        const login = `login-${salt}-${numbers}`;
        const credentials = { body: { login, password: 'correct horse' }, ip: addressOf(sending) };
        const guessed = await sendCode(guessing);
        const entered = await sendCode(entering);
        const person = { body: { login: `tabs-${login}`, password: 'correct horse' }, ip: addressOf(entering) };
        const old = (await cluster.call('POST', path.session, person))!.params.token!;
        const enter = { ...verify(entering, entered), key: `key-${salt}` };

        const [sends, guesses, entries, logins, renewals] = await cluster.killDuring(index, killPoint, () =>
          Promise.all([
            cluster.storm(12, 'POST', path.tel, send(sending)),
            cluster.storm(12, 'PUT', path.tel, verify(guessing, wrong(guessed))),
            cluster.storm(3, 'PUT', path.tel, enter),
            cluster.storm(6, 'POST', path.session, credentials),
            cluster.storm(12, 'PUT', path.session, { token: old }),
          ]),
        );

        // There is at most one SMS, and exactly one if a call reported it, even after further requests.
        assert.ok(cluster.sentTo(sending).length <= 1);
        if (sends.some(({ status }) => status === 200)) assert.equal(cluster.sentTo(sending).length, 1);
        sends.push(...(await cluster.storm(4, 'POST', path.tel, send(sending))));
        for (const name of Object.keys(tally(sends))) assert.ok(['200', '429 send'].includes(name), name);
        assert.ok(sends.filter(({ status }) => status === 200).length <= 1);
        assert.ok(cluster.sentTo(sending).length <= 1);

        // There are three attempts in all, before and after the restart. Then the number is blocked, even for the right
        // code.
        guesses.push(...(await cluster.storm(6, 'PUT', path.tel, verify(guessing, wrong(guessed)))));
        for (const [name, count] of Object.entries(tally(guesses))) {
          if (name !== '429 blocked') assert.ok(['401 code 2', '401 code 1'].includes(name) && count === 1, name);
        }
        assert.equal(await attemptsOf(guessing), 3);
        const late = await cluster.call('PUT', path.tel, verify(guessing, guessed));
        assert.deepEqual([late?.status, late?.params.what], [429, 'blocked']);
        const [guard] = await cluster.query<{ block_level: number }>(
          `select block_level from phone_guards where tel = '${guessing}'`,
        );
        assert.equal(guard?.block_level, 1);

        // The right code signs in, now if it didn't before, and only once under one key.
        const again = await cluster.call('PUT', path.tel, enter);
        assert.equal(again?.status, 200, JSON.stringify(again));
        const users = [...entries, again].filter(outcome => outcome.status === 200).map(outcome => outcome.params.user);
        assert.equal(new Set(users).size, 1);
        for (const { params } of entries.filter(({ status }) => status === 200)) {
          assert.equal((await cluster.call('GET', path.session, { token: params.token! }))?.status, 200);
        }
        const [opened] = await cluster.query<{ n: number }>(
          `select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where a.tel = '${entering}'`,
        );
        assert.equal(opened?.n, 1);

        // There is one account, which works whether or not its creation was answered.
        const relogin = await cluster.call('POST', path.session, credentials);
        assert.equal(relogin?.status, 200, JSON.stringify(relogin));
        const made = [...logins, relogin].filter(({ status }) => status === 200);
        assert.equal(new Set(made.map(({ params }) => params.user)).size, 1);
        assert.ok(made.filter(({ params }) => params.created === true).length <= 1);

        // The old token and all new tokens in the answers are valid.
        assert.deepEqual(
          Object.keys(tally(renewals)).filter(name => name !== '200'),
          [],
        );
        for (const token of [old, ...renewals.map(({ params }) => params.token!)]) {
          assert.equal((await cluster.call('GET', path.session, { token }))?.status, 200);
        }
      });
      await fc.assert(property, { numRuns: (kind === 'postgres' ? 4 : 2) * (isFull ? 2 : 1), endOnFailure: true });
    });
  });
}
