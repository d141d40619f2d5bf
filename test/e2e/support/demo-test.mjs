// Set-up of the tests that drive the test site in Chromium: one server per test file, one browser per process, and a new browser context
// per test. A test fails if its pages log errors, throw, violate their CSP or call other origins.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { AuthPage } from './auth-page.mjs';
import { startDemoServer } from './demo-server.mjs';
import { collectPageErrors } from './page-errors.mjs';
import { useSharedBrowser } from './shared-browser.mjs';

/**
 * @typedef {object} DemoTestContext what a test gets
 * @property {AuthPage} authPage page object of the first page
 * @property {import('playwright-core').Page} page the first page
 * @property {import('playwright-core').BrowserContext} context
 * @property {Awaited<ReturnType<typeof startDemoServer>>} demo the server
 * @property {(path?: string) => Promise<AuthPage>} openTab opens another page in the same browser context. Its
 * errors fail the test too
 * @property {() => string[]} takePageErrors removes and returns the page errors so far, so that they don't fail
 * the test
 *
 * @typedef {(context: DemoTestContext) => Promise<void>} DemoTestBody
 *
 * @typedef {object} DemoTestOptions
 * @property {string} [path] page to open; by default the demo page, or one with the widget and its SMS alone
 * (test/e2e/pages/widget.html)
 * @property {'en' | 'ru'} [lang]
 * @property {string} [mode] mode that the widget starts in on that page
 * @property {RegExp[]} [expectedErrors] console messages that do not fail the test
 * @property {boolean} [fakeClock] whether the pages use Playwright's clock, `page.clock`
 * @property {string[]} [origins] origins that the pages may use in addition to the server's
 * @property {object} [context] Playwright's options of the browser context
 */

/**
 * Starts the server and the browser before the tests of a file.
 * @param {Record<string, string>} [env] settings of the server, see `startDemoServer`
 * @param {{ onDemoPage?: boolean }} [options] whether the tests without a `path` open the demo page, which takes six times as much
 *   processor time to load as the widget with its SMS
 */
export function setUpDemoTests(env = {}, { onDemoPage = false } = {}) {
  const openBrowser = useSharedBrowser();
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof startDemoServer>> | undefined} */
  let started;
  before(async () => {
    started = await startDemoServer(env);
    browser = await openBrowser();
  });
  after(() => started?.close());

  /**
   * Declares one test: `demoTest(title, run)` or `demoTest(title, options, run)`.
   * @param {string} title
   * @param {[DemoTestBody] | [DemoTestOptions, DemoTestBody]} args
   */
  return function demoTest(title, ...args) {
    const [options, run] = args.length === 1 ? [{}, args[0]] : args;
    const {
      lang = 'en',
      mode = 'phone-login',
      path = `${onDemoPage ? '/' : '/pages/widget.html'}?lang=${lang}&mode=${mode}`,
      expectedErrors = [],
      fakeClock = false,
      origins = [],
      context: contextOptions = {},
    } = options;
    test(title, { timeout: 120_000 }, async () => {
      if (!started) throw new Error('the server was not started');
      const demo = started;
      const context = await browser.newContext({
        locale: lang === 'ru' ? 'ru-RU' : 'en-GB',
        baseURL: demo.url,
        viewport: { width: 1280, height: 1000 },
        permissions: ['clipboard-read', 'clipboard-write'],
        ...contextOptions,
      });
      context.setDefaultTimeout(15_000);
      /** @type {string[][]} */
      const errorsOfPages = [];
      const takePageErrors = () => errorsOfPages.flatMap(errors => errors.splice(0));
      const openTab = async (at = path) => {
        const page = await context.newPage();
        errorsOfPages.push(await collectPageErrors(page, [demo.url, ...origins], expectedErrors));
        if (fakeClock) await page.clock.install();
        await page.goto(demo.url + at);
        return new AuthPage(page, lang);
      };
      try {
        const authPage = await openTab();
        await run({ authPage, page: authPage.page, context, demo, openTab, takePageErrors });
        assert.deepEqual(errorsOfPages.flat(), []);
      } catch (error) {
        await mkdir('out/e2e/failures', { recursive: true });
        const file = `out/e2e/failures/${title.replace(/\W+/g, '-')}.png`;
        await context
          .pages()[0]
          ?.screenshot({ path: file, fullPage: true })
          .catch(() => {});
        const pageErrors = errorsOfPages.flat();
        if (pageErrors.length > 0 && error instanceof Error)
          error.message += `\nPage errors:\n${pageErrors.join('\n')}`;
        throw error;
      } finally {
        await context.close();
      }
    });
  };
}
