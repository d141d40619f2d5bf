import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SmsError } from '../../src/sms/provider.js';
import { onDatabase } from '../support/on-database.js';

onDatabase('the metrics of codes', h => {
  const samples = async (name: string) =>
    Object.fromEntries(
      (await h().metrics())
        .split('\n')
        .filter(line => line.startsWith(`${name}{`))
        .map(line => line.slice(name.length).split(' ') as [string, string]),
    );

  it('count by country what was sent, entered and paid, without test numbers and codes that were not sent', async () => {
    await h().start({
      COUNTRIES: 'RU,KZ',
      SMS_PRICES: 'RU:2,KZ:9',
      METRICS_PORT: '0',
      TEST_NUMBERS: '79990000001:111111',
    });
    await h().signInByPhone('79161234567');
    await h().send('77011234567');
    await h().verify('77011234567', h().wrongCodeFor('77011234567'));
    await h().send('79990000001');
    await h().verify('79990000001', '111111');
    await h().send('78005553535');
    h().sms.failure = new SmsError('no', 'refused');
    await h().send('79161234568');
    assert.deepEqual(await samples('auth_codes_total'), {
      '{country="RU",event="sent"}': '1',
      '{country="RU",event="entered"}': '1',
      '{country="KZ",event="sent"}': '1',
    });
    assert.deepEqual(await samples('auth_sms_price_total'), { '{country="RU"}': '2', '{country="KZ"}': '9' });
  });

  it('count a code once, however often the call that has entered it is repeated', async () => {
    await h().start({ METRICS_PORT: '0' });
    const phone = '79161234567';
    await h().send(phone);
    const headers = { 'Idempotency-Key': 'a-key' };
    for (let n = 0; n < 3; n++) assert.equal((await h().verify(phone, h().codeFor(phone), { headers })).status, 200);
    assert.equal((await samples('auth_codes_total'))['{country="RU",event="entered"}'], '1');
  });

  it('count a warning that the codes of a country are not entered', async () => {
    // A code of which the lifetime is a second counts when its minute is over, so the clock of the process moves on.
    const { now } = Date;
    let passed = 0;
    Date.now = () => now() + passed;
    try {
      await h().start({ METRICS_PORT: '0', UNENTERED_CODES: '3', CODE_TTL: '1' });
      for (const n of [1, 2, 3, 4]) {
        assert.equal((await h().send(`7916000000${n}`)).status, 200);
        passed += 120_000;
      }
    } finally {
      Date.now = now;
    }
    assert.deepEqual(await samples('auth_unentered_codes_total'), { '{country="RU"}': '1' });
    assert.match(h().log, /"level":40[^\n]*"country":"RU","sent":3,"entered":0[^\n]*"msg":"codes are not entered"/);
  });
});
