// The test that every example passes after its production build: sign in, reload, open a second tab, sign out.
//
// Every example has an element with the text “Signed out” or “Signed in as <name>”, which follows what the widget or the client
// reports. It prints `Hello <name>` on the console each time it learns of a sign-in.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../../e2e/support/auth-page.mjs';
import { collectPageErrors } from '../../e2e/support/page-errors.mjs';
import { useSharedBrowser } from '../../e2e/support/shared-browser.mjs';
import { until } from '../../e2e/support/until.mjs';
import { isFull } from '../../support/full.mjs';
import { installApp } from './install.mjs';
import { serveApp } from './serve.mjs';

/** A test number: the reference server sends it no SMS, and its code is always the same. */
const PHONE = '79990000001';
const CODE = '111111';

/** The example whose own test always runs. Those of the others are copies of it. */
const OWN_TESTS = ['html'];

/**
 * @typedef {object} OpenPage
 * @property {AuthPage} authPage
 * @property {import('playwright-core').Page} page
 * @property {string[]} greetings the lines `Hello …` since the last navigation
 * @property {() => Promise<void>} expectSignedIn the app and the widget say who is signed in, and the app was told once
 * @property {() => Promise<void>} expectSignedOut
 * @property {(method: string) => Promise<void>} serverIsTold resolves when the app's server has begun or ended its session; call it
 * before what causes that
 * @property {() => Promise<void>} signIn signs in by phone and code, and gives a name the first time
 *
 * @typedef {object} AppTestContext
 * @property {(path?: string, prepare?: (page: import('playwright-core').Page) => Promise<unknown>) => Promise<OpenPage>} openTab
 * `prepare` runs before the navigation; `openTab` then returns before the page has loaded
 * @property {string} url
 * @property {import('./install.mjs').App} app
 * @property {boolean} rendersPerson
 *
 * @typedef {object} AppOptions
 * @property {string} [path] path of the page with the widget
 * @property {RegExp[]} [expectedErrors]
 * @property {readonly string[]} [packages] installed instead of what the lock file of the examples says
 * @property {boolean} [rendersPerson] whether its server keeps a session and renders pages for the person who is signed in
 * @property {boolean} [testsMistakes] whether the file calls `testMistakes`. The script `check` then runs there, and not here
 */

/**
 * Installs, checks, builds and serves an example before the tests of a file. Its scripts `check` (types) and `build` must
 * succeed.
 * @param {string} name of the folder in examples/
 * @param {import('./serve.mjs').ServeOptions & AppOptions} options
 */
export function setUpApp(
  name,
  { path = '/', expectedErrors = [], packages = [], testsMistakes = false, rendersPerson = false, ...serving },
) {
  const openBrowser = useSharedBrowser();
  /** @type {import('./install.mjs').App} */
  let app;
  /** @type {Awaited<ReturnType<typeof serveApp>>} */
  let served;
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {(() => Promise<unknown>)[]} */
  const cleanUps = [];
  before(async () => {
    app = await installApp(name, packages);
    if (!testsMistakes) await app.runScript('check');
    await app.runScript('build');
    served = await serveApp(app, serving);
    cleanUps.unshift(served.close);
    browser = await openBrowser();
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  /**
   * Declares a test with a new browser context. It fails if its pages report errors or warnings.
   * @param {string} title
   * @param {(context: AppTestContext) => Promise<void>} body
   */
  function appTest(title, body) {
    test(`${name}: ${title}`, { timeout: 120_000 }, async () => {
      const context = await browser.newContext({ locale: 'en-GB', baseURL: served.url });
      context.setDefaultTimeout(15_000);
      /** @type {string[][]} */
      const errorsOfPages = [];
      /** @type {AppTestContext['openTab']} */
      const openTab = async (at = path, prepare) => {
        const page = await context.newPage();
        errorsOfPages.push(await collectPageErrors(page, [served.url], expectedErrors));
        await page.addInitScript(recordStatus);
        const opened = watch(page);
        await prepare?.(page);
        await page.goto(at, prepare && { waitUntil: 'commit' });
        return opened;
      };
      try {
        await body({ openTab, url: served.url, app, rendersPerson });
        assert.deepEqual(errorsOfPages.flat(), []);
      } catch (error) {
        if (error instanceof Error)
          error.message += `\nPage errors: ${errorsOfPages.flat().join('\n')}\nServer: ${served.output().slice(-4000)}`;
        throw error;
      } finally {
        await context.close();
      }
    });
  }

  appTest('sign in, reload, second tab, sign out', async ({ openTab }) => {
    const first = await openTab();
    await first.expectSignedOut();
    await Promise.all([rendersPerson && first.serverIsTold('POST'), first.signIn()]);
    await first.expectSignedIn();

    for (let reload = 0; reload < 3; reload++) {
      const answer = await first.page.reload();
      if (rendersPerson) {
        assert.ok(
          />Signed in as (?:<!-- -->)?Ada</.test((await answer?.text()) ?? ''),
          'the first HTML has the person',
        );
        assert.match((await answer?.headerValue('cache-control')) ?? '', /private.*no-store/);
      }
      await first.expectSignedIn();
      assert.deepEqual(await first.page.evaluate(() => Reflect.get(window, 'statuses')), ['Signed in as Ada']);
    }

    const second = await openTab();
    await second.expectSignedIn();
    await Promise.all([rendersPerson && first.serverIsTold('DELETE'), second.authPage.signOut()]);
    await second.expectSignedOut();
    await first.expectSignedOut();

    const answer = await first.page.reload();
    assert.ok(!/Signed in as/.test((await answer?.text()) ?? ''), 'the first HTML has nobody');
    await first.expectSignedOut();
    assert.deepEqual(first.greetings, []);
  });

  const { scripts } = JSON.parse(
    readFileSync(new URL(`../../../examples/${name}/package.json`, import.meta.url), 'utf8'),
  );
  if (scripts.test && packages.length === 0 && (isFull || OWN_TESTS.includes(name)))
    test(`${name}: its own test`, { timeout: 120_000 }, async () => {
      const env = { APP_URL: served.url, CHROMIUM: requireEngine('chromium'), NO_COLOR: '1' };
      assert.match(await app.runScript('test', env), /^ *1 passed/m);
    });

  return appTest;
}

/** Runs in the page: keeps the texts “Signed …” that the app shows one after the other, in `window.statuses`. */
function recordStatus() {
  /** @type {string[]} */
  const statuses = [];
  Reflect.set(window, 'statuses', statuses);
  const look = () => {
    // Only the app's own elements: the view of the widget is in a shadow tree.
    for (const element of document.querySelectorAll('body *:not(script)')) {
      const text = [...element.childNodes]
        .map(node => (node.nodeType === 3 ? node.nodeValue : ''))
        .join('')
        .trim();
      if (text.startsWith('Signed ') && statuses.at(-1) !== text) statuses.push(text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** @param {import('playwright-core').Page} page @returns {OpenPage} */
function watch(page) {
  const authPage = new AuthPage(page);
  /** @type {string[]} */
  const greetings = [];
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame()) greetings.length = 0;
  });
  page.on('console', message => {
    if (message.text().startsWith('Hello ')) greetings.push(message.text());
  });
  // XPath doesn't look into shadow trees, and the widget says “Signed in as Ada” too.
  const status = page.locator('xpath=//body//*[text()[starts-with(normalize-space(), "Signed ")]]');
  return {
    authPage,
    page,
    greetings,
    async expectSignedIn() {
      await authPage.expectSignedIn('Ada');
      await until('the app says who is signed in', async () => (await status.innerText()) === 'Signed in as Ada');
      assert.deepEqual(greetings, ['Hello Ada']);
    },
    async expectSignedOut() {
      await authPage.field('phone').waitFor();
      await until('the app says that nobody is signed in', async () => (await status.innerText()) === 'Signed out');
    },
    async serverIsTold(method) {
      const answer = await page.waitForResponse(
        response => response.url().endsWith('/auth/session') && response.request().method() === method,
      );
      assert.equal(answer.status(), 204);
    },
    async signIn() {
      await authPage.requestCode(PHONE);
      await authPage.enterCode(CODE);
      // An account from an earlier test already has its name.
      const nameField = authPage.field('name');
      await nameField.or(status.filter({ hasText: 'Signed in as' })).waitFor();
      if (await nameField.isVisible()) await authPage.submitName('Ada');
    },
  };
}
