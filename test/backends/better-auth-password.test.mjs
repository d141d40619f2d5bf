// BetterAuthBackend with a real better-auth server: login and password.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, SITE } from './better-auth-page.mjs';
import { startBetterAuth } from './better-auth-server.mjs';

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
before(async () => (server = await startBetterAuth([SITE])));
after(() => server.close());

const PASSWORD = 'correct horse';
let count = 0;
/** Makes a login that no test has used. */
const newLogin = () => `anna_${++count}`;

/** Finds the accounts with a login. */
const accountsOf = (/** @type {string} */ login) =>
  server.query('select id, name, email from "user" where username = $1', [login]);

test('a new login is registered, with the login as its name', async t => {
  const login = newLogin();
  const client = openBrowser(t, server).open({ mode: 'register' });
  await client.login(login, PASSWORD);
  const [account] = await accountsOf(login);
  assert.deepEqual([account.name, account.email], [login, `${login}@login.invalid`]);
  assert.deepEqual([client.state.userId, client.state.displayName, client.flow.created], [account.id, login, true]);
});

test('a login signs in with its password alone', async t => {
  const login = newLogin();
  const browser = openBrowser(t, server);
  const registered = browser.open({ mode: 'register' });
  await registered.login(login, PASSWORD);
  await registered.logout();
  const client = browser.open({ mode: 'login' });
  await assert.rejects(client.login(login, 'wrong horse'), { code: 'wrong-credentials', status: 401 });
  await client.login(login, PASSWORD);
  assert.deepEqual([client.state.displayName, client.flow.created], [login, false]);
});

test('a sign-in with an unknown login creates no account', async t => {
  const login = newLogin();
  const browser = openBrowser(t, server);
  const client = browser.open({ mode: 'login' });
  await assert.rejects(client.login(login, PASSWORD), { code: 'wrong-credentials' });
  assert.deepEqual(await accountsOf(login), []);
  assert.deepEqual(browser.network.calls, ['POST /sign-in/username']);
});

test('a registration with an existing login signs in with its password, and with no other', async t => {
  const login = newLogin();
  const browser = openBrowser(t, server);
  const registered = browser.open({ mode: 'register' });
  await registered.login(login, PASSWORD);
  await registered.logout();
  const client = browser.open({ mode: 'register' });
  await assert.rejects(client.login(login, 'another horse'), { code: 'wrong-credentials' });
  await client.login(login, PASSWORD);
  assert.deepEqual([client.state.displayName, client.flow.created], [login, false]);
  assert.equal((await accountsOf(login)).length, 1);
});

test('an email address as login', async t => {
  const login = `${newLogin()}@example.com`;
  const browser = openBrowser(t, server);
  const registered = browser.open({ mode: 'register' });
  await registered.login(login, PASSWORD);
  assert.equal(registered.flow.created, true);
  await registered.logout();
  const client = browser.open({ mode: 'login' });
  await assert.rejects(client.login(login, 'wrong horse'), { code: 'wrong-credentials', status: 401 });
  await client.login(login, PASSWORD);
  assert.deepEqual([client.state.displayName, client.flow.created], [login, false]);
});

test('a server that opens no session at a registration: the password signs in, for a new account and for an earlier one', async t => {
  for (const login of [newLogin(), `${newLogin()}@example.com`]) {
    const browser = openBrowser(t, server, 'withoutAutoSignIn');
    const registered = browser.open({ mode: 'register' });
    await registered.login(login, PASSWORD);
    const { userId } = registered.state;
    assert.ok(userId);
    await registered.logout();
    const again = browser.open({ mode: 'register' });
    await assert.rejects(again.login(login, 'wrong horse'), { code: 'wrong-credentials' });
    await again.login(login, PASSWORD);
    assert.equal(again.state.userId, userId);
  }
});

test('the server’s rules for logins and passwords, with its own error messages', async t => {
  const client = openBrowser(t, server).open({ mode: 'register' });
  await assert.rejects(client.login('an', PASSWORD), {
    code: 'policy',
    field: 'login',
    status: 400,
    text: 'Username is too short',
  });
  await assert.rejects(client.login('an-na', PASSWORD), {
    code: 'policy',
    field: 'login',
    text: 'Username is invalid',
  });
  await assert.rejects(client.login(newLogin(), 'short'), {
    code: 'policy',
    field: 'password',
    text: 'Password too short',
  });
});

test('a sign-in with a login or a password that breaks a rule: wrong login or password', async t => {
  const client = openBrowser(t, server).open({ mode: 'login' });
  await assert.rejects(client.login('an', PASSWORD), { code: 'wrong-credentials', status: 422, text: undefined });
  await assert.rejects(client.login(newLogin(), 'x'.repeat(200)), { code: 'wrong-credentials' });
});

test('registration closed, and a login that cannot become an email address', async t => {
  const login = newLogin();
  const closed = openBrowser(t, server, 'closed').open({ mode: 'register' });
  await assert.rejects(closed.login(login, PASSWORD), { code: 'refused', text: undefined });
  const noEmail = openBrowser(t, server).open({ mode: 'register' }, { toEmail: undefined });
  await assert.rejects(noEmail.login(login, PASSWORD), { code: 'policy', field: 'login' });
  assert.deepEqual(await accountsOf(login), []);
});

test('too many wrong passwords: the error has the server’s seconds', async t => {
  await server.age(60);
  const client = openBrowser(t, server, 'limited').open({ mode: 'login' });
  for (let i = 0; i < 3; i++)
    await assert.rejects(client.login('nobody', `wrong horse ${i}`), { code: 'wrong-credentials' });
  await assert.rejects(client.login('nobody', PASSWORD), ({ code, retryAfter }) => {
    assert.equal(code, 'too-many-requests');
    assert.ok(retryAfter > 0 && retryAfter <= 10, `${retryAfter} s`);
    return true;
  });
});

test('a banned account: the server’s own message', async t => {
  const login = newLogin();
  const browser = openBrowser(t, server, 'admin');
  const registered = browser.open({ mode: 'register' });
  await registered.login(login, PASSWORD);
  await registered.logout();
  await server.query('update "user" set banned = true where username = $1', [login]);
  await assert.rejects(browser.open({ mode: 'login' }).login(login, PASSWORD), {
    code: 'refused',
    status: 403,
    text: /^You have been banned/,
  });
});

test('a page whose origin the server does not trust', async t => {
  const browser = openBrowser(t, server);
  browser.network.origin = 'https://evil.test';
  const client = browser.open({ mode: 'register' });
  await assert.rejects(client.login(newLogin(), PASSWORD), { code: 'invalid-request', status: 403, text: undefined });
});
