import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Cluster, type CallOptions, type Outcome } from './support/cluster.js';
import { describeOn } from './support/databases.js';

const path = '/v1/creds/tel';
const crowd = 300;

const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
const count = (outcomes: readonly (Outcome | undefined)[], status: number) =>
  outcomes.filter(outcome => outcome?.status === status).length;

describeOn('postgres', 'the tries of a code, in four processes on PostgreSQL', () => {
  let cluster: Cluster;
  let numbers = 0;
  before(async () => {
    cluster = await Cluster.start('postgres');
  });
  after(() => cluster.stop());

  /** Asks for a code for a new number, and returns what its owner needs. */
  async function ask() {
    const tel = `7917${String(++numbers).padStart(7, '0')}`;
    const asked = await cluster.call('POST', path, { body: { tel, op: 'add' }, ip: `10.0.0.${numbers}` });
    assert.equal(asked?.status, 200);
    return { tel, code: cluster.codeFor(tel), headers: { 'X-Auth-State': asked.params.state! } };
  }
  const enter = (tel: string, val: string, options: CallOptions) =>
    cluster.call('PUT', path, { body: { tel, val, op: 'add' }, ...options });
  /** Calls from as many networks as there are calls. */
  const fromEverywhere = (tel: string, codes: readonly string[]) =>
    Promise.all(codes.map((val, n) => enter(tel, val, { ip: `2001:db8:${n.toString(16)}::1` })));
  const guardOf = async (tel: string) => {
    const text = `select failures, code_tries, block_level from phone_guards where tel = '${tel}'`;
    return (await cluster.query<{ failures: number; code_tries: number; block_level: number }>(text))[0];
  };

  it(`${crowd} strangers at once get one comparison, and the owner signs in`, async () => {
    const { tel, code, headers } = await ask();
    const outcomes = await fromEverywhere(tel, Array<string>(crowd).fill(wrong(code)));
    assert.deepEqual([count(outcomes, 401), count(outcomes, 410)], [1, crowd - 1]);
    assert.deepEqual(await guardOf(tel), { failures: 0, code_tries: 1, block_level: 0 });
    const guess = await enter(tel, wrong(code), { headers });
    assert.deepEqual(guess, { status: 401, params: { what: 'code', attemptsLeft: 1 } });
    assert.equal((await enter(tel, code, { headers }))?.status, 200);
  });

  it('strangers at once, half of them with the right code, learn of one comparison in all', async () => {
    for (let round = 0; round < 5; round++) {
      const { tel, code } = await ask();
      const codes = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? code : wrong(code)));
      const outcomes = await fromEverywhere(tel, codes);
      assert.equal(count(outcomes, 200) + count(outcomes, 401), 1);
      assert.equal(count(outcomes, 410), 99);
    }
  });

  it(`${crowd} wrong codes with the state from all networks are compared three times, and block`, async () => {
    const { tel, code, headers } = await ask();
    const outcomes = await Promise.all(
      Array.from({ length: crowd }, (_, n) =>
        enter(tel, wrong(code), { headers, ip: `2001:db8:${n.toString(16)}::1` }),
      ),
    );
    assert.deepEqual([count(outcomes, 401), count(outcomes, 429)], [2, crowd - 2]);
    assert.deepEqual(await guardOf(tel), { failures: 0, code_tries: 3, block_level: 1 });
  });

  it('of strangers and holders at once, three comparisons are made in all', async () => {
    for (let round = 0; round < 5; round++) {
      const { tel, code, headers } = await ask();
      const held = Array.from({ length: 40 }, () => enter(tel, wrong(code), { headers }));
      const [strangers, holders] = await Promise.all([
        fromEverywhere(tel, Array<string>(40).fill(wrong(code))),
        Promise.all(held),
      ]);
      const { failures, code_tries, block_level } = (await guardOf(tel))!;
      assert.equal(code_tries, 3);
      const guessed = count(strangers, 401);
      assert.ok(guessed <= 1);
      if (guessed === 1) {
        // The holders had two comparisons. The second one was the last of the code, and is answered like all after it.
        assert.deepEqual([failures, block_level], [2, 0]);
        assert.equal(count(holders, 401) + count(holders, 410), 40);
      } else {
        assert.deepEqual([failures, block_level], [0, 1]);
      }
      assert.ok(count(holders, 401) <= 2);
    }
  });

  it(`${crowd} replays of one sign-in from all networks get three further tokens`, async () => {
    const { tel, code, headers } = await ask();
    const repeat = (n: number) => enter(tel, code, { headers, key: 'the-same', ip: `2001:db8:${n.toString(16)}::1` });
    assert.equal((await repeat(0))?.status, 200);
    const outcomes = await Promise.all(Array.from({ length: crowd }, (_, n) => repeat(n)));
    assert.deepEqual([count(outcomes, 200), count(outcomes, 410)], [3, crowd - 3]);
    const [row] = await cluster.query<{ n: number }>(
      `select count(*)::int as n from tokens t join sessions s on s.id = t.session_id
         join accounts a on a.id = s.account_id where a.tel = '${tel}'`,
    );
    assert.equal(row?.n, 4);
  });
});
