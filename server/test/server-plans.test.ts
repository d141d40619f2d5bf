import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { createMacs } from '../src/common/crypto.js';
import { createLog } from '../src/common/log.js';
import type { Database } from '../src/db/database.js';
import { buildIndexes } from '../src/domain/queries/indexes.js';
import { openPostgres } from '../src/db/postgres.js';
import { deleteAccount } from '../src/domain/delete-account.js';
import { SWEEP_STATEMENTS } from '../src/domain/queries/expired-rows.js';
import { sweep } from '../src/domain/sweep.js';
import { SmsError } from '../src/sms/provider.js';
import { easyWork, solve } from './support/challenges.js';
import { describeOn, openTestDatabase, type TestDatabase } from './support/databases.js';
import { Harness, testEnvironment, until } from './support/harness.js';
import { fillLargeTables, largeTables } from './support/large-tables.js';
import { countRowsRead, faultsOfPlan, foreignKeyStatements, type Planned } from './support/plans.js';
import { isPooled, pooling, skipIfPooled } from './support/postgres.js';
import { findStatements, recordStatements, type SentStatement } from './support/statements.js';

const accounts = 100_000;

describeOn('postgres', 'the plans of all statements, on large tables', () => {
  let database: TestDatabase;
  let client: pg.Client;
  const sent = new Map<string, SentStatement>();
  const planned: Planned[] = [];
  let scans: Record<string, { readonly before: number; readonly after: number }>;

  const countOthers = async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rowCount;
  };
  /** How often each table was read as a whole. A connection reports that when it ends; before, once a second at most. */
  const countScans = async () => {
    const { rows } = await client.query<{ relname: string; scans: number }>(
      'select relname, seq_scan::int as scans from pg_stat_user_tables where relname = any ($1)',
      [largeTables],
    );
    return new Map(rows.map(row => [row.relname, row.scans]));
  };
  const script = (sql: string) => database.db.withAdvisoryLock(1, tx => tx.script(sql));

  /** Runs `work` on connections of its own. Resolves when they have ended. */
  async function withConnections(work: (db: Database) => Promise<unknown>): Promise<void> {
    const own = openPostgres(database.url!, createLog('silent'), 4, undefined, pooling);
    await work(own);
    await own.close();
    await until(async () => isPooled || (await countOthers()) === 0);
  }

  /** Makes the server send each of its statements. */
  async function callEverything(db: Database): Promise<void> {
    const h = new Harness({ ...database, db, reset: () => Promise.resolve() });
    await h.start({ DATABASE_URL: database.url!, DEAD_CODES_PER_NUMBER: '1' });
    await h.call('GET', '/readyz');
    const [tel, other, blocked] = ['79161234567', '79161234568', '79161234569'];
    const headers = { 'Idempotency-Key': 'a-key' };
    await h.send(tel);
    await h.send(tel);
    await h.verify(tel, h.codeFor(tel), { headers });
    await h.verify(other, '000000');
    await h.verify(other, '000000');
    const { token } = (await h.verify(tel, h.codeFor(tel), { headers })).params;
    await h.blockByWrongCodes(blocked, 900);
    h.sms.failure = new SmsError('refused', 'refused');
    await h.send(other);
    h.sms.failure = undefined;
    await h.signIn('anna', 'correct horse');
    await h.signIn('anna', 'correct horse');
    await h.call('PATCH', '/v1/account', { token: token!, body: { displayName: 'Anna' } });
    await h.session(token!);
    await h.renew(token!);
    await database.advance(120);
    const { token: next } = (await h.renew(token!)).params;
    await h.session(next!);
    await database.advance(120);
    await h.renew(token!);
    await h.call('DELETE', '/v1/session', { token: next! });
    const macs = createMacs(testEnvironment.SERVER_SECRET);
    assert.ok(await deleteAccount(db, macs, tel));
    assert.deepEqual(await sweep(db), []);
    await h.start({ DATABASE_URL: database.url!, CHALLENGE: 'always', ...easyWork });
    await h.send(other, { headers: await solve(await h.send(other)) });
    // A common password: the solution is given back.
    await h.signIn('boris', 'password', { headers: await solve(await h.signIn('boris', 'password')) });
    await h.stop();
  }

  before(async () => {
    database = await openTestDatabase('postgres');
    for (const { sql } of fillLargeTables(accounts)) await script(sql);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await withConnections(buildIndexes);
    const beforehand = await countScans();
    await withConnections(db => callEverything(recordStatements(db, sent)));
    const afterwards = await countScans();
    scans = Object.fromEntries(
      largeTables.map(table => [table, { before: beforehand.get(table)!, after: afterwards.get(table)! }]),
    );
    planned.push(...[...sent.values()].map(({ statement, values }) => ({ ...statement, values })));
    planned.push(...(await foreignKeyStatements(client)));
  });
  after(async () => {
    await client.end();
    await database.close();
  });

  const allFaults = async () => {
    const found: string[] = [];
    for (const each of planned) found.push(...(await faultsOfPlan(client, each)));
    return found;
  };
  /** Runs `work` in a transaction that is rolled back. */
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('begin');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  };

  it('are those of every statement in the sources', () => {
    const statements = findStatements();
    assert.ok(statements.length > 20);
    const missing = statements.filter(({ name }) => ![...sent.keys()].some(each => name.test(each)));
    assert.deepEqual(
      missing.map(({ place }) => place),
      [],
      'callEverything() has to make the server send these, and each needs a name',
    );
  });

  it('read no large table as a whole, neither for the values at hand nor for any values', async () => {
    assert.deepEqual(await undone(allFaults), []);
  });

  it(
    'have read none when the statements ran',
    { skip: skipIfPooled('it waits until the connections have ended') },
    () => {
      for (const [table, { before: first, after: last }] of Object.entries(scans)) assert.equal(last, first, table);
    },
  );

  it('read no row that is in use, when the sweep has deleted the others', async () => {
    for (const [what, { name, text }] of SWEEP_STATEMENTS) {
      const counts = await undone(() => countRowsRead(client, { name, text, values: [100, '-infinity'] }));
      assert.ok(Math.max(...counts) < 100, `${what}: ${counts.join(', ')} rows`);
    }
  });

  it('would not be so without any one of the indexes', async () => {
    const { rows } = await client.query<{ index: string; constraint: string | null; table: string }>(
      `select i.indexrelid::regclass::text as index, c.conname as constraint, i.indrelid::regclass::text as table
         from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
        where i.indrelid::regclass::text = any ($1)`,
      [largeTables],
    );
    assert.ok(rows.length > 10);
    for (const { index, constraint, table } of rows) {
      const found = await undone(async () => {
        const dropping = constraint
          ? `alter table ${table} drop constraint ${constraint} cascade`
          : `drop index ${index}`;
        await client.query(dropping);
        return allFaults();
      });
      assert.notDeepEqual(found, [], index);
    }
  });
});
