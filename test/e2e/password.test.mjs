import assert from 'node:assert/strict';
import { newLogin } from './support/person.mjs';
import { answered, callsOf, tellStories } from './support/story.mjs';

const story = tellStories({ NEW_LOGINS_PER_IP: '100' });
const PASSWORD = 'correct horse battery';

story(
  'registration by login: the password twice, signed in under the login',
  { mode: 'register' },
  async ({ person }) => {
    const login = newLogin();
    await person.submitLogin(login, PASSWORD, 'create');
    await person.seesSignedIn(login);
  },
);

story(
  'registration by login: two passwords that differ send nothing',
  { mode: 'register' },
  async ({ person, page }) => {
    const calls = callsOf(page);
    await person.type('login', newLogin());
    await person.type('password', PASSWORD);
    await person.type('repeat', `${PASSWORD}!`);
    await person.button('create').click();
    await person.sees('The passwords do not match.');
    assert.deepEqual(calls, []);
  },
);

story('sign-in by login and password of a known login', { mode: 'register' }, async ({ person, page, demo }) => {
  const login = newLogin();
  await person.submitLogin(login, PASSWORD, 'create');
  await person.signOut();
  await page.goto(`${demo.url}/?lang=en&mode=login`);
  await person.submitLogin(login, PASSWORD);
  await person.seesSignedIn(login);
  assert.equal(await person.widget.getByText('A new account was created').count(), 0);
});

story(
  'sign-in with a new login: the person is told that an account was made',
  { mode: 'login' },
  async ({ person }) => {
    const login = newLogin();
    await person.submitLogin(login, PASSWORD);
    await person.seesSignedIn(login);
    await person.sees('A new account was created');
  },
);

story('the same in Russian', { mode: 'login', lang: 'ru' }, async ({ person }) => {
  const login = newLogin();
  await person.submitLogin(login, PASSWORD);
  await person.seesSignedIn(login);
  await person.sees('Создан новый аккаунт');
});

const wrong = { mode: 'register', expected: [answered(401)] };
story('a wrong password: a clear error, and the right one works', wrong, async ({ person, page, demo }) => {
  const login = newLogin();
  await person.submitLogin(login, PASSWORD, 'create');
  await person.signOut();
  await page.goto(`${demo.url}/?lang=en&mode=login`);
  await person.submitLogin(login, 'not the password');
  await person.sees('Login and password do not match.');
  const { isAuthenticated, error } = await person.state();
  assert.equal(isAuthenticated, false);
  assert.match(error, /do not match/);
  assert.equal(await person.field('login').inputValue(), login);
  await person.type('password', PASSWORD);
  await person.button('signIn').click();
  await person.seesSignedIn(login);
});

const policy = { mode: 'register', expected: [answered(422)] };
story('a login that breaks the rules: the rule is said', policy, async ({ person }) => {
  await person.submitLogin('ab', PASSWORD, 'create');
  await person.sees('A login has 4 to 32 characters');
  assert.equal((await person.state()).isAuthenticated, false);
});
