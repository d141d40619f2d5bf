import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { easyWork, parametersOf, solve } from './support/challenges.js';
import { Cluster, type Outcome } from './support/cluster.js';
import { describeOn } from './support/databases.js';

const path = { tel: '/v1/creds/tel', session: '/v1/session' } as const;

/** Number of answers by status. */
function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describeOn('postgres', 'one solution used 200 times at once, four processes on PostgreSQL', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await Cluster.start('postgres', {
      ...easyWork,
      CHALLENGE: 'always',
      SIGN_INS_PER_ACCOUNT: '1000000',
      PASSWORD_FREE_FAILURES: '1000000',
      PASSWORD_FREE_FAILURES_PER_LOGIN: '1000000',
    });
  });
  after(() => cluster.stop());

  const solved = async (call: (headers?: Record<string, string>) => Promise<Outcome | undefined>) => {
    const refused = (await call())!;
    parametersOf(refused);
    return solve(refused);
  };

  it('lets one request for a code through', async () => {
    const body = { tel: '79161234567', op: 'add' };
    const headers = await solved(() => cluster.call('POST', path.tel, { body }));
    const counts = tally(await cluster.storm(200, 'POST', path.tel, { body, headers }));
    assert.deepEqual(counts, { '200': 1, '429': 199 });
    assert.equal(cluster.sentTo(body.tel).length, 1);
  });

  it('lets one request through for a test number, which has no send interval', async () => {
    const body = { tel: '79990000001', op: 'add' };
    const headers = await solved(() => cluster.call('POST', path.tel, { body }));
    const counts = tally(await cluster.storm(200, 'POST', path.tel, { body, headers }));
    assert.deepEqual(counts, { '200': 1, '403': 199 });
  });

  it('lets one of four requests through if they reach the four processes at the same moment', async () => {
    const body = { tel: '79990000002', op: 'add' };
    for (let round = 0; round < 40; round++) {
      const call = { body, ip: `10.${round}.0.1` };
      const headers = await solved(() => cluster.call('POST', path.tel, call));
      const counts = tally(await cluster.storm(4, 'POST', path.tel, { ...call, headers }));
      assert.deepEqual(counts, { '200': 1, '403': 3 }, `round ${round}`);
    }
  });

  it('lets one password be compared, whatever the address', async () => {
    const body = { login: 'person', password: 'correct horse' };
    const call = (headers = {}, ip = '192.0.2.1') => cluster.call('POST', path.session, { body, headers, ip });
    assert.equal((await call(await solved(call)))?.status, 200);
    const headers = await solved(call);
    const wrong = { ...body, password: 'wrong horse' };
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        cluster.call('POST', path.session, { body: wrong, headers, ip: `198.51.${n}.1` }),
      ),
    );
    assert.deepEqual(tally(outcomes.map(outcome => outcome!)), { '401': 1, '403': 199 });
  });

  it('keeps each used solution until it expires', async () => {
    const [row] = await cluster.query<{ n: number; latest: number }>(
      `select count(*)::int as n, max(extract(epoch from expires_at - auth_now()))::float8 as latest from spent_solutions`,
    );
    assert.equal(row!.n, 44);
    assert.ok(row!.latest > 0 && row!.latest <= 300);
  });
});
