import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';
import { skipReason } from '../support/postgres.js';
import type { Database } from '../../src/db/database.js';
import { SWEEP_STATEMENTS } from '../../src/domain/queries/expired-rows.js';
import { startSweeping, sweep } from '../../src/domain/sweep.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLog } from '../../src/common/log.js';

const tel = '79161234567';
const day = 86_400;

onDatabase('the sweep', h => {
  it('deletes numbers that were not confirmed within a day, and keeps failed attempts', async () => {
    const accounts = async () => {
      const text = 'select tel from accounts order by tel';
      return (await h().database.db.query<{ tel: string }>({ name: '', text }, [])).map(row => row.tel);
    };
    const token = (await h().signInByPhone('79160000001')).params.token!;
    await h().send('79160000002');
    await h().verify('79160000002', h().wrongCodeFor('79160000002'));
    await h().blockByWrongCodes('79160000003', 900);
    assert.deepEqual(await accounts(), ['79160000001', '79160000002', '79160000003']);
    await h().database.advance(day - 10);
    await sweep(h().database.db);
    assert.equal((await accounts()).length, 3);
    await h().database.advance(20);
    await sweep(h().database.db);
    assert.deepEqual(await accounts(), ['79160000001']);
    assert.equal((await h().session(token)).status, 200);
    await h().send('79160000002');
    const second = await h().verify('79160000002', h().wrongCodeFor('79160000002'));
    assertRefused(second, 401, { what: 'code', attemptsLeft: 1 });
  });

  it('deletes everything that has expired', async () => {
    await h().signInByPhone(tel);
    await h().verify(tel, '000000', { headers: { 'Idempotency-Key': 'a-key' } });
    await h().send('79161234568');
    await h().verify('79161234568', h().wrongCodeFor('79161234568'));
    await h().signIn('anna', 'correct horse');
    await h().signIn('anna', 'battery staple');
    await h().database.advance(91 * day);
    await sweep(h().database.db);
    for (const table of ['sessions', 'tokens', 'replays', 'counters', 'network_records', 'phone_guards']) {
      const [row] = await h().database.db.query<{ n: number }>(
        { name: '', text: `select count(*)::int as n from ${table}` },
        [],
      );
      assert.equal(row?.n, 0, table);
    }
    assert.equal((await h().signIn('anna', 'correct horse')).params.created, undefined);
  });

  const script = (sql: string) => h().database.db.withAdvisoryLock(1, tx => tx.script(sql));
  const count = async (table: string) => {
    const text = `select count(*)::int as n from ${table}`;
    return (await h().database.db.query<{ n: number }>({ name: '', text }, []))[0]!.n;
  };
  const swept = ['accounts', 'sessions', 'tokens', 'replays', 'counters', 'network_records', 'phone_guards'];
  /**
   * Inserts `rows` expired rows into each table. Each session has one expired token, and half of the sessions have ended.
   */
  const fill = (rows: number) =>
    script(`
      insert into accounts (id, login, password_hash, created_at)
        values ('00000000-0000-0000-0000-000000000001', 'keeper', 'x', now());
      insert into accounts (tel, tel_requested_at, created_at)
        select 79000000000 + n, now() - interval '2 days', now() from generate_series(1, ${rows}) n;
      insert into sessions (account_id, created_at, ends_at)
        select '00000000-0000-0000-0000-000000000001', now() - interval '20 days',
               now() + case when n % 2 = 0 then interval '70 days' else interval '-1 hour' end
          from generate_series(1, ${rows}) n;
      insert into tokens (hash, session_id, expires_at)
        select sha256(id::text::bytea), id, now() - interval '5 days' from sessions;
      insert into replays (key, body, session_id, expires_at)
        select sha256(id::text::bytea), '', id, now() - interval '1 hour' from sessions;
      insert into counters (key, count, resets_at)
        select 'counter ' || n, 1, now() - interval '1 hour' from generate_series(1, ${rows}) n;
      insert into phone_guards (tel, next_send_at, day_sends, day_ends_at)
        select 79000000000 + n, now() - interval '2 days', 1, now() - interval '1 day'
          from generate_series(1, ${rows}) n;
      insert into network_records (key, ends_at, day_sent, day_entered, day_ends_at)
        select 'record ' || n, now() - interval '1 hour', 1, 0, now() - interval '1 hour' from generate_series(1, ${rows}) n;
      insert into network_records (key, ends_at, day_sent, day_entered, day_ends_at)
        values ('in use', now() + interval '1 hour', 1, 0, now() - interval '1 hour');
      insert into counters (key, count, resets_at) values ('in use', 1, now() + interval '1 hour');
      insert into counters (key, count, resets_at, day_count, day_resets_at)
        values ('in use for its day', 1, now() - interval '1 hour', 1, now() + interval '1 hour');`);
  const left = async () => Object.fromEntries(await Promise.all(swept.map(async t => [t, await count(t)] as const)));
  const allSwept = {
    accounts: 1,
    sessions: 0,
    tokens: 0,
    replays: 0,
    counters: 2,
    network_records: 1,
    phone_guards: 0,
  };

  it('deletes in batches, with a separate statement for each', async () => {
    await fill(3000);
    const sizes: number[] = [];
    const positions = new Map<string, string[]>();
    const db: Database = {
      ...h().database.db,
      async query<Row>(...[statement, values]: Parameters<Database['query']>) {
        const rows = await h().database.db.query<Row>(statement, values);
        sizes.push((rows[0] as { count: number }).count);
        positions.set(statement.name, [...(positions.get(statement.name) ?? []), String(values[1])]);
        return rows;
      },
    };
    assert.deepEqual(await sweep(db), []);
    assert.deepEqual(await left(), allSwept);
    assert.ok(Math.max(...sizes) <= 1000, `a batch of ${Math.max(...sizes)}`);
    // Each batch begins where the previous one ended, so it doesn't read over deleted rows.
    const ofTokens = positions.get(SWEEP_STATEMENTS.get('tokens')!.name)!;
    assert.ok(ofTokens.length > 3 && ofTokens[0] === '-infinity');
    const times = ofTokens.slice(1).map(position => Date.parse(position));
    assert.ok(times.every((time, index) => time >= (times[index - 1] ?? 0)));
  });

  it('goes on with the other tables if it fails for one, and names the failure', async () => {
    await fill(10);
    await script('alter table replays rename to hidden');
    try {
      const failures = await sweep(h().database.db);
      assert.deepEqual(
        failures.map(({ what }) => what),
        ['replays'],
      );
    } finally {
      await script('alter table hidden rename to replays');
    }
    assert.deepEqual(await left(), allSwept, 'the replays end with their sessions');
  });

  // PGlite has one connection and no statistics of large tables.
  const skip = skipReason ?? false;

  it('reads no whole table, however large the tables are', { skip }, async () => {
    await fill(20_000);
    await script('analyze');
    for (const [what, { text }] of SWEEP_STATEMENTS) {
      const rows = await h().database.db.query<{ 'QUERY PLAN': string }>(
        { name: '', text: `explain ${text.replaceAll('$1', '100').replaceAll('$2', `'-infinity'`)}` },
        [],
      );
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      assert.doesNotMatch(
        plan,
        /Seq Scan on (accounts|sessions|tokens|replays|counters|network_records|phone_guards)/,
        what,
      );
    }
  });

  it('waits for no call, and skips rows that a call has locked', { skip }, async () => {
    await fill(50);
    const other = openPostgres(h().database.url!, createLog('silent'), 1);
    try {
      await other.transaction(async tx => {
        for (const table of swept.slice(0, -1)) {
          const text = `select from ${table} where ctid in (select ctid from ${table} limit 1) for update`;
          await tx.query({ name: '', text }, []);
        }
        await tx.query({ name: '', text: `select from phone_guards where tel = '79000000001' for update` }, []);
        assert.deepEqual(await sweep(h().database.db), []);
        assert.equal(await count('phone_guards'), 1);
      });
    } finally {
      await other.close();
    }
    await sweep(h().database.db);
    assert.deepEqual(await left(), allSwept);
  });
});

describe('a server that sweeps regularly', () => {
  const { name: ofCounters } = SWEEP_STATEMENTS.get('counters')!;

  /** A database that records the names of statements, and answers each sweep of the counters after `answer` resolves. */
  function recorded(answer: () => Promise<void> = () => Promise.resolve()) {
    const names: string[] = [];
    const query = async ({ name }: { name: string }) => {
      names.push(name);
      if (name === ofCounters) await answer();
      return [];
    };
    return { names, db: { query, maintain: () => Promise.resolve(undefined) } as unknown as Database };
  }

  async function pass(t: TestContext, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      t.mock.timers.tick(1000);
      await setImmediate();
    }
  }

  const times = (names: readonly string[], name: string) => names.filter(each => each === name).length;

  for (const random of [0, 0.5, 0.99]) {
    it(`sweeps the counters each minute or two, and the rest once in a quarter of an hour, with random = ${random}`, async t => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      t.mock.method(Math, 'random', () => random);
      const { names, db } = recorded();
      const stop = startSweeping(db, createLog('silent'), SWEEP_STATEMENTS);
      await pass(t, 900);
      await stop();
      for (const { name } of SWEEP_STATEMENTS.values()) {
        const count = times(names, name);
        if (name === ofCounters) assert.ok(count >= 10, `${count} sweeps of the counters`);
        else assert.equal(count, 1, name);
      }
    });
  }

  it('sweeps the rest after a sweep of the counters that is still running when the rest is due', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    t.mock.method(Math, 'random', () => 0);
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    const { names, db } = recorded(() => held);
    const stop = startSweeping(db, createLog('silent'), SWEEP_STATEMENTS);
    await pass(t, 610);
    for (const { name } of SWEEP_STATEMENTS.values())
      assert.equal(times(names, name), name === ofCounters ? 1 : 0, name);
    release();
    await pass(t, 1);
    await stop();
    for (const { name } of SWEEP_STATEMENTS.values()) assert.ok(times(names, name) >= 1, name);
  });
});
