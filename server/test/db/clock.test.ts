import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sweep } from '../../src/domain/sweep.js';
import { easyWork, solve } from '../support/challenges.js';
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

  it('are so for solutions of challenges as well, if the clock of the server is ten minutes ahead or behind', async t => {
    const now = Date.now();
    t.mock.timers.enable({ apis: ['Date'] });
    for (const minutes of [10, -10]) {
      t.mock.timers.setTime(now + minutes * 60_000);
      await harness.start({ CHALLENGE: 'always', ...easyWork });
      const headers = await solve(await harness.send(tel));
      assert.equal((await harness.send(tel, { headers })).status, 200);
      const ofLogin = await solve(await harness.signIn('anna', 'correct horse'));
      assert.equal((await harness.signIn('anna', 'correct horse', { headers: ofLogin })).status, 200);
    }
  });

  it('make nobody wait longer than a limit lasts after the clock of the database was a day ahead', async () => {
    await harness.start({
      SENDS_PER_IP: '2',
      DAY_ALLOWANCE: '1',
      PASSWORD_FREE_FAILURES: '1',
      SENDS_PER_DAY: '2',
    });
    await harness.database.stopClock();
    const ip = '192.0.2.1';
    const fail = () => harness.signIn('anna', 'battery staple', { ip });
    const third = '79161234569';
    await harness.signIn('anna', 'correct horse');
    await harness.database.advance(day);
    for (const each of [tel, '79161234568']) assert.equal((await harness.send(each, { ip })).status, 200);
    assertRefused(await harness.send(third, { ip }), 429, { what: 'ip', retryAfter: day });
    assertRefused(await fail(), 401, { what: 'password' });
    assertRefused(await fail(), 429, { what: 'ip', retryAfter: 1 });
    await harness.blockByWrongCodes(third, 900);
    await harness.database.advance(-day);
    // Intervals, windows and delays from the wrong day count as over, and are counted anew.
    for (const each of [tel, '79161234568']) assert.equal((await harness.send(each, { ip })).status, 200);
    assertRefused(await harness.send(tel, { ip }), 429, { what: 'send', retryAfter: 60 });
    assertRefused(await harness.send('79161234567'), 429, { what: 'send', retryAfter: 60 });
    assertRefused(await harness.send('79161234566', { ip }), 429, { what: 'ip', retryAfter: day });
    assertRefused(await fail(), 401, { what: 'password' });
    assertRefused(await fail(), 429, { what: 'ip', retryAfter: 1 });
    // A block goes on, but nobody hears of more than its 15 minutes.
    assertRefused(await harness.send(third), 429, { what: 'blocked', retryAfter: 900 });
    assertRefused(await harness.verify(third, '000000'), 429, { what: 'blocked', retryAfter: 900 });
    await harness.database.advance(61);
    assert.equal((await harness.send(tel)).status, 200);
    await harness.database.advance(61);
    assertRefused(await harness.send(tel), 429, { what: 'day', retryAfter: day - 122 });
  });
});
