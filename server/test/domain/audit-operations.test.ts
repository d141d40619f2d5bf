import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';

interface LogRecord {
  readonly level: number;
  readonly msg: string;
  readonly event?: string;
  readonly subject?: string;
  readonly method?: string;
  readonly ip?: string;
  readonly status?: number;
  readonly what?: string;
  readonly limit?: string;
  readonly refused?: number;
  readonly blocks?: number;
}

onDatabase('the log', h => {
  let begin = 0;
  beforeEach(() => (begin = h().log.length));

  const records = () =>
    h()
      .log.slice(begin)
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line) as LogRecord);
  const events = () => records().filter(({ msg }) => msg === 'audit');
  const names = () => events().map(({ event, method }) => `${event} ${method ?? ''}`.trim());

  it('names sign-ins, new accounts and sign-outs, and their subjects by pseudonym', async () => {
    const first = (await h().signInByPhone(tel)).params;
    await h().call('DELETE', '/v1/session', { token: first.token! });
    await h().call('DELETE', '/v1/session', { token: first.token! });
    await h().database.advance(61);
    await h().signInByPhone(tel);
    await h().signIn('anna-anna', 'correct horse', { ip: '192.0.2.7' });
    await h().signIn('anna-anna', 'correct horse');
    assert.deepEqual(names(), [
      'account-made phone',
      'sign-in phone',
      'sign-out',
      'sign-in phone',
      'account-made password',
      'sign-in password',
      'sign-in password',
    ]);
    const subjects = events().map(({ subject }) => subject!);
    for (const subject of subjects) assert.match(subject, /^account:[\w-]{16}$/);
    assert.equal(new Set(subjects.slice(0, 4)).size, 1, 'one account, one pseudonym');
    assert.equal(new Set(subjects).size, 2);
    assert.ok(!h().log.includes(first.user!), 'the account itself is not named');
    assert.equal(events()[4]!.ip, '192.0.2.7');
  });

  it('names a sign-in once, and its repetition after a lost answer as such, with the address that repeated it', async () => {
    await h().send(tel);
    const key = { 'Idempotency-Key': 'a-key' };
    const code = h().codeFor(tel);
    const first = await h().verify(tel, code, { headers: key });
    const again = await h().verify(tel, code, { headers: key, ip: '192.0.2.7' });
    assert.equal(again.params.user, first.params.user);
    assert.deepEqual(names(), ['account-made phone', 'sign-in phone', 'repeated-sign-in phone']);
    const [, signIn, repeated] = events();
    assert.equal(repeated!.subject, signIn!.subject);
    assert.equal(repeated!.ip, '192.0.2.7');
  });

  it('names wrong codes and passwords, and a block once', async () => {
    await h().blockByWrongCodes(tel, 900);
    assertRefused(await h().verify(tel, '000000'), 429, { what: 'blocked', retryAfter: 900 });
    await h().signIn('anna-anna', 'correct horse');
    await h().signIn('anna-anna', 'another horse');
    assert.deepEqual(names(), [
      'wrong-code phone',
      'wrong-code phone',
      'wrong-code phone',
      'block phone',
      'account-made password',
      'sign-in password',
      'wrong-password password',
    ]);
    assert.match(events()[3]!.subject!, /^phone:/);
    assert.match(events()[6]!.subject!, /^login:/);
  });

  it('names a block once, and each wrong code, also if many arrive at the same time', async () => {
    await h().send(tel);
    const answers = await Promise.all(Array.from({ length: 30 }, () => h().verify(tel, '000000')));
    assert.equal(answers.filter(({ params }) => params.what === 'blocked').length, 28);
    assert.deepEqual(names(), ['wrong-code phone', 'wrong-code phone', 'wrong-code phone', 'block phone']);
  });

  it('names the use of a token that was replaced a while ago', async () => {
    const token = (await h().signInByPhone(tel)).params.token!;
    const next = (await h().renew(token)).params.token!;
    await h().session(next);
    await h().database.advance(61);
    assertRefused(await h().renew(token), 401, { what: 'token' });
    assertRefused(await h().renew('x'.repeat(43)), 401, { what: 'token' });
    const seen = events();
    assert.deepEqual(names(), ['account-made phone', 'sign-in phone', 'replaced-token']);
    assert.equal(seen[2]!.subject, seen[1]!.subject);
  });

  it('says which limit has refused a call', async () => {
    await h().send(tel);
    await h().send(tel);
    await h().verify(tel, 'x');
    await h().signIn('x', 'correct horse');
    const requests = records().filter(({ msg }) => msg === 'request');
    assert.deepEqual(
      requests.map(({ status, what, limit }) => [status, what, limit]),
      [
        [200, undefined, undefined],
        [429, 'send', 'send interval'],
        [401, 'code', undefined],
        [422, 'login', undefined],
      ],
    );
  });

  it('warns of a limit that is used up, once in a minute', async () => {
    await h().start({ SENDS_PER_HOUR_TOTAL: '1' });
    await h().send(tel);
    for (let i = 0; i < 3; i++) assert.equal((await h().send(`7916123000${i}`)).status, 429);
    const warnings = records().filter(({ level, msg }) => level === 40 && msg === 'a limit is used up');
    assert.deepEqual(
      warnings.map(({ limit, refused }) => [limit, refused]),
      [['SMS, all, hour', 1]],
    );
  });

  it('does not warn of a limit of one number, account or token', async () => {
    await h().start({ SIGN_INS_PER_ACCOUNT: '1' });
    // The sign-in that makes the account doesn't count towards its limit.
    for (let i = 0; i < 2; i++) assert.equal((await h().signIn('anna', 'correct horse')).status, 200);
    assertRefused(await h().signIn('anna', 'correct horse'), 429, { what: 'ip' });
    assert.deepEqual(
      records().filter(({ msg }) => msg === 'a limit is used up'),
      [],
    );
  });

  it('warns of a wave of blocks', async () => {
    await h().start({ BLOCK_WAVE: '2' });
    await h().blockByWrongCodes('79161234561', 900);
    assert.deepEqual(
      records().filter(({ msg }) => msg === 'a wave of blocks'),
      [],
    );
    await h().blockByWrongCodes('79161234562', 900);
    const [warning, ...others] = records().filter(({ msg }) => msg === 'a wave of blocks');
    assert.equal(warning?.level, 40);
    assert.equal(warning.blocks, 2);
    assert.deepEqual(others, []);
  });

  it('and the metrics contain nothing that a caller has sent', async () => {
    await h().start({ METRICS_PORT: '0' });
    await h().signInByPhone(tel);
    await h().signIn('anna-anna', 'correct horse', { ip: '192.0.2.77' });
    await h().call('GET', '/secret-path', { headers: { 'User-Agent': 'secret-agent' } });
    await h().call('PROPFIND', '/v1/session');
    const metrics = await h().metrics();
    for (const sent of ['192.0.2.77', 'secret-path', 'secret-agent', 'PROPFIND', 'anna-anna', tel]) {
      assert.ok(!metrics.includes(sent), sent);
    }
    assert.match(metrics, /auth_events_total\{event="sign-in",method="password"\} 1/);
    assert.match(
      metrics,
      /auth_http_request_duration_seconds_count\{method="other",route="\/v1\/session",status="405"\} 1/,
    );
    // harness.close() looks for tokens, codes, passwords, numbers and logins in logs and metrics.
  });
});
