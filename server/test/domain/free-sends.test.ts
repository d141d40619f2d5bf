import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';

const total = 2000;
const auto = {
  CHALLENGE: 'auto',
  SENDS_RESERVED: '50',
  SENDS_PER_IP: '60',
  SENDS_PER_DAY_TOTAL: String(total),
  SENDS_PER_HOUR_TOTAL: String(total),
};

onDatabase('SMS for callers who solve nothing', h => {
  let numbers = 0;
  /** Asks for codes from each address until it meets a challenge, minute after minute. Resolves to the number of SMS. */
  async function askForNothing(addresses: readonly string[], minutes: number): Promise<number> {
    const before = h().sms.sent.length;
    for (const ip of addresses) {
      for (let minute = 0; minute < minutes; minute++) {
        for (;;) {
          const tel = `7916${String(++numbers).padStart(7, '0')}`;
          const { status, params } = await h().send(tel, { ip });
          if (status === 200) continue;
          assert.equal(params.what, 'challenge');
          break;
        }
        await h().database.advance(61);
      }
    }
    return h().sms.sent.length - before;
  }
  const networks = (count: number) => Array.from({ length: count }, (_, n) => `10.0.${n}.1`);

  it('are a tenth of the SMS of a day at most, if they have twenty addresses', async () => {
    await h().start(auto);
    const sent = await askForNothing(networks(20), 12);
    // A twentieth while all use little, even from few addresses, and then five for each other address.
    assert.ok(sent > total / 20 && sent <= total / 10, `${sent} SMS`);
  });

  it('are the free part of what is not reserved at most, however many addresses they have', async () => {
    await h().start(auto);
    assert.equal(await askForNothing(networks(60), 3), total * 0.5 * 0.3);
  });
});
