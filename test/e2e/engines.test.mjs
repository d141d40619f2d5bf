// Registration, sign-in and sign-out with the keyboard alone, in Chromium, Firefox and WebKitGTK, on the reference server's
// demo page. Most other tests in this folder run in Chromium only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDemoServer } from './support/demo-server.mjs';
import { ENGINES } from './support/engines.mjs';
import { newLogin, newPhone, PASSWORD, wrongCode } from './support/test-data.mjs';

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(`${engine}: sign-in with the keyboard`, { timeout: 120_000 }, () => {
    /** @type {Awaited<ReturnType<typeof startDemoServer>>} */
    let demo;
    /** @type {import('./support/engines.mjs').EnginePage} */
    let page;
    before(async () => {
      [demo, page] = await Promise.all([startDemoServer(), start()]);
    });
    after(() => Promise.all([page.close(), demo.close()]));

    const open = async (/** @type {string} */ mode) => {
      await page.open(`${demo.url}/?lang=en&mode=${mode}`);
      await page.until(
        'the form is rendered',
        () => !!document.querySelector('auth-widget')?.shadowRoot?.querySelector('form'),
      );
    };
    const state = () => page.run(() => document.querySelector('auth-widget')?.state);
    const isFocused = (/** @type {string} */ name) => {
      const element = document.querySelector('auth-widget')?.shadowRoot?.activeElement;
      return element?.getAttribute('name') === name || element?.localName === name;
    };
    const waitForFocus = (/** @type {string} */ name) => page.until(`${name} has the focus`, isFocused, name);
    /** Presses Tab until an element of the widget has the focus. The page's own controls come first. */
    const tabTo = async (/** @type {string} */ name) => {
      for (let presses = 0; presses < 20 && !(await page.run(isFocused, name)); presses++) await page.press('Tab');
      assert.ok(await page.run(isFocused, name), `Tab leads to ${name}`);
    };
    const waitForSignIn = () =>
      page.until('the user is signed in', () => document.querySelector('auth-widget')?.state.isAuthenticated);
    const waitForSignOut = () =>
      page.until(
        'the user is signed out',
        () => document.querySelector('auth-widget')?.state.isAuthenticated === false,
      );
    const hasStoredToken = () => page.run(() => JSON.stringify(localStorage).includes('token'));
    /** Reads the code from the last SMS on the phone mock-up. */
    const readCode = async () => {
      const findCode = () =>
        [...(document.querySelector('[role=log]')?.textContent ?? '').matchAll(/#(\d{6})/g)].at(-1)?.[1];
      await page.until('the SMS is there', findCode);
      return page.run(findCode);
    };

    test('registration by phone with one wrong code, a reload, sign-out', async () => {
      await open('phone-register');
      await tabTo('phone');
      await page.type(newPhone().slice(1));
      await page.press('Tab');
      await page.type('Maria');
      await page.press('Enter');
      await waitForFocus('code-input');
      const code = await readCode();
      await page.type(wrongCode(code));
      await page.until('two tries are left', () =>
        /2\stries left/.test(document.querySelector('auth-widget')?.state.error ?? ''),
      );
      // The widget selects the wrong code, so that typing replaces it.
      await waitForFocus('code-input');
      await page.type(code);
      await waitForSignIn();
      await waitForFocus('h2');
      const { displayName, verificationStep } = await state();
      assert.deepEqual([displayName, verificationStep], ['Maria', 'verified']);
      assert.ok(await hasStoredToken());

      await page.open(demo.url);
      await waitForSignIn();
      await tabTo('button');
      await page.press('Enter');
      await waitForSignOut();
      assert.ok(!(await hasStoredToken()));
    });

    test('registration by password, sign-out, a wrong password, the right one', async () => {
      const login = newLogin();
      const submitPassword = async (/** @type {string} */ password) => {
        await tabTo('password');
        await page.type(password);
        await page.press('Enter');
      };
      await open('login');
      await tabTo('login');
      await page.type(login);
      await submitPassword(PASSWORD);
      await waitForSignIn();
      // A login that is new makes an account. The first button keeps it, the second one signs out.
      await tabTo('button');
      await page.press('Tab');
      await page.press('Enter');
      await waitForSignOut();

      await open('login');
      await tabTo('login');
      await page.type(login);
      await submitPassword('not the password');
      await page.until('an error is shown', () => document.querySelector('auth-widget')?.state.error);
      // The widget selects the wrong password, so that typing replaces it.
      await waitForFocus('password');
      await page.type(PASSWORD);
      await page.press('Enter');
      await waitForSignIn();
    });
  });
}
