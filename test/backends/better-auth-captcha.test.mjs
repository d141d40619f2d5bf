// BetterAuthBackend with a real better-auth server that uses its plugin `captcha`, and a stand-in for Turnstile's check.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newPhone, openBrowser, SITE } from './better-auth-page.mjs';
import { readCode, startBetterAuth } from './better-auth-server.mjs';

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
before(async () => (server = await startBetterAuth([SITE])));
after(() => server.close());

const CHALLENGE = { type: 'turnstile', siteKey: '1x00000000000000000000AA' };
const PASSWORD = 'correct horse';

/**
 * Opens a browser whose page solves the captcha with `solve`, and collects the challenges.
 * @param {import('node:test').TestContext} t
 * @param {() => string} [solve]
 */
function openPage(t, solve = () => server.solveCaptcha()) {
  const browser = openBrowser(t, server, 'captcha');
  /** @type {unknown[]} */
  const asked = [];
  const challenge = (/** @type {unknown} */ request) => {
    asked.push(request);
    return Promise.resolve(solve());
  };
  return { browser, asked, open: (options = {}) => browser.open({ challenge, ...options }, { challenge: CHALLENGE }) };
}

test('a code: the page solves the captcha, and the call is repeated once', async t => {
  const tel = newPhone();
  const { browser, asked, open } = openPage(t);
  const client = open({ mode: 'phone-register' });
  await client.registerByPhone(tel, 'Anna');
  assert.deepEqual(asked, [CHALLENGE]);
  assert.deepEqual(browser.network.calls, ['POST /phone-number/send-otp', 'POST /phone-number/send-otp']);
  assert.equal((await server.sms(tel)).length, 1);
  await client.verifyRegistrationSms(await readCode(server, tel));
  assert.equal(client.state.displayName, 'Anna');
  assert.equal(asked.length, 1);
});

test('a page that does not solve the captcha: no SMS', async t => {
  const tel = newPhone();
  const { browser, open } = openPage(t);
  const client = open({ challenge: undefined });
  await assert.rejects(client.loginByPhone(tel), { code: 'challenge', status: 400, challenge: CHALLENGE });
  assert.equal(browser.network.calls.length, 1);
  assert.deepEqual(await server.sms(tel), []);
});

test('a used solution, and a made-up one: no SMS', async t => {
  const used = server.solveCaptcha();
  const tel = newPhone();
  await openPage(t, () => used)
    .open()
    .loginByPhone(newPhone());
  for (const solution of [used, 'nonsense']) {
    const { asked, open } = openPage(t, () => solution);
    await assert.rejects(open().loginByPhone(tel), { code: 'challenge', status: 403 });
    assert.equal(asked.length, 1);
  }
  assert.deepEqual(await server.sms(tel), []);
});

test('login and password', async t => {
  const { asked, open } = openPage(t);
  const registered = open({ mode: 'register' });
  await registered.login('captcha_1', PASSWORD);
  assert.equal(registered.flow.created, true);
  await registered.logout();
  const client = open({ mode: 'login' });
  await assert.rejects(client.login('captcha_1', 'wrong horse'), { code: 'wrong-credentials' });
  await client.login('captcha_1', PASSWORD);
  assert.equal(client.state.displayName, 'captcha_1');
  assert.equal(asked.length, 3);
});

test('a registration with an existing login uses up its only solution', async t => {
  const { open } = openPage(t);
  const registered = open({ mode: 'register' });
  await registered.login('captcha_2', PASSWORD);
  await registered.logout();
  await assert.rejects(open({ mode: 'register' }).login('captcha_2', PASSWORD), { code: 'wrong-credentials' });
});
