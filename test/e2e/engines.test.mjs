// Registration, sign-in and sign-out with the keyboard alone, in Chromium, Firefox and WebKitGTK, on the reference server's
// demo page. Most other tests in this folder run in Chromium only.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startDemoServer } from './support/demo-server.mjs';
import { ENGINES } from './support/engines.mjs';
import { listen } from './support/listen.mjs';
import { newLogin, newPhone, PASSWORD, wrongCode } from './support/test-data.mjs';
import { buildTestSite } from './support/test-site.mjs';

/** @type {Promise<typeof import('../../src/html/first-screen.js')>} */
const firstScreen = buildTestSite().then(site => import(pathToFileURL(path.join(site, 'html/first-screen.js')).href));

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

    test('the served form: what is typed before the script stays in the same input, and typing goes on', async () => {
      const { renderFirstScreen } = await firstScreen;
      const site = await buildTestSite();
      const respond = async (/** @type {string} */ url, /** @type {import('node:http').ServerResponse} */ response) => {
        if (/^[/](html[/]takeover|auth-widget.min).js$/.test(url))
          response.setHeader('content-type', 'text/javascript').end(await readFile(path.join(site, url)));
        else if (url === '/')
          response
            .setHeader('content-type', 'text/html; charset=utf-8')
            .end(`<!doctype html><html lang="en"><body>${renderFirstScreen().html}</body></html>`);
        else response.writeHead(404).end();
      };
      const server = await listen(createServer(({ url = '' }, response) => void respond(url, response)));
      try {
        await page.open(`${server.url}/`);
        await page.run(() => {
          const input = document
            .querySelector('auth-widget')
            ?.shadowRoot?.querySelector('phone-input')
            ?.shadowRoot?.querySelector('input');
          Object.assign(window, { served: input });
          input?.focus();
        });
        await page.type('91612');
        await page.run(() => {
          const load = (/** @type {string[]} */ ...[first, ...others]) => {
            const script = Object.assign(document.createElement('script'), { type: 'module', src: first });
            if (others.length) script.onload = () => load(...others);
            document.head.append(script);
          };
          load('/html/takeover.js', '/auth-widget.min.js');
        });
        await page.until(
          'the form is taken over',
          () => !!document.querySelector('auth-widget')?.shadowRoot?.querySelector('[type=submit]'),
        );
        await page.type('34567');
        await page.until('the text is formatted, in the same input', () => {
          const input = Reflect.get(window, 'served');
          return (
            input.getRootNode().activeElement === input && input.isConnected && input.value === '+7 (916) 123-45-67'
          );
        });
      } finally {
        await server.close();
      }
    });

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
