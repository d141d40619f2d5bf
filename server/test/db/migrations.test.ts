import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { createLog } from '../../src/common/log.js';
import { migrate, MigrationError, MIGRATIONS } from '../../src/db/migrations.js';
import { openPGlite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createDataFolder } from '../support/data-folder.js';
import { describeOn } from '../support/databases.js';
import { until } from '../support/harness.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const versions = MIGRATIONS.map(({ version }) => version);

describe('the list of migrations', () => {
  it('is one schema as long as nothing has been released', () => {
    assert.deepEqual(versions, [1]);
  });

  it('has the versions 1, 2, 3 … in order', () => {
    assert.deepEqual(
      versions,
      MIGRATIONS.map((_, index) => index + 1),
    );
  });

  // A server refuses a database whose migration had another text, even if only a comment differs.
  it('has the text with which the databases of today were created', () => {
    const checksums = MIGRATIONS.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
    assert.deepEqual(checksums, ['ef3754edec167a7763e7f2395999404bdddf2aa3f677c29ca9b5ee3355bdd0ee']);
  });
});

describeOn('postgres', 'migrations', () => {
  const next = versions.length + 1;
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  const open = async () => {
    const url = await postgres.createDatabase();
    return () => openPostgres(url, createLog('silent'), 2);
  };
  /** Functions that open an empty database, for each kind of database. */
  const openEach = async (t: TestContext) => {
    const { folder, remove } = await createDataFolder({ isMigrated: false });
    t.after(remove);
    return [await open(), () => openPGlite(folder)];
  };

  it('are applied once by many processes that start at the same time', async () => {
    const connect = await open();
    const databases = Array.from({ length: 8 }, connect);
    const applied = await Promise.all(databases.map(db => migrate(db)));
    assert.deepEqual(
      applied.filter(versions => versions.length > 0),
      [versions],
    );
    await Promise.all(databases.map(db => db.close()));
  });

  it(
    'let reads go on while another transaction keeps a table in use, and are applied after it',
    {
      timeout: 60_000,
    },
    async () => {
      const url = await postgres.createDatabase();
      const db = openPostgres(url, createLog('silent'), 2);
      await migrate(db);
      const later = { version: next, name: 'later', sql: 'alter table phone_guards add column later int' };
      const [slow, other] = [new pg.Client(url), new pg.Client(url)];
      await Promise.all([slow.connect(), other.connect()]);
      await slow.query('begin; select * from phone_guards');
      let isApplied = false;
      const applied = migrate(db, [...MIGRATIONS, later]).then(versions => {
        isApplied = true;
        return versions;
      });
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'`;
      // Without a limit, the second read would wait until the first transaction ends, which is never.
      await other.query('set statement_timeout = 5000');
      for (let n = 0; n < 2; n++) {
        await until(async () => (await other.query(waiting)).rowCount === 1);
        await other.query('select * from phone_guards');
      }
      assert.equal(isApplied, false);
      await assert.rejects(migrate(db, [...MIGRATIONS, later], 1), MigrationError);
      await slow.query('commit');
      assert.deepEqual(await applied, [next]);
      await Promise.all([slow.end(), other.end(), db.close()]);
    },
  );

  it('apply new migrations to the database of an earlier server, and keep its rows', async t => {
    for (const connect of await openEach(t)) {
      const db = await connect();
      await migrate(db);
      const text = `insert into phone_guards (tel, code_id, next_send_at, day_sends, day_ends_at)
        values ('79161234567', 'x', auth_now(), 1, auth_now())`;
      await db.query({ name: '', text }, []);
      const later = { version: next, name: 'later', sql: 'alter table phone_guards add column later int' };
      assert.deepEqual(await migrate(db, [...MIGRATIONS, later]), [next]);
      assert.deepEqual(await db.query({ name: '', text: 'select tel, later from phone_guards' }, []), [
        { tel: '79161234567', later: null },
      ]);
      await db.close();
    }
  });

  it('are all rolled back if one fails', async () => {
    const connect = await open();
    const db = connect();
    const known = [
      ...MIGRATIONS,
      { version: next, name: 'broken', sql: 'create table extra (a int); select nonsense' },
    ];
    await assert.rejects(migrate(db, known));
    assert.deepEqual(await migrate(db), versions);
    await assert.rejects(db.query({ name: '', text: 'select * from extra' }, []));
    const sound = { version: next, name: 'sound', sql: 'create table extra (a int)' };
    assert.deepEqual(await migrate(db, [...MIGRATIONS, sound]), [next]);
    await db.close();
  });

  it('refuse a database that was migrated by a newer server or by different migrations', async t => {
    for (const connect of await openEach(t)) {
      const db = await connect();
      await migrate(db, [...MIGRATIONS, { version: next, name: 'later', sql: 'select 1' }]);
      await assert.rejects(migrate(db), MigrationError);
      const changed = [{ ...MIGRATIONS[0]!, sql: `${MIGRATIONS[0]!.sql} -- changed` }, ...MIGRATIONS];
      await assert.rejects(migrate(db, changed), /was changed after it had been applied/);
      await db.close();
    }
  });

  it('refuse a database of a server older than this schema, and change nothing in it', async t => {
    const names = ['initial', 'phone guard memory', 'budgets', 'challenges', 'autovacuum'];
    for (const connect of await openEach(t)) {
      const db = await connect();
      await migrate(db, []);
      for (const [index, name] of names.entries()) {
        const text = `insert into schema_migrations (version, name, checksum) values ($1, $2, 'x')`;
        await db.query({ name: '', text }, [index + 1, name]);
      }
      await assert.rejects(migrate(db), (error: unknown) => {
        assert.ok(error instanceof MigrationError);
        assert.equal(
          error.message,
          'The database was created by an earlier server, whose tables this server cannot use: give it an empty ' +
            'database (DATABASE_URL or DATA_DIR).',
        );
        return true;
      });
      const text = `select count(*)::int as tables from pg_tables where schemaname = 'public'`;
      assert.deepEqual(await db.query({ name: '', text }, []), [{ tables: 1 }]);
      await db.close();
    }
  });
});
