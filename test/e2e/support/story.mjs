// What every test of this folder stands on: one server with the built demo for a file, one browser, and for each test
// a fresh context that is watched for errors from beginning to end.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { launch } from './browser.mjs';
import { Person } from './person.mjs';
import { startDemo } from './server.mjs';

/**
 * Watches a page for what must not happen: errors on the console, uncaught errors, violations of the CSP, requests to
 * other origins.
 * @param {RegExp[]} expected console errors that the test causes on purpose: the browser reports each answer that is
 * not a success, and each request that fails
 */
async function watch(page, origins, expected) {
  const problems = [];
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (!expected.some(pattern => pattern.test(text))) problems.push(`console: ${text}`);
  });
  page.on('pageerror', error => problems.push(`uncaught: ${error.stack}`));
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) problems.push(`request to ${origin}`);
  });
  await page.exposeFunction('reportViolation', violation => problems.push(`CSP: ${violation}`));
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        window.violations = (window.violations ?? 0) + 1;
        window.reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
      },
    );
  });
  return problems;
}

/** Collects the calls of the API that a page makes from now on, as `METHOD /path`. */
export function callsOf(page) {
  const calls = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Answers of the API that are not a success, as the browser's console reports them. */
export const answered = (...statuses) =>
  new RegExp(`the server responded with a status of (?:${statuses.join('|')})\\b.*/v1/`);
/** Requests that got no answer, as the browser's console reports them. */
export const noAnswer = /net::ERR_\w+/;

/**
 * Sets up the tests of one file.
 * @param {Record<string, string>} [env] settings of the server besides the usual ones
 */
export function tellStories(env = {}) {
  let browser;
  let demo;
  before(async () => {
    demo = await startDemo(env);
    browser = await launch();
  });
  after(() => Promise.all([browser?.close(), demo?.close()]));

  /**
   * One test. Its function gets the person at the page, and what else it may need.
   * @param {string} name
   * @param {(scene: {person: Person, page: import('playwright-core').Page, demo: object, open: Function}) => Promise<void>} tell
   * @param {{path?: string, lang?: 'en' | 'ru', mode?: string, expected?: RegExp[], clock?: boolean, origins?: string[], context?: object}} [options]
   */
  return function story(name, options, tell) {
    if (typeof options === 'function') [options, tell] = [{}, options];
    const {
      lang = 'en',
      mode = 'phone-login',
      expected = [],
      clock = false,
      origins = [],
      context: settings = {},
    } = options;
    const path = options.path ?? `/?lang=${lang}&mode=${mode}`;
    // Whatever a page waits for, a story has an end.
    test(name, { timeout: 120_000 }, async () => {
      const context = await browser.newContext({
        locale: lang === 'ru' ? 'ru-RU' : 'en-GB',
        baseURL: demo.url,
        viewport: { width: 1280, height: 1000 },
        permissions: ['clipboard-read', 'clipboard-write'],
        ...settings,
      });
      context.setDefaultTimeout(15_000);
      const problems = [];
      /** Opens one more page of the same person. */
      const open = async (at = path) => {
        const page = await context.newPage();
        problems.push(await watch(page, [demo.url, ...origins], expected));
        if (clock) await page.clock.install();
        await page.goto(demo.url + at);
        return page;
      };
      try {
        const page = await open();
        /** What the watch has seen so far; it counts as dealt with. */
        const takeProblems = () => problems.flatMap(list => list.splice(0));
        await tell({ person: new Person(page, lang), page, context, demo, open, takeProblems });
        assert.deepEqual(problems.flat(), []);
      } catch (error) {
        await mkdir('out/e2e/failures', { recursive: true });
        const file = `out/e2e/failures/${name.replace(/\W+/g, '-')}.png`;
        await context
          .pages()[0]
          ?.screenshot({ path: file, fullPage: true })
          .catch(() => {});
        const seen = problems.flat();
        if (seen.length > 0 && error instanceof Error) error.message += `\nSeen on the page:\n${seen.join('\n')}`;
        throw error;
      } finally {
        await context.close();
      }
    });
  };
}
