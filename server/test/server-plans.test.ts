import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { createLog } from '../src/common/log.js';
import type { Database } from '../src/db/database.js';
import { buildIndexes } from '../src/domain/queries/indexes.js';
import { openPostgres } from '../src/db/postgres.js';
import { SWEEP_STATEMENTS } from '../src/domain/queries/expired-rows.js';
import { callEverything } from './support/every-call.js';
import { describeOn, openTestDatabase, type TestDatabase } from './support/databases.js';
import { until } from './support/harness.js';
import { fillLargeTables, largeTables } from './support/large-tables.js';
import { countRowsRead, faultsOfPlan, foreignKeyStatements, type Planned } from './support/plans.js';
import { isPooled, pooling, skipIfPooled } from './support/postgres.js';
import { findUnsent, recordStatements, type SentStatement } from './support/statements.js';

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
  /**
   * Counts how often each table was read as a whole. A connection reports that when it ends, and before that once a second
   * at most.
   */
  const countScans = async () => {
    const { rows } = await client.query<{ relname: string; scans: number }>(
      'select relname, seq_scan::int as scans from pg_stat_user_tables where relname = any ($1)',
      [largeTables],
    );
    return new Map(rows.map(row => [row.relname, row.scans]));
  };
  const script = (sql: string) => database.db.withAdvisoryLock(1, tx => tx.script(sql));

  /** Runs `work` on separate connections. Resolves when they have ended. */
  async function withConnections(work: (db: Database) => Promise<unknown>): Promise<void> {
    const own = openPostgres(database.url!, createLog('silent'), 4, { pooling });
    await work(own);
    await own.close();
    await until(async () => isPooled || (await countOthers()) === 0);
  }

  before(async () => {
    database = await openTestDatabase('postgres');
    for (const { sql } of fillLargeTables(accounts)) await script(sql);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await withConnections(buildIndexes);
    const beforehand = await countScans();
    await withConnections(db => callEverything({ ...database, db: recordStatements(db, sent) }));
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

  it('cover every statement in the sources', () => {
    assert.deepEqual(findUnsent(sent), []);
  });

  it('read no large table as a whole, whether planned for specific values or for any values', async () => {
    assert.deepEqual(await undone(allFaults), []);
  });

  it(
    'have read none when the statements ran',
    { skip: skipIfPooled('it waits until the connections have ended') },
    () => {
      for (const [table, { before: first, after: last }] of Object.entries(scans)) assert.equal(last, first, table);
    },
  );

  it('read no row that is in use after the sweep has deleted the others', async () => {
    for (const [what, { name, text }] of SWEEP_STATEMENTS) {
      const counts = await undone(() => countRowsRead(client, { name, text, values: [100, '-infinity'] }));
      assert.ok(Math.max(...counts) < 100, `${what}: ${counts.join(', ')} rows`);
    }
  });

  it('read large tables as a whole if any one of the indexes is missing', async () => {
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
