import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../src/common/log.js';
import { openPostgres } from '../src/db/postgres.js';
import { describeOn, openTestDatabase } from './support/databases.js';
import { Harness, until } from './support/harness.js';
import { pooling } from './support/postgres.js';

interface Updates {
  readonly relname: string;
  readonly updated: number;
  readonly hot: number;
}

describeOn('postgres', 'the updates of large tables', () => {
  it('change no index: at least nine of ten are HOT, for accounts and for tokens', async t => {
    const database = await openTestDatabase('postgres');
    t.after(() => database.close());
    // PostgreSQL counts what a connection did when it ends.
    const db = openPostgres(database.url!, createLog('silent'), 4, { pooling });
    const h = new Harness({ ...database, db });
    await h.start();
    const people = Array.from({ length: 150 }, (_, n) => `7916${String(n).padStart(7, '0')}`);
    const rounds = 3;
    for (let round = 0; round < rounds; round++) {
      for (const tel of people) {
        let { token } = (await h.signInByPhone(tel)).params;
        if (round === 0) await h.call('PATCH', '/v1/account', { token: token!, body: { displayName: 'Anna' } });
        for (let n = 0; n < 2; n++) {
          token = (await h.renew(token!)).params.token!;
          assert.equal((await h.session(token)).status, 200);
        }
      }
      await database.advance(60);
    }
    await h.stop();
    await db.close();

    const text = `select relname, n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables
      where relname in ('accounts', 'tokens') order by relname`;
    const read = () => database.db.query<Updates>({ name: '', text }, []);
    // Each account gets its name, is confirmed in each round, and is asked for in all rounds but the first. Each token is used,
    // and two of three in each round are renewed.
    const expected: readonly number[] = [people.length * 2 * rounds, people.length * rounds * 5];
    await until(async () => (await read()).every(({ updated }, index) => updated >= expected[index]!));
    for (const { relname, updated, hot } of await read()) {
      t.diagnostic(`${relname}: ${hot} of ${updated} updates are HOT`);
      assert.ok(hot >= 0.9 * updated, `${relname}: ${hot} of ${updated}`);
    }
  });
});
