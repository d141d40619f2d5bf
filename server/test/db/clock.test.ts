import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sweep } from '../../src/domain/sweep.js';
import { describeOn } from '../support/databases.js';
import { assertRefused, Harness } from '../support/harness.js';

const tel = '79161234567';
const day = 86_400;

// This runs on PostgreSQL only, because PGlite uses the clock of its process.
describeOn('postgres', 'all times', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.open('postgres');
  });
  after(() => harness.close());

  it('are taken from the clock of the database, whatever the clock of the server says', async t => {
    t.mock.timers.enable({ apis: ['Date'] });
    for (const now of ['2001-01-01', '2099-01-01']) {
      await harness.start();
      t.mock.timers.setTime(Date.parse(now));
      assert.equal((await harness.send(tel)).status, 200);
      assertRefused(await harness.send(tel), 429, { what: 'send', retryAfter: 60 });
      t.mock.timers.setTime(Date.parse(now) + 600_000);
      const { status, params } = await harness.verify(tel, harness.codeFor(tel));
      assert.deepEqual([status, params.expiresIn], [200, 14 * day]);
      t.mock.timers.setTime(Date.parse(now) + 100 * day * 1000);
      const renewed = await harness.renew(params.token!);
      assert.deepEqual([renewed.status, renewed.params.expiresIn], [200, 14 * day]);
      await harness.database.advance(60);
      await harness.blockByWrongCodes('79161234568', 900);
      await sweep(harness.database.db);
      assert.equal((await harness.session(renewed.params.token!)).status, 200);
    }
  });
});
