import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
import { migrate, MigrationError, migrations } from '../../src/db/migrations.js';
import { openPGlite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { describeOn } from '../support/databases.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const versions = migrations.map(({ version }) => version);

describe('the list of migrations', () => {
  it('has the versions 1, 2, 3 … in order', () => {
    assert.deepEqual(
      versions,
      migrations.map((_, index) => index + 1),
    );
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

  it('apply what is new to the database of an earlier server, and keep its rows', async () => {
    for (const connect of [await open(), () => openPGlite('memory://')]) {
      const db = await connect();
      await migrate(db, migrations.slice(0, 1));
      const text = `insert into phone_guards (tel, code_id, next_send_at, day_sends, day_ends_at)
        values ('79161234567', 'x', auth_now(), 1, auth_now())`;
      await db.query({ name: '', text }, []);
      assert.deepEqual(await migrate(db), versions.slice(1));
      assert.deepEqual(await db.query({ name: '', text: 'select tel, try_key from phone_guards' }, []), [
        { tel: '79161234567', try_key: null },
      ]);
      await db.close();
    }
  });

  it('are all rolled back if one fails', async () => {
    const connect = await open();
    const db = connect();
    const known = [
      ...migrations,
      { version: next, name: 'broken', sql: 'create table extra (a int); select nonsense' },
    ];
    await assert.rejects(migrate(db, known));
    assert.deepEqual(await migrate(db), versions);
    await assert.rejects(db.query({ name: '', text: 'select * from extra' }, []));
    const sound = { version: next, name: 'sound', sql: 'create table extra (a int)' };
    assert.deepEqual(await migrate(db, [...migrations, sound]), [next]);
    await db.close();
  });

  it('refuse a database that was migrated by a newer server or by different migrations', async () => {
    for (const connect of [await open(), () => openPGlite('memory://')]) {
      const db = await connect();
      await migrate(db, [...migrations, { version: next, name: 'later', sql: 'select 1' }]);
      await assert.rejects(migrate(db), MigrationError);
      const changed = [{ ...migrations[0]!, sql: `${migrations[0]!.sql} -- changed` }, ...migrations];
      await assert.rejects(migrate(db, changed), /was changed after it had been applied/);
      await db.close();
    }
  });
});
