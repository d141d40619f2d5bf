import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createMacs } from '../src/common/crypto.js';
import { type CallOptions, Cluster, type Outcome } from './support/cluster.js';
import { describeOn } from './support/databases.js';
import { testEnvironment } from './support/harness.js';

const path = { tel: '/v1/creds/tel', session: '/v1/session' } as const;
const macs = createMacs(testEnvironment.SERVER_SECRET);

/** Number of answers of each kind: `200`, `429 ip` … */
function tally(outcomes: readonly (Outcome | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = [outcome?.status, outcome?.params.what].filter(part => part !== undefined).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describeOn('postgres', 'limits that hundreds of calls reach at once, four processes on PostgreSQL', () => {
  let cluster: Cluster;
  let numbers = 0;
  const newNumber = () => `7916${String(++numbers).padStart(7, '0')}`;

  before(async () => {
    cluster = await Cluster.start('postgres', {
      SMS_TIMEOUT: '60',
      SENDS_PER_IP: '30',
      SENDS_PER_HOUR_TOTAL: '200',
      CODE_FAILURES_PER_IP: '20',
      DEAD_CODES_PER_NUMBER: '25',
      SIGN_INS_PER_ACCOUNT: '7',
      RENEWALS_PER_SESSION: '5',
      NEW_LOGINS_PER_IP: '3',
    });
  });
  after(() => cluster.stop());

  const all = (count: number, call: (index: number) => ReturnType<Cluster['call']>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  const counted = (...parts: [string, ...string[]]) => countedUnder(macs.counter(...parts));
  const countedUnder = async (key: string) => {
    const text = `select count, day_count from counters where key = '${key}'`;
    const [row] = await cluster.query<{ count: number; day_count: number | null }>(text);
    return row;
  };
  const rowsOf = async (tels: readonly string[], table: 'phone_guards' | 'accounts') => {
    const list = tels.map(tel => `'${tel}'`).join(',');
    return (await cluster.query<{ n: number }>(`select count(*)::int as n from ${table} where tel in (${list})`))[0]!.n;
  };
  const send = (tel: string, ip: string) => cluster.call('POST', path.tel, { body: { tel, op: 'add' }, ip });
  const verify = (tel: string, val: string, more: CallOptions) =>
    cluster.call('PUT', path.tel, { body: { tel, val, op: 'add' }, ...more });
  let allSent = 0;

  it('let 30 of 300 requests from one address for 300 numbers through, and do not count the others', async () => {
    const tels = Array.from({ length: 300 }, newNumber);
    const outcomes = await all(300, index => send(tels[index]!, '198.51.100.1'));
    assert.deepEqual(tally(outcomes), { '200': 30, '429 ip': 270 });
    allSent += 30;
    assert.deepEqual(await counted('send', '198.51.100.1'), { count: 30, day_count: 30 });
    assert.deepEqual(await counted('send', '198.51.100.0/24'), { count: 30, day_count: 30 });
    assert.equal((await countedUnder('SMS, day'))?.count, allSent);
    assert.equal(await rowsOf(tels, 'phone_guards'), 30, 'no number lost its minute or a send of its day');
    assert.equal(await rowsOf(tels, 'accounts'), 30);
    assert.equal(cluster.sent.length, allSent);
  });

  it('let as many of 300 requests from twenty /64 networks through as their /48 allows', async () => {
    const tels = Array.from({ length: 300 }, newNumber);
    // There are two /56 networks with ten /64 networks each.
    const subnet = (index: number) => (index % 2) * 0x100 + (Math.floor(index / 2) % 10);
    const ip = (index: number) => `2001:db8:7:${subnet(index).toString(16)}::${index + 1}`;
    const outcomes = await all(300, index => send(tels[index]!, ip(index)));
    assert.deepEqual(tally(outcomes), { '200': 120, '429 ip': 180 });
    allSent += 120;
    assert.deepEqual(await counted('send', '2001:db8:7::/48'), { count: 120, day_count: 120 });
    for (const network of ['2001:db8:7:0::/56', '2001:db8:7:100::/56']) {
      assert.equal((await counted('send', network))?.count, 60, network);
    }
    assert.equal((await countedUnder('SMS, day'))?.count, allSent);
    assert.equal(await rowsOf(tels, 'phone_guards'), 120);
  });

  it('let as many of 300 requests from 300 networks through as the hourly budget of all has left', async () => {
    const tels = Array.from({ length: 300 }, newNumber);
    const outcomes = await all(300, index => send(tels[index]!, `10.${index >> 8}.${index & 255}.1`));
    assert.deepEqual(tally(outcomes), { '200': 200 - allSent, '429 day': 100 + allSent });
    assert.equal((await countedUnder('SMS, day'))?.count, 200);
    assert.equal((await countedUnder('SMS, hour'))?.count, 200);
    assert.equal(cluster.sent.length, 200);
    assert.equal(await rowsOf(tels, 'phone_guards'), 200 - allSent);
  });

  it('let 25 of 200 codes for a number without a live code be looked up', async () => {
    const tel = newNumber();
    const outcomes = await all(200, index => verify(tel, '123456', { ip: `192.0.2.${index % 100}` }));
    assert.deepEqual(tally(outcomes), { '410 code': 25, '429 ip': 175 });
    assert.equal((await counted('dead code', tel))?.count, 25);
  });

  it('let 25 of 200 codes for a number without a live code be looked up, with one state from 200 networks', async () => {
    // A test number counts towards no budget of SMS.
    const [tel, code] = ['79990000001', '111111'];
    const headers = { 'X-Auth-State': (await send(tel, '198.51.100.2'))!.params.state! };
    assert.equal((await verify(tel, code, { headers }))?.status, 200);
    const outcomes = await all(200, index => verify(tel, code, { headers, ip: `10.1.${index}.1` }));
    assert.deepEqual(tally(outcomes), { '410 code': 25, '429 ip': 175 });
    assert.equal((await counted('asked dead code', tel))?.count, 25);
    assert.equal(await counted('dead code', tel), undefined);
  });

  it('let 20 of 90 wrong codes for 30 numbers from one address be compared', async () => {
    // These codes were sent before, to this address: the requests above have used up the budget of all numbers.
    const tels = cluster.sent.slice(0, 30).map(({ to }) => to);
    const wrong = (tel: string) => (cluster.codeFor(tel) === '000000' ? '000001' : '000000');
    const outcomes = await all(90, index => {
      const tel = tels[index % 30]!;
      return verify(tel, wrong(tel), { ip: '198.51.100.1' });
    });
    const { '429 ip': refused, ...compared } = tally(outcomes);
    assert.equal(
      Object.values(compared).reduce((sum, n) => sum + n),
      20,
    );
    assert.equal(refused, 70);
    assert.equal((await counted('code', '198.51.100.1'))?.count, 20);
    const list = tels.map(tel => `'${tel}'`).join(',');
    const [row] = await cluster.query<{ n: number }>(
      `select sum(failures)::int as n from phone_guards where tel in (${list})`,
    );
    const blocked = compared['429 blocked'] ?? 0;
    assert.equal(row!.n + 3 * blocked, 20, 'the refused ones count as no attempts of the numbers');
  });

  it('let 7 of 60 sign-ins with a right password open a session, besides the one that made the account', async () => {
    const body = { login: `person`, password: 'correct horse' };
    assert.equal((await cluster.call('POST', path.session, { body }))?.status, 200);
    const outcomes = await all(60, index => cluster.call('POST', path.session, { body, ip: `192.0.2.${index}` }));
    assert.deepEqual(tally(outcomes), { '200': 7, '429 ip': 53 });
    const [row] = await cluster.query<{ n: number }>(
      `select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where a.login = '${body.login}'`,
    );
    assert.equal(row?.n, 8);
    assert.equal((await counted('password, ip', '192.0.2.3'))?.count, 0, 'a sign-in is no failure');
  });

  it('let a session be renewed 5 times in an hour, however many renewals are requested', async () => {
    const body = { login: `renewing`, password: 'correct horse' };
    const first = await cluster.call('POST', path.session, { body, ip: '203.0.113.9' });
    let token = first!.params.token!;
    for (let n = 0; n < 5; n++) {
      const renewals = await cluster.storm(40, 'PUT', path.session, { token });
      assert.deepEqual(tally(renewals), { '200': 40 });
      const next = new Set(renewals.map(({ params }) => params.token!));
      assert.equal(next.size, 1, 'its successor was not used yet');
      [token] = next as unknown as [string];
      assert.equal((await cluster.call('GET', path.session, { token }))?.status, 200);
    }
    const refused = await cluster.storm(40, 'PUT', path.session, { token });
    assert.deepEqual(tally(refused), { '429 ip': 40 });
    assert.equal((await cluster.call('GET', path.session, { token }))?.status, 200, 'the session goes on');
  });

  it('let 3 of 40 new logins from one address be registered, and do not count the others as wrong passwords', async () => {
    const outcomes = await all(40, index => {
      const body = { login: `many-${index}`, password: 'correct horse' };
      return cluster.call('POST', path.session, { body, ip: '203.0.113.77' });
    });
    assert.deepEqual(tally(outcomes), { '200': 3, '429 ip': 37 });
    assert.equal((await counted('new login', '203.0.113.77'))?.count, 3);
    assert.equal((await counted('password, ip', '203.0.113.77'))?.count, 0);
  });
});
