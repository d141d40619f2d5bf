// The sign-in of auth-widget/testing with a driver that says what a widget shows.
import assert from 'node:assert/strict';
import test from 'node:test';
import { signInByPassword, signInByPhone, signOut, type WidgetDriver } from '../../src/testing/sign-in-flow.js';

type Reading = NonNullable<Awaited<ReturnType<WidgetDriver['read']>>>;

const FORM: Reading = { isAuthenticated: false, isLoading: false, error: null, fields: ['phone'] };

/** A driver of a widget that shows these one after another, and then the last for good, and records what is clicked and filled in. */
function driverOf(...readings: (Reading | undefined)[]) {
  const actions: string[] = [];
  const driver: WidgetDriver = {
    read: () => Promise.resolve(readings.length > 1 ? readings.shift() : readings[0]),
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

const SUBMIT = 'form button[type="submit"]';
const CODE: Reading = { ...FORM, fields: ['phone', 'code'] };
const SIGNED_IN: Reading = { ...FORM, isAuthenticated: true, fields: [] };

for (const [title, typed, isSubmitted] of [
  ['is submitted if the widget still waits for it', CODE, true],
  ['is not submitted while the widget checks it', { ...CODE, isLoading: true }, false],
  ['is not submitted if the widget has refused it', { ...CODE, error: 'Try again.' }, false],
  ['is not submitted if another screen has come', SIGNED_IN, false],
  ['is not submitted if the widget has gone', undefined, false],
] as const)
  test(`a code ${title}`, async () => {
    const { driver, actions } = driverOf(FORM, CODE, typed, SIGNED_IN);
    await signInByPhone(driver, { phone: '79161234567', code: '1234' });
    assert.deepEqual(actions, ['phone: 79161234567', SUBMIT, 'code: 1234', ...(isSubmitted ? [SUBMIT] : [])]);
  });

test('a name is entered where the widget asks for it, if there is one', async () => {
  const name = { ...FORM, fields: ['displayName'] };
  const registration = { ...FORM, fields: ['phone', 'displayName'] };
  const nameless = { phone: '79161234567', code: () => Promise.resolve('123456') };
  const afterCode = driverOf(FORM, CODE, name, name, SIGNED_IN);
  await signInByPhone(afterCode.driver, { ...nameless, displayName: 'Anna' });
  assert.deepEqual(afterCode.actions.slice(2), ['code: 123456', 'displayName: Anna', SUBMIT]);
  const inForm = driverOf(registration, CODE, SIGNED_IN);
  await signInByPhone(inForm.driver, { ...nameless, displayName: 'Anna' });
  assert.deepEqual(inForm.actions.slice(0, 3), ['phone: 79161234567', 'displayName: Anna', SUBMIT]);
  const without = driverOf(registration, CODE, name);
  assert.equal(
    await messageOf(signInByPhone(without.driver, nameless)),
    'The account needs a name: give a displayName',
  );
  assert.deepEqual(without.actions, ['phone: 79161234567', SUBMIT, 'code: 123456']);
});
