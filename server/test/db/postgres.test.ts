import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createReadinessCheck } from '../../src/domain/readiness.js';
import { describeOn } from '../support/databases.js';
import { skipIfPooled, startPostgres, type TestPostgres } from '../support/postgres.js';
import type { TestScope } from '../support/process.js';

describeOn('postgres', 'openPostgres', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('gives up a statement on a database that does not answer', async t => {
    const url = await postgres.createDatabase();
    const db = openPostgres(url, createLog('silent'), 1, { statementTimeout: 1000 });
    t.after(() => db.close());
    const ask = (text: string) => db.query<{ pid: number }>({ name: '', text }, []);
    const [own] = await ask('select pg_backend_pid() as pid');
    // A stopped process does not answer, and the connection stays open.
    process.kill(own!.pid, 'SIGSTOP');
    t.after(() => process.kill(own!.pid, 'SIGCONT'));
    await assert.rejects(ask('select 1'), /timeout/);
    const [other] = await ask('select pg_backend_pid() as pid');
    assert.notEqual(other!.pid, own!.pid);
    const [waited] = await db.transaction(tx =>
      tx.query<{ pid: number }>({ name: '', text: 'select pg_backend_pid() as pid' }, []),
    );
    process.kill(waited!.pid, 'SIGSTOP');
    t.after(() => process.kill(waited!.pid, 'SIGCONT'));
    await assert.rejects(
      db.transaction(tx => tx.query({ name: '', text: 'select 1' }, [])),
      /timeout/,
    );
    assert.equal((await ask('select 1')).length, 1);
  });

  it('keeps a connection after an expected error, and drops it after another one', async t => {
    const url = await postgres.createDatabase();
    const db = openPostgres(url, createLog('silent'), 1);
    t.after(() => db.close());
    const ask = (text: string) => db.query<{ pid: number }>({ name: '', text }, []);
    const raise = (code: string) => ask(`do $$ begin raise sqlstate '${code}'; end $$`);
    const pidNow = async () => (await ask('select pg_backend_pid() as pid'))[0]!.pid;
    const pid = await pidNow();
    for (const code of ['AW429', '40P01', '40001', '23503']) {
      await assert.rejects(raise(code), { code });
      assert.equal(await pidNow(), pid, code);
    }
    await assert.rejects(raise('25006'), { code: '25006' });
    assert.notEqual(await pidNow(), pid);
  });

  it('is ready again at once when a database answers whose earlier connections hang', async t => {
    const url = await postgres.createDatabase();
    const db = openPostgres(url, createLog('silent'), 1);
    t.after(() => db.close());
    const isReady = createReadinessCheck(db, new AbortController().signal, 200);
    assert.equal(await isReady(), true);
    const [own] = await db.query<{ pid: number }>({ name: '', text: 'select pg_backend_pid() as pid' }, []);
    process.kill(own!.pid, 'SIGSTOP');
    t.after(() => process.kill(own!.pid, 'SIGCONT'));
    assert.equal(await isReady(), false);
    assert.equal(await isReady(), true);
  });

  it('sends no startup parameters that PgBouncer refuses, and sets the statement timeout nevertheless', async t => {
    const url = new URL(await postgres.createDatabase());
    const startupMessages: string[] = [];
    const relay = createServer(socket => {
      socket.once('data', first => startupMessages.push(first.toString('latin1', 8)));
      const upstream = connect(`${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`);
      socket.pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.on('error', () => socket.destroy());
    });
    await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
    t.after(() => new Promise(resolve => relay.close(resolve)));
    const { port } = relay.address() as AddressInfo;
    const db = openPostgres(`postgres://${url.username}@127.0.0.1:${port}${url.pathname}`, createLog('silent'), 1, {
      statementTimeout: 5000,
    });
    const [row] = await db.query<Record<string, string>>({ name: '', text: 'show statement_timeout' }, []);
    await db.withAdvisoryLock(1, () => Promise.resolve());
    await db.close();
    assert.deepEqual(row, { statement_timeout: '5s' });
    assert.equal(startupMessages.length, 2);
    const known = ['application_name', 'client_encoding', 'database', 'user'];
    for (const names of startupMessages.map(text => text.split('\0').filter((_, index) => index % 2 === 0))) {
      assert.deepEqual(names.filter(Boolean).sort(), known);
    }
  });

  /** Opens a database whose owner has set a time limit, and returns a statement that takes longer. */
  async function openWithLimit(t: TestScope, limit: string) {
    const url = await postgres.createDatabase();
    const control = openPostgres(url, createLog('silent'), 1);
    await control.query(
      { name: '', text: `alter database "${new URL(url).pathname.slice(1)}" set ${limit} = '50ms'` },
      [],
    );
    await control.close();
    const db = openPostgres(url, createLog('silent'), 1);
    t.after(() => db.close());
    return { db, slow: { name: '', text: 'select pg_sleep(0.3)' } };
  }

  const skipLimits = skipIfPooled('a pooler keeps the connections that were made before the limit was set');
  it(
    'migrates without the time limit of a statement that the owner of the database has set',
    { skip: skipLimits },
    async t => {
      const { db, slow } = await openWithLimit(t, 'statement_timeout');
      assert.equal((await db.withAdvisoryLock(1, tx => tx.query(slow, []))).length, 1);
    },
  );

  it(
    'waits for locks without the lock_timeout that the owner of the database has set',
    { skip: skipLimits },
    async t => {
      const { db } = await openWithLimit(t, 'lock_timeout');
      const show = { name: '', text: 'show lock_timeout' };
      assert.deepEqual(await db.query(show, []), [{ lock_timeout: '50ms' }]);
      assert.deepEqual(await db.withAdvisoryLock(1, tx => tx.query(show, [])), [{ lock_timeout: '0' }]);
      assert.deepEqual(await db.maintain(1, connection => connection.query(show, [])), [{ lock_timeout: '0' }]);
    },
  );

  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    it(`builds indexes without the ${limit} that the owner of the database has set`, { skip: skipLimits }, async t => {
      const { db, slow } = await openWithLimit(t, limit);
      assert.equal((await db.maintain(1, connection => connection.query(slow, [])))?.length, 1);
    });
  }

  const skip = skipIfPooled('a pooler, not the server, keeps the connection to the former primary');
  it('replaces a connection to a server that has become read-only', { skip }, async t => {
    const url = await postgres.createDatabase();
    const db = openPostgres(url, createLog('silent'), 1);
    t.after(() => db.close());
    await db.query({ name: '', text: 'create table notes (text text)' }, []);
    const note = () => db.transaction(tx => tx.query({ name: '', text: `insert into notes values ('x')` }, []));
    await note();
    // This imitates a primary that has become a standby: its connections stay open.
    await db.query({ name: '', text: 'set default_transaction_read_only = on' }, []);
    await assert.rejects(note(), { code: '25006' });
    await note();
    assert.equal((await db.query({ name: '', text: 'select * from notes' }, [])).length, 2);
  });
});
