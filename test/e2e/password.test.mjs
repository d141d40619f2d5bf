// Registration and sign-in by login and password. Reference server, Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors, collectApiCalls } from './support/page-errors.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests({ NEW_LOGINS_PER_IP: '100' });

demoTest(
  'registration by login signs in with the login as the displayed name',
  { mode: 'register' },
  async ({ authPage }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD, 'createAccount');
    await authPage.expectSignedIn(login);
  },
);

demoTest(
  'registration with two different passwords shows a message and makes no call',
  { mode: 'register' },
  async ({ authPage, page }) => {
    const calls = collectApiCalls(page);
    await authPage.type('login', newLogin());
    await authPage.type('password', PASSWORD);
    await authPage.type('repeatPassword', `${PASSWORD}!`);
    await authPage.button('createAccount').click();
    await authPage.waitForText('The passwords don’t match. Enter the password again.');
    assert.deepEqual(calls, []);
  },
);

demoTest(
  'sign-in with an existing login shows no notice of a new account',
  { mode: 'register' },
  async ({ authPage, page, demo }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD, 'createAccount');
    await authPage.signOut();
    await page.goto(`${demo.url}/?lang=en&mode=login`);
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    assert.equal(await authPage.widget.getByText('We created a new account').count(), 0);
  },
);

demoTest(
  'sign-in with a new login shows a notice that an account was created',
  { mode: 'login' },
  async ({ authPage }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.waitForText('We created a new account');
    await authPage.expectSignedIn(login);
  },
);

demoTest('sign-in with a new login, in Russian', { mode: 'login', lang: 'ru' }, async ({ authPage }) => {
  const login = newLogin();
  await authPage.submitLogin(login, PASSWORD);
  await authPage.waitForText('не было, и мы создали аккаунт');
  await authPage.expectSignedIn(login);
});

const wrongPassword = { mode: 'register', expectedErrors: [apiErrors(401)] };
demoTest(
  'a wrong password shows a message, and the right one works',
  wrongPassword,
  async ({ authPage, page, demo }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD, 'createAccount');
    await authPage.signOut();
    await page.goto(`${demo.url}/?lang=en&mode=login`);
    await authPage.submitLogin(login, 'not the password');
    await authPage.waitForText('Wrong username or password. Try again.');
    const { isAuthenticated, error } = await authPage.state();
    assert.equal(isAuthenticated, false);
    assert.match(error, /Wrong username or password/);
    assert.equal(await authPage.field('login').inputValue(), login);
    await authPage.type('password', PASSWORD);
    await authPage.button('signIn').click();
    await authPage.expectSignedIn(login);
  },
);

demoTest('a login that breaks the rules shows the rule, without a call', { mode: 'register' }, async ({ authPage }) => {
  await authPage.submitLogin('ab', PASSWORD, 'createAccount');
  await authPage.waitForText('Enter a username of 4 to 32 characters');
  assert.equal((await authPage.state()).isAuthenticated, false);
});
