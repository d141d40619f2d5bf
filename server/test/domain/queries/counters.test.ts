import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { consume, type RateLimit } from '../../../src/domain/queries/counters.js';
import { consumeWith } from '../../../src/domain/queries/solutions.js';
import { databaseKinds, describeOn, openTestDatabase, type TestDatabase } from '../../support/databases.js';

for (const kind of databaseKinds) {
  describeOn(kind, `a limit of weight 0, ${kind}`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await openTestDatabase(kind);
    });
    after(() => database.close());
    beforeEach(() => database.reset());

    const limit = (key: string, weight: number): RateLimit => ({
      name: key,
      key,
      max: 2,
      window: 60,
      dayMax: 3,
      weight,
    });
    const rows = () =>
      database.db.query<{ key: string; count: number; days: number }>(
        { name: '', text: 'select key, count, day_count as days from counters order by key' },
        [],
      );

    it('makes no row, with a solution or without', async () => {
      for (let n = 0; n < 100; n++) {
        assert.equal(await consume(database.db, [limit(`zero ${n}`, 0)]), undefined);
        const solution = { id: Buffer.from(`solution ${n}`), expiresAt: Date.now() / 1000 + 60 };
        assert.equal(await consumeWith(database.db, [limit(`zero, solved ${n}`, 0)], solution), undefined);
      }
      assert.deepEqual(await rows(), []);
      assert.equal(await consume(database.db, [limit('a', 1), limit('b', 0)]), undefined);
      assert.deepEqual(await rows(), [{ key: 'a', count: 1, days: 1 }]);
    });

    it('refuses where one of weight 1 would be refused, and adds nothing where it would not', async () => {
      for (let n = 0; n < 2; n++) {
        assert.equal(await consume(database.db, [limit('a', 0)]), undefined);
        assert.equal(await consume(database.db, [limit('a', 1)]), undefined);
      }
      const exceeded = await consume(database.db, [limit('b', 1), limit('a', 0)]);
      assert.equal(exceeded?.limit.name, 'a');
      assert.deepEqual(await rows(), [{ key: 'a', count: 2, days: 2 }]);
    });

    it('does not prolong a counter that is over', async () => {
      await consume(database.db, [limit('a', 1)]);
      const end = async () => {
        const text = 'select day_resets_at::text as end from counters';
        return (await database.db.query<{ end: string }>({ name: '', text }, []))[0]!.end;
      };
      const before = await end();
      await database.advance(2 * 86_400);
      assert.equal(await consume(database.db, [limit('a', 0)]), undefined);
      assert.equal(await end(), before);
    });
  });
}
