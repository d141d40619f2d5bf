import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../support/each-database.js';
import { assertRefused } from '../support/harness.js';
import { sweep } from '../../src/domain/sweep.js';

const tel = '79161234567';
const day = 86_400;

onEachDatabase('the sweep', h => {
  it('deletes numbers that were not confirmed within a day, and keeps failed attempts', async () => {
    const accounts = async () => {
      const text = 'select tel from accounts order by tel';
      return (await h().database.db.query<{ tel: string }>({ name: '', text }, [])).map(row => row.tel);
    };
    const token = (await h().signInByPhone('79160000001')).params.token!;
    await h().send('79160000002');
    await h().verify('79160000002', h().wrongCodeFor('79160000002'));
    await h().blockByWrongCodes('79160000003', 900);
    assert.deepEqual(await accounts(), ['79160000001', '79160000002', '79160000003']);
    await h().database.advance(day - 10);
    await sweep(h().database.db);
    assert.equal((await accounts()).length, 3);
    await h().database.advance(20);
    await sweep(h().database.db);
    assert.deepEqual(await accounts(), ['79160000001']);
    assert.equal((await h().session(token)).status, 200);
    await h().send('79160000002');
    const second = await h().verify('79160000002', h().wrongCodeFor('79160000002'));
    assertRefused(second, 401, { what: 'code', attemptsLeft: 1 });
  });

  it('deletes everything that has expired', async () => {
    await h().signInByPhone(tel);
    await h().verify(tel, '000000', { headers: { 'Idempotency-Key': 'a-key' } });
    await h().signIn('anna', 'correct horse');
    await h().signIn('anna', 'battery staple');
    await h().database.advance(91 * day);
    await sweep(h().database.db);
    for (const table of ['sessions', 'tokens', 'replays', 'counters', 'phone_guards']) {
      const [row] = await h().database.db.query<{ n: number }>(
        { name: '', text: `select count(*)::int as n from ${table}` },
        [],
      );
      assert.equal(row?.n, 0, table);
    }
    assert.equal((await h().signIn('anna', 'correct horse')).params.created, undefined);
  });
});
