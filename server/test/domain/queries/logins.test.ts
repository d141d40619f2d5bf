import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isKnownNetwork, MAX_NETWORKS, openSession, register } from '../../../src/domain/queries/logins.js';
import { databaseKinds, describeOn, openPool, openTestDatabase, type TestDatabase } from '../../support/databases.js';

const lifetimes = { tokenTtl: 600, sessionTtl: 6000 };

for (const kind of databaseKinds) {
  describeOn(kind, `the networks of an account, ${kind}`, () => {
    const withDatabase = async (work: (database: TestDatabase) => Promise<void>) => {
      const database = await openTestDatabase(kind);
      try {
        await work(database);
      } finally {
        await database.close();
      }
    };
    const count = async ({ db }: TestDatabase, user: string) => {
      const text = 'select count(*)::int as n from known_networks where account_id = $1::uuid';
      return (await db.query<{ n: number }>({ name: '', text }, [user]))[0]!.n;
    };
    const make = async ({ db }: TestDatabase, login: string) =>
      (await register(db, { login, hash: 'a hash' }, `${login} at home`, lifetimes))!.user;

    it('are those of the latest sign-ins: a further one takes the place of the oldest', () =>
      withDatabase(async database => {
        const user = await make(database, 'anna');
        const other = await make(database, 'boris');
        for (let n = 1; n <= MAX_NETWORKS; n++) {
          await database.advance(60);
          assert.ok(await openSession(database.db, user, `network ${n}`, lifetimes));
        }
        assert.equal(await count(database, user), MAX_NETWORKS);
        assert.equal(await isKnownNetwork(database.db, 'anna at home'), false);
        assert.equal(await isKnownNetwork(database.db, 'network 1'), true);
        // A day later it's written again, so the second one is the oldest.
        await database.advance(2 * 86_400);
        assert.ok(await openSession(database.db, user, 'network 1', lifetimes));
        assert.ok(await openSession(database.db, user, 'one more', lifetimes));
        assert.equal(await count(database, user), MAX_NETWORKS);
        assert.equal(await isKnownNetwork(database.db, 'network 1'), true);
        assert.equal(await isKnownNetwork(database.db, 'network 2'), false);
        assert.equal(await count(database, other), 1);
      }));

    it('are exactly as many after hundreds of sign-ins at once, and those are the latest', () =>
      withDatabase(async database => {
        const user = await make(database, 'anna');
        for (let n = 0; n < 5; n++) await openSession(database.db, user, `before ${n}`, lifetimes);
        await database.advance(2 * 86_400);
        // Several pools, as of several processes.
        const { url } = database;
        const pools = url === undefined ? [] : [openPool(url), openPool(url)];
        const all = [database.db, ...pools];
        const signIns = Array.from({ length: 400 }, (_, n) =>
          openSession(all[n % all.length]!, user, `network ${n % 300}`, lifetimes),
        );
        assert.ok((await Promise.all(signIns)).every(session => session !== undefined));
        assert.equal(await count(database, user), MAX_NETWORKS);
        for (let n = 0; n < 5; n++) assert.equal(await isKnownNetwork(database.db, `before ${n}`), false);
        const sessions = 'select count(*)::int as n from sessions';
        assert.deepEqual(await database.db.query({ name: '', text: sessions }, []), [{ n: 406 }]);
        for (const pool of pools) await pool.close();
      }));
  });
}
