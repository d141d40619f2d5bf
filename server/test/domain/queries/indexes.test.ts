import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../../../src/common/log.js';
import type { Database } from '../../../src/db/database.js';
import { buildIndexes, INDEXES } from '../../../src/domain/queries/indexes.js';
import { openPGlite } from '../../../src/db/pglite.js';
import { openPostgres } from '../../../src/db/postgres.js';
import { createDataFolder } from '../../support/data-folder.js';
import { databaseKinds, describeOn } from '../../support/databases.js';
import { until } from '../../support/harness.js';
import { sharedPostgres } from '../../support/postgres.js';
import type { TestScope } from '../../support/process.js';

const names = INDEXES.map(({ name }) => name);

const isValid = async (db: Database, name: string) => {
  const text = `select indisvalid as valid from pg_index where indexrelid = to_regclass('${name}')`;
  return (await db.query<{ valid: boolean }>({ name: '', text }, []))[0]?.valid;
};

for (const kind of databaseKinds) {
  describeOn(kind, `the indexes of the sweep, ${kind}`, () => {
    /** Opens one new database with the server's schema `count` times. */
    async function open(t: TestScope, count = 1): Promise<Database[]> {
      if (kind === 'pglite') {
        const { folder, remove } = await createDataFolder();
        const db = await openPGlite(folder);
        t.after(() => db.close().then(remove));
        return [db];
      }
      const postgres = await sharedPostgres();
      const url = await postgres.createMigratedDatabase();
      const databases = Array.from({ length: count }, () => openPostgres(url, createLog('silent'), 2));
      t.after(() => Promise.all(databases.map(db => db.close())));
      return databases;
    }

    it('are built once if they are missing', async t => {
      const databases = await open(t, 4);
      const built = await Promise.all(databases.map(db => buildIndexes(db)));
      // A process that finds another one building them does nothing.
      assert.deepEqual(built.flat(), names);
      for (const name of names) assert.equal(await isValid(databases[0]!, name), true, name);
      assert.deepEqual(await buildIndexes(databases[0]!), []);
    });

    it('are built again after a failed attempt', async t => {
      const [db] = await open(t);
      const insert = `insert into counters (key, count, resets_at) values ('a', 1, now()), ('b', 1, now())`;
      await db!.query({ name: '', text: insert }, []);
      // Two equal rows make it fail, and leave an invalid index behind.
      await assert.rejects(
        db!.maintain(1, connection =>
          connection.script('create unique index concurrently counters_over on counters (count)'),
        ),
      );
      assert.equal(await isValid(db!, 'counters_over'), false);
      assert.ok((await buildIndexes(db!)).includes('counters_over'));
      assert.equal(await isValid(db!, 'counters_over'), true);
    });

    if (kind === 'postgres') {
      it('are built while others write', async t => {
        const [db, writer] = await open(t, 2);
        const write = (key: string) => ({
          name: '',
          text: `insert into counters (key, count, resets_at) values ('${key}', 1, now())`,
        });
        let built: Promise<readonly string[]> | undefined;
        await writer!.transaction(async tx => {
          await tx.query(write('before'), []);
          built = buildIndexes(db!);
          // The build now waits for this transaction.
          const text = 'select from pg_stat_progress_create_index';
          await until(async () => (await writer!.query({ name: '', text }, [])).length > 0);
          await tx.query(write('within'), []);
          await db!.query(write('beside'), []);
        });
        assert.deepEqual(await built, names);
      });
    }
  });
}
