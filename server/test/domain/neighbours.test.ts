import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertRefused } from '../support/harness.js';
import { onDatabase } from '../support/on-database.js';

const testNumber = '79990000001';
const testCode = '111111';
const password = 'correct horse';

onDatabase('the neighbours of somebody whose calls cost nothing', h => {
  /** An address in one /48, each in a /56 of its own. */
  const inNetwork = (n: number) => `2001:db8:7:${(n * 0x100).toString(16)}::1`;
  const neighbour = inNetwork(0xff);
  let numbers = 0;
  const newNumber = () => `7916${String(++numbers).padStart(7, '0')}`;

  /** Asks for a code, elsewhere unless told. */
  const ask = async (ip = '192.0.2.1') => {
    const tel = newNumber();
    const { status, params, raw } = await h().send(tel, { ip });
    assert.equal(status, 200, raw);
    return { tel, headers: { 'X-Auth-State': params.state! } };
  };

  it('share a table whose size does not grow with what is refused there', async () => {
    await h().start({ DEAD_CODES_PER_IP: '2', PASSWORD_FAILURES_PER_IP: '2' });
    const rows = async () => {
      const [row] = await h().database.db.query<{ n: number }>(
        { name: '', text: `select count(*)::int as n from counters` },
        [],
      );
      return row!.n;
    };
    const before = await rows();
    const codes = Array.from({ length: 200 }, (_, n) => h().verify(newNumber(), '000000', { ip: inNetwork(n) }));
    const served = (await Promise.all(codes)).filter(({ status }) => status === 410).length;
    assert.equal(served, 8);
    // A row for the number, the /64 and the /56 of each, and one for the /48.
    assert.equal((await rows()) - before, 3 * served + 1);
    assert.equal((await h().signIn('anna', password)).status, 200);
    const between = await rows();
    const guess = (n: number) => h().signIn('anna', 'a wrong password', { ip: inNetwork(n) });
    let wrong = 0;
    for (let n = 0; n < 12; n++) if ((await guess(n)).status === 401) wrong++;
    assert.equal(wrong, 8);
    // A row for the login at each address, and one for wrong passwords of the /64 and the /56 of each and of the /48. The
    // limits of sign-ins and new accounts only look, and make no row.
    assert.equal((await rows()) - between, 3 * wrong + 1);
  });

  it('enter their codes, however many codes of others were guessed there', async () => {
    await h().start({ CODE_FAILURES_PER_IP: '2' });
    const own = await ask(neighbour);
    const guess = async (n: number) => {
      const { tel } = await ask();
      return h().verify(tel, h().wrongCodeFor(tel), { ip: inNetwork(n) });
    };
    // A /48 has four times the budget of an address.
    for (let n = 0; n < 8; n++) assert.equal((await guess(n)).status, 401);
    const refused = await guess(8);
    assertRefused(refused, 429, { what: 'ip', retryAfter: refused.params.retryAfter! });
    const holder = { ip: neighbour, headers: own.headers };
    const wrong = await h().verify(own.tel, h().wrongCodeFor(own.tel), holder);
    assertRefused(wrong, 401, { what: 'code', attemptsLeft: 2 });
    assert.equal((await h().verify(own.tel, h().codeFor(own.tel), holder)).status, 200);
  });

  it('hear that their code is over, however many codes were sent there for numbers without one', async () => {
    await h().start({ DEAD_CODES_PER_IP: '2' });
    const own = await ask(neighbour);
    assert.equal((await h().verify(own.tel, h().codeFor(own.tel), { ip: neighbour })).status, 200);
    for (let n = 0; n < 8; n++) {
      assertRefused(await h().verify(newNumber(), '000000', { ip: inNetwork(n) }), 410, { what: 'code' });
    }
    assert.equal((await h().verify(newNumber(), '000000', { ip: inNetwork(8) })).status, 429);
    const again = await h().verify(own.tel, '000000', { ip: neighbour, headers: own.headers });
    assertRefused(again, 410, { what: 'code' });
  });

  it('are not charged for codes of others that are over, and whoever asked for one is charged wherever it is sent from', async () => {
    await h().start({ DEAD_CODES_PER_IP: '2', DEAD_CODES_PER_NUMBER: '100' });
    const asked = await ask();
    assert.equal((await h().verify(asked.tel, h().codeFor(asked.tel), asked)).status, 200);
    const enter = (n: number) => h().verify(asked.tel, '000000', { ip: inNetwork(n), headers: asked.headers });
    for (let n = 0; n < 8; n++) assertRefused(await enter(n), 410, { what: 'code' });
    assert.equal((await enter(8)).status, 429);
    assertRefused(await h().verify(newNumber(), '000000', { ip: neighbour }), 410, { what: 'code' });
  });

  it('sign in, however often somebody there signs in to accounts by password', async () => {
    await h().start({ CHALLENGE: 'auto', SIGN_INS_PER_IP: '10', PASSWORD_FAILURES_PER_IP: '1000' });
    for (const login of ['anna', 'boris']) assert.equal((await h().signIn(login, password)).status, 200);
    const codes = await ask(neighbour);
    // Three of ten are free, and a /48 has no more than an address, because it may be that of one subscriber.
    for (let n = 0; n < 3; n++) {
      assert.equal((await h().signIn('anna', password, { ip: inNetwork(n) })).status, 200);
    }
    for (let n = 3; n < 50; n++) {
      const { status, params } = await h().signIn('anna', password, { ip: inNetwork(n) });
      assert.deepEqual([status, params.what], [403, 'challenge']);
    }
    const { status, params } = await h().signIn('boris', password, { ip: neighbour });
    assert.deepEqual([status, params.what], [403, 'challenge']);
    assert.equal((await h().verify(codes.tel, h().codeFor(codes.tel), { ip: neighbour })).status, 200);
  });

  it('renew their sessions, however often somebody there renews some', async () => {
    await h().start({ RENEWALS_PER_IP: '20', IPV6_56_ALLOWANCE: '1', IPV6_48_ALLOWANCE: '1' });
    const renewOften = async (n: number) => {
      let { token } = (await h().signIn(`login-${n}`, password)).params;
      for (let renewed = 0; renewed < 20; renewed++) {
        const answer = await h().call('PUT', '/v1/session', { token: token!, ip: inNetwork(n) });
        if (answer.status === 429) return renewed;
        token = answer.params.token;
        assert.equal((await h().session(token!)).status, 200);
      }
      return 20;
    };
    const { token } = (await h().signIn('neighbour', password)).params;
    assert.deepEqual([await renewOften(0), await renewOften(1), await renewOften(2)], [20, 20, 10]);
    assert.equal((await h().call('PUT', '/v1/session', { token: token!, ip: neighbour })).status, 200);
  });

  it('get an SMS, however many codes of a test number were requested there', async () => {
    await h().start({ SENDS_PER_IP: '2', TEST_NUMBERS: `${testNumber}:${testCode}` });
    const requests = await Promise.all(
      Array.from({ length: 40 }, (_, n) => h().send(testNumber, { ip: inNetwork(n % 10) })),
    );
    assert.equal(requests.filter(({ status }) => status === 200).length, 20);
    assert.equal((await h().send(newNumber(), { ip: inNetwork(0) })).status, 200);
    assert.equal((await h().send(newNumber(), { ip: neighbour })).status, 200);
  });
});
