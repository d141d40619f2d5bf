import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CaptchaFailed, type CaptchaToken } from '../../src/challenge/captcha.js';
import { CallError } from '../../src/common/call-json.js';
import { easyWork, parametersOf, solve } from '../support/challenges.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, type Answer } from '../support/harness.js';

const tel = '79161234567';
const secret = 'secret-key-of-the-site';
const always = {
  ...easyWork,
  CHALLENGE: 'always',
  CHALLENGE_TYPE: 'turnstile',
  CHALLENGE_SITE_KEY: 'public-key',
  CHALLENGE_SECRET: secret,
  CHALLENGE_TIMEOUT: '1',
};

onDatabase('a captcha as the challenge', h => {
  let asked: CaptchaToken[];
  const start = async (verify: (token: CaptchaToken) => Promise<boolean>, env = {}) => {
    asked = [];
    h().captcha = {
      verify(token) {
        asked.push(token);
        return verify(token);
      },
    };
    await h().start({ ...always, ...env });
    h().captcha = undefined;
  };
  const send = (token: string, ip = '192.0.2.1') => h().send(tel, { ip, headers: { 'X-Auth-Challenge': token } });
  const assertCaptcha = (answer: Answer) => {
    assert.equal(answer.status, 403, answer.raw);
    assert.deepEqual(answer.params, { what: 'challenge', type: 'turnstile', siteKey: 'public-key' });
  };

  it('is announced with the site key, and its token lets the call through once', async () => {
    await start(() => Promise.resolve(true));
    assertCaptcha(await h().send(tel));
    assert.equal((await send('token-1')).status, 200);
    assert.deepEqual(asked, [{ token: 'token-1', ip: '192.0.2.1' }]);
    const text = `select extract(epoch from expires_at - auth_now())::float8 as seconds from spent_solutions`;
    const [used] = await h().database.db.query<{ seconds: number }>({ name: '', text }, []);
    assert.ok(Math.abs(used!.seconds - 86_400) < 60, `${used!.seconds} s`);
    await h().database.advance(60);
    assertCaptcha(await send('token-1'));
    assert.equal(h().sms.sent.length, 1);
    assertCaptcha(await h().signIn('anna', 'correct horse'));
    const headers = { 'X-Auth-Challenge': 'token-2' };
    assert.equal((await h().signIn('anna', 'correct horse', { headers })).status, 200);
    assert.ok(!h().log.includes(secret) && !h().log.includes('token-1'));
  });

  it('is asked for again with a token that the provider refuses', async () => {
    await start(() => Promise.resolve(false));
    assertCaptcha(await send('bad'));
    assert.equal(h().sms.sent.length, 0);
  });

  it('is not verified for a call that a limit refuses, because that would use it up', async () => {
    await start(() => Promise.resolve(true));
    assert.equal((await send('token-1')).status, 200);
    assertRefused(await send('token-2'), 429, { what: 'send', retryAfter: 60 });
    assert.equal(asked.length, 1);
  });

  it('is verified for an address ten times as often as its budget, and not more', async () => {
    await start(() => Promise.resolve(false), { SENDS_PER_IP: '2' });
    for (let n = 0; n < 20; n++) assertCaptcha(await send(`bad-${n}`));
    assertRefused(await send('bad'), 429, { what: 'ip' });
    assert.equal(asked.length, 20);
  });

  const faults = {
    'refuses the key of the site': () =>
      Promise.reject(new CaptchaFailed('refused: invalid-input-secret, status 200', true)),
    'can not be reached': () => Promise.reject(new CallError('the provider could not be reached', {})),
    'answers 502 with HTML': () => Promise.reject(new CallError('the answer is not JSON, status 502', { status: 502 })),
    'does not answer': () => new Promise<boolean>(() => undefined),
  };
  for (const [name, fail] of Object.entries(faults)) {
    it(`is replaced by a proof of work for a minute if its provider ${name}, for callers in three networks`, async () => {
      await start(fail);
      assertCaptcha(await send('token', '192.0.2.1'));
      assertCaptcha(await send('token', '192.0.2.2'));
      assertCaptcha(await send('token', '198.51.100.1'));
      assertCaptcha(await h().signIn('anna', 'correct horse'));
      const refused = await send('token', '2001:db8:9:1::1');
      parametersOf(refused);
      assert.equal((await h().send(tel, { headers: await solve(refused) })).status, 200);
      parametersOf(await h().signIn('anna', 'correct horse'));
      assert.equal(asked.length, 4);
      assert.match(h().log, /"captcha not verified: a proof of work takes its place"/);
    });
  }

  it('stays for everybody if a token gets an answer that nobody knows, from however many addresses', async () => {
    const strange = [
      () => Promise.reject(new CaptchaFailed('refused: unknown, status 200', false)),
      () => Promise.reject(new CallError('the answer is not JSON, status 403', { status: 403 })),
      () => Promise.reject(new Error(`a bug with ${tel}`)),
    ];
    const from = h().log.length;
    for (const fail of strange) {
      await start(token => (token.token === 'strange' ? fail() : Promise.resolve(true)));
      for (let n = 1; n < 6; n++) assertCaptcha(await send('strange', `10.${n}.0.1`));
      assertCaptcha(await h().send(tel));
      assert.equal((await send('good')).status, 200);
    }
    assert.ok(!h().log.slice(from).includes('a proof of work takes its place'));
  });

  it('stays if one answer comes between the failures', async () => {
    await start(({ token }) => (token === 'good' ? Promise.resolve(false) : Promise.reject(new CallError('down', {}))));
    for (const [token, ip] of [
      ['1', '10.1.0.1'],
      ['2', '10.2.0.1'],
      ['good', '10.3.0.1'],
      ['3', '10.4.0.1'],
      ['4', '10.5.0.1'],
    ] as const) {
      assertCaptcha(await send(token, ip));
    }
  });

  it('counts the questions to its provider for the address that asks, not for its network', async () => {
    await start(({ token }) => Promise.resolve(token === 'good'), { SENDS_PER_IP: '1' });
    for (let n = 0; n < 50; n++) await send(`bad-${n}`, `2001:db8:9:${n.toString(16)}::1`);
    assert.equal(asked.length, 50);
    assert.equal((await send('good', '2001:db8:9:ff::1')).status, 200);
  });
});
