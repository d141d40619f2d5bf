import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../src/db/migrations.js';
import { openPGlite } from '../../src/db/pglite.js';
import { verifyCode } from '../support/calls.js';
import { callEverything } from '../support/every-call.js';
import { createDataFolder } from '../support/data-folder.js';
import { openTestDatabase, type TestDatabase } from '../support/databases.js';
import { startProcess, temporaryFolder } from '../support/process.js';
import { findUnsent, recordStatements, type SentStatement } from '../support/statements.js';

// The rules of the server are tested on PostgreSQL. These tests show that PGlite runs the same statements. Other
// differences have their tests beside the code that differs: the migrations and the indexes, many calls at once and killed
// processes (server-concurrency.test.ts), the lock of the data folder (directory-lock.test.ts), and restarts
// (main.test.ts).

const run = (text: string) => ({ name: '', text });

describe('a server on PGlite', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase('pglite');
  });
  after(() => database.close());

  it('answers every call, with each statement in the sources sent at least once', async () => {
    const sent = new Map<string, SentStatement>();
    await callEverything({ ...database, db: recordStatements(database.db, sent) });
    assert.deepEqual(findUnsent(sent), []);
  });

  it('is stopped after a failed call too, so that the process of the tests ends', async () => {
    const { db } = database;
    const failing = {
      ...db,
      query: <Row>(...[statement, values]: Parameters<typeof db.query>) =>
        statement.name.startsWith('code-') ? Promise.reject(new Error()) : db.query<Row>(statement, values),
    };
    await assert.rejects(callEverything({ ...database, db: failing }), assert.AssertionError);
    assert.ok(!process.getActiveResourcesInfo().includes('TCPServerWrap'));
  });

  it('rolls a failed transaction back, and runs the others one at a time', async () => {
    const { db } = database;
    const count = async () => (await db.query<{ n: number }>(run('select count(*)::int as n from counters'), []))[0]!.n;
    const before = await count();
    const insert = (key: string) => run(`insert into counters (key, count, resets_at) values ('${key}', 1, now())`);
    const failed = db.transaction(async tx => {
      await tx.query(insert('lost'), []);
      throw new Error('undo');
    });
    let running = 0;
    const others = Array.from({ length: 5 }, (_, index) =>
      db.transaction(async tx => {
        running++;
        await tx.query(insert(`kept ${index}`), []);
        assert.equal(running, 1);
        running--;
      }),
    );
    await assert.rejects(failed, /undo/);
    await Promise.all(others);
    assert.equal(await count(), before + 5);
  });
});

describe('the data folder of PGlite', () => {
  it('keeps all counts of a process that is killed, except for those of the last 0.6 seconds', async t => {
    const { folder, remove } = await createDataFolder();
    t.after(remove);
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: folder, LOG_LEVEL: 'error' });
    // A code for a number without a live one is counted by a commit that doesn't wait for the disk.
    for (let n = 0; n < 60; n++) assert.equal((await verifyCode(server.url, '79161234567', '000000')).status, 410);
    await delay(600);
    assert.equal(await server.kill('SIGKILL'), 'SIGKILL');
    const db = await openPGlite(folder);
    const [row] = await db.query<{ count: number }>(run('select min(count) as count from counters'), []);
    assert.equal(row!.count, 60);
    await db.close();
  });

  it('is made and migrated at the first start, and keeps its rows', async t => {
    const folder = await temporaryFolder(t);
    const first = await openPGlite(folder);
    assert.notDeepEqual(await migrate(first), []);
    await first.query(run(`insert into counters (key, count, resets_at) values ('kept', 7, now())`), []);
    await first.close();
    const second = await openPGlite(folder);
    assert.deepEqual(await migrate(second), []);
    assert.deepEqual(await second.query(run('select count from counters'), []), [{ count: 7 }]);
    await second.close();
  });

  it('can be deleted as soon as the database is closed', async () => {
    const { folder } = await createDataFolder();
    const db = await openPGlite(folder);
    await db.close();
    await rm(folder, { recursive: true });
  });
});
