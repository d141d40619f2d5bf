// How a real Supabase Auth server keeps machines out: its limits and a captcha. Also answers that are lost on the way.
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { SupabaseBackend } from '../../../src/backends/supabase.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeStore } from '../../support/held-backend.js';
import { failureOf, newPhone, PASSWORD, setUpClient, wrongCode } from './accounts.js';
import { setUpAuthServers, skipReason } from './auth-server.js';
import { startSiteverify } from './siteverify.js';

const CAPTCHA = { type: 'turnstile', siteKey: '1x00000000000000000000AA' };

describe('Supabase: limits', { skip: skipReason }, () => {
  const servers = setUpAuthServers({
    usual: {},
    // The server reads the caller's address from a header, which is the same in every call of a test.
    limited: { GOTRUE_RATE_LIMIT_HEADER: 'Accept' },
  });

  test('guessing codes from one address ends after 30 attempts', async t => {
    const { backend, phone } = setUpClient(t, servers.limited);
    await backend.requestCode(phone, { register: true });
    const right = servers.limited.codesTo(phone).at(-1)!;
    const tries = Array.from({ length: 30 }, () =>
      failureOf(backend.verifyCode(phone, wrongCode(right), { register: true })),
    );
    for (const { code } of await Promise.all(tries)) assert.equal(code, 'wrong-code');
    const { code, retryAfter } = await failureOf(backend.verifyCode(phone, right, { register: true }));
    assert.deepEqual([code, retryAfter], ['too-many-requests', undefined]);
  });

  test('a renewal refused by a limit ends no session', async t => {
    const { backend, phone } = setUpClient(t, servers.usual);
    await backend.requestCode(phone, { register: true });
    const { refreshToken } = await backend.verifyCode(phone, servers.usual.codesTo(phone).at(-1)!, { register: true });
    const limited = new SupabaseBackend(servers.limited.url);
    const renewals = Array.from({ length: 40 }, () =>
      limited.renewSession(null, { refreshToken: 'unknown' }).catch(() => {}),
    );
    await Promise.all(renewals);
    assert.equal((await failureOf(limited.renewSession(null, { refreshToken }))).code, 'too-many-requests');
    assert.ok((await backend.renewSession(null, { refreshToken })).token);
  });

  /** Loses the answers to the calls of a path, which the server has received. */
  function loseAnswers(t: TestContext, path: string) {
    const { fetch } = globalThis;
    const mock = t.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init);
      if (new URL(url).pathname !== path) return answer;
      await answer.text();
      throw new TypeError('fetch failed');
    });
    return () => mock.mock.restore();
  }

  test('the answer to a request for a code is lost: the code that was sent is valid', async t => {
    const { client, phone, code } = setUpClient(t, servers.usual);
    const findAnswers = loseAnswers(t, '/otp');
    assert.equal((await failureOf(client.registerByPhone(phone, 'Anna'))).code, 'network');
    findAnswers();
    await client.registerByPhone(phone, 'Anna');
    assert.equal(client.flow.isEarlierCode, true);
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.displayName, 'Anna');
  });

  test('the answer to a code is lost: the code is used up, and the next one signs in', async t => {
    const { client, phone, code } = setUpClient(t, servers.usual);
    await client.registerByPhone(phone, 'Anna');
    const findAnswers = loseAnswers(t, '/verify');
    assert.equal((await failureOf(client.verifyRegistrationSms(code()))).code, 'network');
    findAnswers();
    assert.equal((await failureOf(client.verifyRegistrationSms(code()))).code, 'wrong-code');
    await servers.usual.age(phone, 61);
    await client.registerByPhone(phone, 'Anna');
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.displayName, 'Anna');
  });

  test('an unreachable server', async t => {
    const { phone } = setUpClient(t, servers.usual);
    const backend = new SupabaseBackend('http://127.0.0.1:1');
    assert.equal((await failureOf(backend.requestCode(phone, { register: true }))).code, 'network');
  });
});

describe('Supabase: captcha', { skip: skipReason }, () => {
  /** What the server is started with. */
  const settings: Record<string, string> = { GOTRUE_SMS_AUTOCONFIRM: 'true' };
  let captcha: Awaited<ReturnType<typeof startSiteverify>>;
  before(async () => {
    captcha = await startSiteverify();
    Object.assign(settings, captcha.settings);
  });
  after(() => captcha.close());
  const servers = setUpAuthServers({ captcha: settings });

  test('a request for a code demands a challenge, and accepts its solution once', async t => {
    const { phone } = setUpClient(t, servers.captcha);
    const backend = new SupabaseBackend(servers.captcha.url, { captcha: CAPTCHA });
    const request = (challengeSolution?: string) => backend.requestCode(phone, { register: true, challengeSolution });
    await assert.rejects(request(), { code: 'challenge', challenge: CAPTCHA });
    assert.deepEqual(servers.captcha.codesTo(phone), []);
    const solution = captcha.solve();
    await request(solution);
    assert.deepEqual(captcha.answers.at(-1), { success: true, 'error-codes': [], hostname: 'localhost' });
    await servers.captcha.age(phone, 61);
    await assert.rejects(request(solution), { code: 'challenge' });
  });

  test('the client has the page solve the challenge, and signs in', async t => {
    const { backend, phone } = setUpClient(t, servers.captcha, { captcha: CAPTCHA });
    const requests: unknown[] = [];
    const challenge = (request: unknown) => Promise.resolve((requests.push(request), captcha.solve()));
    const client = new AuthClient({ backend, challenge, store: new FakeStore() });
    t.after(() => client.dispose());
    await client.registerByPhone(phone, 'Anna');
    assert.deepEqual(requests, [CAPTCHA]);
    await client.verifyRegistrationSms(servers.captcha.codesTo(phone).at(-1)!);
    assert.equal(client.state.displayName, 'Anna');
  });

  test('a password and a registration demand a challenge too', async () => {
    const backend = new SupabaseBackend(servers.captcha.url, { captcha: CAPTCHA });
    const login = newPhone();
    for (const register of [true, false]) {
      await assert.rejects(backend.login(login, PASSWORD, { register }), { code: 'challenge' });
      const session = await backend.login(login, PASSWORD, { register, challengeSolution: captcha.solve() });
      assert.equal(session.created ?? false, register);
    }
    // The first call has used up the solution, so the client makes no second call with it.
    const challengeSolution = captcha.solve();
    const { code } = await failureOf(backend.login(login, PASSWORD, { register: true, challengeSolution }));
    assert.equal(code, 'wrong-credentials');
  });

  test('without the option the error says that the challenge is a captcha', async () => {
    const backend = new SupabaseBackend(servers.captcha.url);
    await assert.rejects(backend.requestCode(newPhone(), { register: true }), { challenge: { type: 'captcha' } });
  });
});
