// The main story in every engine, with the keyboard alone: the built demo, the real server. The rest of this folder is
// Chromium's.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from './support/engines.mjs';
import { newLogin, newPhone, wrongCode } from './support/person.mjs';
import { startDemo } from './support/server.mjs';

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(`${engine}: the main story by keyboard`, { timeout: 120_000 }, () => {
    let demo;
    let person;
    before(async () => {
      [demo, person] = await Promise.all([startDemo(), start()]);
    });
    after(() => Promise.all([person?.close(), demo?.close()]));

    const open = async mode => {
      await person.open(`${demo.url}/?lang=en&mode=${mode}`);
      await person.until(
        'there is a form',
        () => !!document.querySelector('auth-widget')?.shadowRoot?.querySelector('form'),
      );
    };
    const state = () => person.run(() => document.querySelector('auth-widget').state);
    const isFocused = name => {
      const element = document.querySelector('auth-widget').shadowRoot.activeElement;
      return element?.name === name || element?.localName === name;
    };
    const focusIsAt = name => person.until(`the focus is at ${name}`, isFocused, name);
    /** Tab, until it is there: what stands before it is the page's business. */
    const tabTo = async name => {
      for (let presses = 0; presses < 20 && !(await person.run(isFocused, name)); presses++) await person.press('Tab');
      assert.ok(await person.run(isFocused, name), `Tab leads to ${name}`);
    };
    const isSignedIn = () =>
      person.until('somebody is signed in', () => document.querySelector('auth-widget')?.state?.isAuthenticated);
    const isSignedOut = () =>
      person.until('nobody is signed in', () => !document.querySelector('auth-widget').state.isAuthenticated);
    const token = () => person.run(() => JSON.stringify(localStorage).includes('token'));
    /** The code in the last SMS on the drawn phone. */
    const readCode = async () => {
      const codeIn = () => [...document.querySelector('[role=log]').innerText.matchAll(/#(\d{6})/g)].at(-1)?.[1];
      await person.until('the SMS is there', codeIn);
      return person.run(codeIn);
    };

    test('registration by phone, with a wrong code on the way; a reload; sign-out', async () => {
      await open('phone-register');
      await tabTo('phone');
      await person.type(newPhone().slice(1));
      await person.press('Tab');
      await person.type('Maria');
      await person.press('Enter');
      await focusIsAt('code-input');
      const code = await readCode();
      await person.type(wrongCode(code));
      await person.until('two tries are left', () =>
        /Tries left: 2/.test(document.querySelector('auth-widget').state.error),
      );
      // The wrong code is selected: typing takes its place.
      await focusIsAt('code-input');
      await person.type(code);
      await isSignedIn();
      await focusIsAt('h2');
      const { displayName, verificationStep } = await state();
      assert.deepEqual([displayName, verificationStep], ['Maria', 'verified']);
      assert.ok(await token());

      await person.open(demo.url);
      await isSignedIn();
      await tabTo('button');
      await person.press('Enter');
      await isSignedOut();
      assert.ok(!(await token()));
    });

    test('login and password: a new login, a wrong password, the right one', async () => {
      const login = newLogin();
      const signIn = async password => {
        await tabTo('password');
        await person.type(password);
        await person.press('Enter');
      };
      await open('login');
      await tabTo('login');
      await person.type(login);
      await signIn('correct horse');
      await isSignedIn();
      await tabTo('button');
      await person.press('Enter');
      await isSignedOut();

      await open('login');
      await tabTo('login');
      await person.type(login);
      await signIn('wrong horse');
      await person.until('it says so', () => document.querySelector('auth-widget').state.error);
      // It is focused and selected: typing takes its place.
      await focusIsAt('password');
      await person.type('correct horse');
      await person.press('Enter');
      await isSignedIn();
    });
  });
}
