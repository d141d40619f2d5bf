// The sign-in of auth-widget/testing with a driver that says what a widget shows.
import assert from 'node:assert/strict';
import test from 'node:test';
import { signInByPassword, signInByPhone, signOut, type WidgetDriver } from '../../src/testing/sign-in-flow.js';

type Reading = NonNullable<Awaited<ReturnType<WidgetDriver['read']>>>;

const FORM: Reading = { isAuthenticated: false, isLoading: false, error: null, fields: ['phone'] };

/** A driver of a widget that shows this, whatever is clicked and filled in, and records both. */
function driverOf(reading: Reading | undefined) {
  const actions: string[] = [];
  const driver: WidgetDriver = {
    read: () => Promise.resolve(reading),
    fill: (field, text) => Promise.resolve(actions.push(`${field}: ${text}`)),
    click: selector => Promise.resolve(actions.push(selector)),
  };
  return { driver, actions };
}

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

test('an error says what the widget was to show, and what it shows', async () => {
  const signIn = { phone: '79161234567', code: '123456' };
  const password = { login: 'anna', password: 'correct horse' };
  const shown = (reading: Reading) => `It shows: ${JSON.stringify(reading)}`;
  const code = { ...FORM, fields: ['phone', 'code'] };
  const login = { ...FORM, fields: ['login', 'password'] };
  const signedIn = { ...FORM, isAuthenticated: true, fields: [] };
  const loading = { ...FORM, isLoading: true };
  const empty = { ...FORM, fields: [] };
  const cases: [expected: string, promise: Promise<unknown>][] = [
    ['a form. It shows: no registered <auth-widget>', signInByPhone(driverOf(undefined).driver, signIn)],
    [`a form. ${shown(loading)}`, signInByPhone(driverOf(loading).driver, signIn)],
    [`a form. ${shown(empty)}`, signInByPhone(driverOf(empty).driver, signIn)],
    [`the field phone. ${shown(login)}`, signInByPhone(driverOf(login).driver, signIn)],
    [`the field of the code. ${shown(FORM)}`, signInByPhone(driverOf(FORM).driver, signIn)],
    [`that somebody is signed in. ${shown(code)}`, signInByPhone(driverOf(code).driver, signIn)],
    [`the field password. ${shown(FORM)}`, signInByPassword(driverOf(FORM).driver, password)],
    [`that somebody is signed in. ${shown(login)}`, signInByPassword(driverOf(login).driver, password)],
    [`that somebody is signed in. ${shown(FORM)}`, signOut(driverOf(FORM).driver)],
    [`the form. ${shown(signedIn)}`, signOut(driverOf(signedIn).driver)],
  ];
  const messages = await Promise.all(cases.map(([, promise]) => messageOf(promise)));
  assert.deepEqual(
    messages,
    cases.map(([expected]) => `The widget does not show ${expected}`),
  );
});

test('an error that the widget shows ends the wait at once', async () => {
  const { driver, actions } = driverOf({ ...FORM, fields: ['login', 'password'], error: 'Try again.' });
  const message = await messageOf(signInByPassword(driver, { login: 'anna', password: 'correct horse' }));
  assert.equal(message, 'The widget shows an error: Try again.');
  assert.deepEqual(actions, ['login: anna', 'password: correct horse', 'form button[type="submit"]']);
});
