import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const unserved = [
  '78001234567',
  '74951234567',
  '70000000000',
  '77001234567',
  '77471234567',
  '76001234567',
  '73431234567',
];

onDatabase('a number that can get no SMS', h => {
  it('is refused before anything is counted', async () => {
    await h().start({ SENDS_PER_IP: '1', DEAD_CODES_PER_IP: '1', CHALLENGE: 'always', CHALLENGE_WORK: '2' });
    for (const tel of unserved) {
      assertRefused(await h().send(tel), 400, { what: 'country' });
      assertRefused(await h().verify(tel, '123456'), 400, { what: 'country' });
    }
    for (const table of ['counters', 'phone_guards', 'accounts']) {
      assert.deepEqual(await h().database.db.query({ name: '', text: `select from ${table}` }, []), [], table);
    }
    assert.equal(h().sms.sent.length, 0);
  });

  it('is none of the mobile numbers of Russia', async () => {
    for (const tel of ['79001234567', '79161234567', '79991234567'])
      assert.equal((await h().send(tel)).status, 200, tel);
  });

  it('may be a test number', async () => {
    await h().start({ TEST_NUMBERS: '70000000001:111111' });
    assert.equal((await h().send('70000000001')).status, 200);
    assert.equal((await h().verify('70000000001', '111111')).status, 200);
  });
});
