// BetterAuthBackend with a real better-auth server: sign-in and registration by phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { secondsLeft } from '../../src/core/deadline.js';
import { newPhone, openBrowser, SITE } from './better-auth-page.mjs';
import { readCode, startBetterAuth } from './better-auth-server.mjs';

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
before(async () => (server = await startBetterAuth([SITE])));
after(() => server.close());

/** Makes a code that differs from `code`. @param {string} code */
const wrongCode = code => (code === '000000' ? '111111' : '000000');

/** Finds the accounts with a number. */
const accountsOf = (/** @type {string} */ tel) =>
  server.query('select id, name from "user" where "phoneNumber" = $1', [`+${tel}`]);

test('a registration by phone with a name', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server).open({ mode: 'phone-register' });
  await client.registerByPhone(tel, 'Anna');
  await client.verifyRegistrationSms(await readCode(server, tel));
  const [account] = await accountsOf(tel);
  assert.equal(account.name, 'Anna');
  const { isAuthenticated, userId, displayName } = client.state;
  assert.deepEqual(
    { isAuthenticated, userId, displayName },
    { isAuthenticated: true, userId: account.id, displayName: 'Anna' },
  );
});

test('a sign-in by a number with an account keeps the account and its name', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  await (await browser.signIn(tel)).logout();
  await server.age(60);
  const client = browser.open();
  await client.loginByPhone(tel);
  await client.loginWithSmsCode(await readCode(server, tel));
  assert.equal(client.state.displayName, 'Anna');
  assert.equal((await accountsOf(tel)).length, 1);
});

test('an unknown number, registration open: an account is created, and its name is asked for', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server).open();
  await client.loginByPhone(tel);
  await client.loginWithSmsCode(await readCode(server, tel));
  assert.deepEqual([client.flow.screen, client.state.isAuthenticated], ['name', false]);
  await client.verifyRegistrationSms('', 'Boris');
  assert.equal(client.state.displayName, 'Boris');
  assert.equal((await accountsOf(tel))[0].name, 'Boris');
});

test('an unknown number, registration as a separate choice: no SMS for a sign-in, one for a registration', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server, 'registerFirst').open();
  await assert.rejects(client.loginByPhone(tel), { code: 'unknown-user', status: 404 });
  assert.deepEqual(await server.sms(tel), []);
  await client.registerByPhone(tel, 'Anna');
  await client.verifyRegistrationSms(await readCode(server, tel));
  assert.equal(client.state.displayName, 'Anna');
});

test('registration closed: an unknown number gets no SMS, and a known one signs in', async t => {
  const known = newPhone();
  const unknown = newPhone();
  await (await openBrowser(t, server).signIn(known)).logout();
  await server.age(60);
  const client = openBrowser(t, server, 'closed').open();
  await assert.rejects(client.loginByPhone(unknown), { code: 'unknown-user' });
  await assert.rejects(client.registerByPhone(unknown, 'Anna'), { code: 'refused', text: undefined });
  assert.deepEqual(await server.sms(unknown), []);
  await client.loginByPhone(known);
  await client.loginWithSmsCode(await readCode(server, known));
  assert.equal(client.state.displayName, 'Anna');
});

test('registration closed by that setting alone: the refusal comes after the code', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server, 'bare').open();
  await client.loginByPhone(tel);
  await assert.rejects(client.loginWithSmsCode(await readCode(server, tel)), { code: 'refused', text: undefined });
  assert.deepEqual(await accountsOf(tel), []);
});

test('a wrong code: the number of attempts left is shown, even after a reload', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  const first = browser.open();
  await first.loginByPhone(tel);
  const code = await readCode(server, tel);
  await assert.rejects(first.loginWithSmsCode(wrongCode(code)), { code: 'wrong-code', attemptsLeft: 2 });
  first.dispose();
  const second = browser.open();
  await assert.rejects(second.loginWithSmsCode('222222'), { code: 'wrong-code', attemptsLeft: 1 });
  assert.match(second.state.error ?? '', /1\stry left/);
  await second.loginWithSmsCode(code);
  assert.equal(second.flow.screen, 'name');
});

test('the last wrong code: the right one is refused too, and the next SMS allows all attempts again', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server).open();
  await client.loginByPhone(tel);
  const code = await readCode(server, tel);
  await assert.rejects(client.loginWithSmsCode(wrongCode(code)), { attemptsLeft: 2 });
  await assert.rejects(client.loginWithSmsCode('222222'), { attemptsLeft: 1 });
  await assert.rejects(client.loginWithSmsCode('333333'), { code: 'code-expired' });
  await assert.rejects(client.loginWithSmsCode(code), { code: 'code-expired', status: 403 });
  await server.age(60);
  await client.loginByPhone(tel);
  const next = await readCode(server, tel);
  await assert.rejects(client.loginWithSmsCode(wrongCode(next)), { code: 'wrong-code', attemptsLeft: 2 });
  await client.loginWithSmsCode(next);
  assert.equal(client.flow.screen, 'name');
});

test('an expired code, and one that was never sent', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  const client = browser.open();
  await client.loginByPhone(tel);
  await server.age(301);
  await assert.rejects(client.loginWithSmsCode(await readCode(server, tel)), { code: 'code-expired' });
  await server.query('delete from verification where identifier like $1', [`%${tel}`]);
  await assert.rejects(client.loginWithSmsCode('123456'), { code: 'code-expired' });
});

test('a second request within a minute: no SMS, and the code already sent can be entered', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  await browser.open().loginByPhone(tel);
  await server.age(20);
  const client = browser.open({ mode: 'phone-register' });
  await client.registerByPhone(tel, 'Anna');
  const { screen, isEarlierCode, resend } = client.flow;
  assert.deepEqual([screen, isEarlierCode], ['code', true]);
  const wait = secondsLeft(/** @type {NonNullable<typeof resend>} */ (resend), Date.now());
  assert.ok(wait > 35 && wait <= 40, `${wait} s`);
  assert.equal((await server.sms(tel)).length, 1);
  await client.verifyRegistrationSms(await readCode(server, tel));
  assert.equal(client.state.displayName, 'Anna');
});

test('of several requests at once, one sends an SMS', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  await Promise.all(Array.from({ length: 5 }, () => browser.open().loginByPhone(tel)));
  assert.equal((await server.sms(tel)).length, 1);
});

test('an interval that is over leaves no row behind, not even for a number that nobody has', async t => {
  const invented = await fetch(`${server.urls.open}/api/auth/phone-number/send-otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: '+1' }),
  });
  assert.equal(invented.status, 400);
  const tel = newPhone();
  const browser = openBrowser(t, server);
  await browser.open().loginByPhone(tel);
  const numbers = async () =>
    (await server.query('select phone_number from sms_interval')).map(row => row.phone_number);
  assert.ok((await numbers()).includes('+1'));
  await server.age(60);
  const later = newPhone();
  await browser.open().loginByPhone(later);
  assert.deepEqual(await numbers(), [`+${later}`]);
});

test('better-auth’s limit for an address: the error has its seconds', async t => {
  await server.age(120);
  const browser = openBrowser(t, server, 'limited');
  await browser.open().loginByPhone(newPhone());
  await server.age(15);
  await assert.rejects(browser.open().loginByPhone(newPhone()), ({ code, status, retryAfter }) => {
    assert.deepEqual([code, status], ['too-many-requests', 429]);
    assert.ok(retryAfter > 40 && retryAfter <= 45, `${retryAfter} s`);
    return true;
  });
  // CORS has to expose the header with the seconds. Without it the error is the same, but has no seconds.
  browser.network.hidden = ['x-retry-after'];
  await assert.rejects(browser.open().loginByPhone(newPhone()), { code: 'too-many-requests', retryAfter: undefined });
});

test('the SMS provider fails: the next code can be requested at once', async t => {
  const tel = newPhone();
  const client = openBrowser(t, server).open();
  await server.failNextSms('out of money');
  await assert.rejects(client.loginByPhone(tel), { code: 'sms-failed', text: undefined });
  await client.loginByPhone(tel);
  assert.equal((await server.sms(tel)).length, 1);
});

test('a number that the server does not accept', async t => {
  const client = openBrowser(t, server).open({}, { toPhoneNumber: tel => tel });
  await assert.rejects(client.loginByPhone(newPhone()), { code: 'invalid-phone', status: 400 });
});

test('the answer to a code is lost: the code is used up, and the next one signs in to the same account', async t => {
  const tel = newPhone();
  const browser = openBrowser(t, server);
  const client = browser.open({ mode: 'phone-register' });
  await client.registerByPhone(tel, 'Anna');
  browser.network.losing = 1;
  const code = await readCode(server, tel);
  await assert.rejects(client.verifyRegistrationSms(code), { code: 'network' });
  assert.deepEqual(browser.network.calls.slice(-1), ['POST /phone-number/verify']);
  await assert.rejects(client.verifyRegistrationSms(code), { code: 'code-expired' });
  await server.age(60);
  await client.registerByPhone(tel, 'Anna');
  await client.verifyRegistrationSms(await readCode(server, tel));
  assert.equal(client.state.displayName, 'Anna');
  assert.equal((await accountsOf(tel)).length, 1);
});
