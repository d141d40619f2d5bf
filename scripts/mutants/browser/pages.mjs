// Runs tests in Chromium, in one page, which is loaded again for each run of tests, and replaced after a failure.
import { launch } from 'puppeteer-core';
import { a11ySnapshotPlugin, emulateMediaPlugin, selectOptionPlugin } from '@web/test-runner-commands/plugins';
import { sendKeysPlugin, sendMousePlugin, setViewportPlugin } from '@web/test-runner-commands/plugins';
import { browserCommands } from '../../../test/support/wtr/commands.mjs';
import { chromiumOptions } from '../../../test/support/wtr/engines.mjs';
import { pictureCommands } from '../../../test/support/wtr/pictures.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/**
 * The result of a test.
 * @typedef {object} Outcome
 * @property {string} id the titles of its suites and its own; `page` if the page hung or crashed, `loading` if its script failed
 * @property {number} ms how long it took
 * @property {string | undefined} failure undefined if it passed
 * @property {boolean} isTimeout
 * @property {boolean} isSkipped
 */
/**
 * How often the code of each mutant ran, by the id of the mutant: as modules loaded and in the hooks of suites, and in each test.
 * @typedef {{ static: Record<string, number>, perTest: Record<string, Record<string, number>> }} Coverage
 */
/**
 * What the code of StrykerJS reads in a page.
 * @typedef {object} Switches
 * @property {string} activeMutant the id of the mutant
 * @property {number} hitCount how often its code has run
 * @property {number} hitLimit how often it may run before it throws, which ends endless loops
 */
/** @typedef {{ outcomes: Outcome[], coverage: Coverage | undefined }} PageResult */

/** The milliseconds that each test may take if all tests of a file run. Chosen tests have limits of their own. */
const TEST_TIMEOUT = 30_000;
/** The milliseconds that a page may take to load. Each test and its hooks get as many, in addition to twice the limit of the test. */
const PAGE_TIMEOUT = 20_000;

const plugins = [
  ...[a11ySnapshotPlugin(), emulateMediaPlugin(), selectOptionPlugin(), sendKeysPlugin(), sendMousePlugin()],
  ...[setViewportPlugin(), browserCommands(), pictureCommands()],
];

/**
 * Answers a command of a test as Web Test Runner does.
 * @param {Page} page
 * @param {{ command: string, payload: unknown }} message
 */
async function answerCommand(page, { command, payload }) {
  const browser = { type: 'puppeteer', name: 'Chromium', getPage: () => page };
  const session = /** @type {any} */ ({ id: '1', browser });
  for (const plugin of plugins) {
    const result = await plugin.executeCommand?.({ command, payload, session });
    if (result !== undefined && result !== null) return { executed: true, result };
  }
  return { executed: false };
}

/**
 * Rejects if a promise takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @param {(extend: (ms: number) => void) => void} [onStart] gets a function that starts the time again, with another limit
 */
async function within(promise, ms, onStart) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    const start = (/** @type {number} */ limit) => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new Error('the page hangs')), limit);
    };
    start(ms);
    onStart?.(start);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

/** No limit of Puppeteer applies: `within` ends the wait for a page that hangs, and the run counts as a timeout. */
const startChromium = () => launch({ ...chromiumOptions(), headless: true, protocolTimeout: 0 });

/**
 * Starts Chromium. Each worker has its own, because a window without the focus gets no frames, and all pages of a browser share a
 * clipboard.
 * @param {Awaited<ReturnType<typeof import('./server.mjs').startServer>>} server
 * @param {typeof startChromium} start
 */
export async function openBrowser(server, start = startChromium) {
  let browser = await start();
  /** @type {Page | undefined} */
  let open;
  /** Called when a test starts, with its limit in milliseconds. @type {(limit: number) => void} */
  let noteTest = () => {};

  async function openPage() {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.exposeFunction('answerCommand', (/** @type {any} */ message) => answerCommand(page, message));
    await page.exposeFunction('noteTest', (/** @type {number} */ limit) => noteTest(limit));
    return page;
  }

  /**
   * Closes the page, because one that failed may have left emulated media behind. Starts Chromium again if the page can't be
   * closed, or couldn't be opened.
   */
  async function drop() {
    const closed = open?.browserContext().close() ?? Promise.reject(new Error('There is no page.'));
    open = undefined;
    try {
      await within(closed, 5_000);
    } catch {
      browser.process()?.kill('SIGKILL');
      browser = await start();
    }
  }

  return {
    /**
     * Runs the chosen tests of a file up to the first failure, or all of its tests.
     * @param {string} file
     * @param {Switches | undefined} switches undefined: without a mutant
     * @param {readonly { id: string, limit: number }[]} [chosen]
     * @returns {Promise<PageResult>}
     */
    async run(file, switches, chosen) {
      try {
        const run = async () => {
          const page = (open ??= await openPage());
          await page.setViewport({ height: 600, width: 800 });
          await page.goto(server.addressOf(file, switches ?? {}), { timeout: 0 });
          return await page.evaluate(
            (tests, ms) => /** @type {any} */ (globalThis).pageTests.run(tests, ms),
            chosen,
            TEST_TIMEOUT,
          );
        };
        const result = /** @type {PageResult} */ (
          // The hooks after a test may take as long as the test itself.
          await within(run(), PAGE_TIMEOUT, extend => (noteTest = limit => extend(2 * limit + PAGE_TIMEOUT)))
        );
        if (result.outcomes.some(({ failure }) => failure !== undefined)) await drop();
        return result;
      } catch (error) {
        await drop();
        const { message } = /** @type {Error} */ (error);
        const isTimeout = message === 'the page hangs';
        return {
          outcomes: [{ id: 'page', ms: 0, failure: message, isTimeout, isSkipped: false }],
          coverage: undefined,
        };
      }
    },

    async close() {
      await browser.close();
    },
  };
}
