// Runs the element tests in Chromium over sources that contain mutants. One server and one browser run a file repeatedly,
// because starting them for every mutant would take longer than its tests.
import { SESSION_STATUS, startTestRunner } from '@web/test-runner';
import path from 'node:path';
import { launchers } from '../../test/support/wtr/engines.mjs';
import { testsOf } from '../../test/support/wtr/reporter.mjs';
import { findFreePort } from '../../test/support/wtr/webkit.mjs';
import config from '../../web-test-runner.config.mjs';

/** @typedef {import('@web/test-runner').TestSession} TestSession */

/**
 * The result of a test file.
 * @typedef {object} FileResult
 * @property {string} file
 * @property {number} ms that its tests took
 * @property {number} slowestMs that one of them took
 * @property {string | undefined} failure its first failed test, or the error that ended it; undefined if all passed
 * @property {Readonly<Record<string, number>>} hits how often the code of each mutant ran, by the id of the mutant
 */

/**
 * What the code of StrykerJS reads in a page from `globalThis.__stryker__`.
 * @typedef {object} Switches
 * @property {string} activeMutant the id of the mutant
 * @property {number} hitCount how often its code has run
 * @property {number} hitLimit how often it may run before it throws, which ends endless loops
 */

/**
 * The time limits of a test and of a file. Many mutants make a test wait in vain, and some make a page hang. Five times their
 * duration without a mutant is added, so that slow ones don't seem to hang on a busy machine.
 */
const TEST_TIMEOUT_MS = 5_000;
const FILE_TIMEOUT_MS = 60_000;
const timeoutOf = (/** @type {number} */ least, /** @type {number} */ ms) => least + ms * 5;

/** @type {() => void} */
const nothing = () => {};
/** Hides the log of Web Test Runner: its progress, and the errors that mutants cause. */
const logger = {
  ...{ log: nothing, debug: nothing, warn: nothing, error: nothing, logSyntaxError: nothing },
  ...{ group: nothing, groupEnd: nothing },
};

/**
 * @param {TestSession} session that has ended
 * @returns {string | undefined} as in FileResult
 */
function failureOf({ passed, errors, testResults }) {
  const tests = testsOf(testResults);
  // After the first failure mocha reports the tests that it has not run as neither passed nor skipped.
  const failed = tests.find(test => test.error) ?? tests.find(test => !test.passed && !test.skipped);
  if (failed) return failed.name;
  if (!passed && errors[0]) return errors[0].message;
  return tests.length === 0 ? 'no tests' : undefined;
}

/**
 * Creates a launcher for a Chromium that stays open until `quit()`.
 * @param {(sessionId: string, hits: Readonly<Record<string, number>>) => boolean} onEnd of a file: how often the code of
 *   each mutant ran in its page; returns whether the page can be used for another file
 */
function createLauncher(onEnd) {
  const launcher = launchers.chromium();
  const quit = launcher.stop.bind(launcher);
  const stopSession = launcher.stopSession.bind(launcher);
  launcher.stop = async () => {}; // Web Test Runner calls it after the last file of each run
  launcher.stopSession = async id => {
    const page = launcher.getPage(id);
    const reading = page.evaluate(() => /** @type {any} */ (globalThis).__stryker__.mutantCoverage?.static);
    const hits = (await reading.catch(nothing)) ?? {}; // a page that hangs or has navigated doesn't answer
    if (onEnd(id, hits)) return stopSession(id);
    await page.browserContext().close();
    return {};
  };
  return { launcher, quit };
}

/**
 * Starts the server and the browser, and runs all files without a mutant.
 * @param {string} root the folder with `src` and `test`
 * @param {readonly string[]} files below it
 */
export async function startElementTests(root, files) {
  /** @type {Switches | undefined} */
  let switches;
  /** @type {Readonly<Record<string, number>>} */
  let hits = {};
  const { launcher, quit } = createLauncher((sessionId, read) => {
    hits = read;
    // A page that hangs can't be used again, and an interrupted test may have left emulated media behind.
    return runner?.sessions.get(sessionId)?.passed === true;
  });
  const mocha = { ...config.testFramework.config, bail: false };
  let close = nothing;
  const isClosed = /** @type {Promise<void>} */ (new Promise(resolve => (close = resolve)));

  const runner = await startTestRunner({
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
    config: {
      ...config,
      rootDir: root,
      port: await findFreePort(),
      files: files.map(file => path.join(root, file)),
      browsers: [launcher],
      // The mutant is switched on before any module loads, because some code runs only then.
      testRunnerHtml: testFramework => `<!doctype html><html><head></head><body>
        <script>globalThis.__stryker__ = ${JSON.stringify(switches ?? {})};</script>
        <script type="module" src="${testFramework}"></script></body></html>`,
      testFramework: { config: mocha },
      logger,
      reporters: [{ stop: () => isClosed }], // Web Test Runner stops its server when its reporters have stopped
    },
  });
  if (!runner || runner.stopped) throw new Error('Web Test Runner did not start');

  /** @type {FileResult[]} */
  const results = [];
  /** The sessions whose page has loaded. A page that hasn't loaded says nothing about a mutant. */
  const started = new Set();
  const untilFinished = () =>
    /** @type {Promise<void>} */ (
      new Promise(resolve => {
        const stopListening = () => {
          runner.off('finished', stopListening);
          resolve();
        };
        runner.on('finished', stopListening);
      })
    );
  runner.sessions.on('session-status-updated', session => {
    if (session.status === SESSION_STATUS.TEST_STARTED) started.add(session.id);
    if (session.status !== SESSION_STATUS.FINISHED || !started.delete(session.id)) return;
    const durations = testsOf(session.testResults).map(({ duration = 0 }) => duration);
    results.push({
      file: path.relative(root, session.testFile),
      ms: durations.reduce((sum, ms) => sum + ms, 0),
      slowestMs: Math.max(0, ...durations),
      failure: failureOf(session),
      hits,
    });
  });
  await untilFinished();
  if (results.length < files.length) throw new Error('Chromium did not load every page');

  return {
    /** The result of each file without a mutant. */
    results: results.splice(0),

    /**
     * Runs one of the files over a mutant, up to its first failure.
     * @param {FileResult} original its result without a mutant
     * @param {Switches} active
     * @returns {Promise<FileResult>}
     */
    async run({ file, ms, slowestMs }, active) {
      switches = active;
      Object.assign(mocha, { bail: true, timeout: timeoutOf(TEST_TIMEOUT_MS, slowestMs) });
      runner.config.testsFinishTimeout = timeoutOf(FILE_TIMEOUT_MS, ms);
      const session = [...runner.sessions.all()].find(({ testFile }) => testFile === path.join(root, file));
      if (!session) throw new Error(`${file} is none of the test files`);
      const { testResults: _, ...fresh } = session;
      const finished = untilFinished();
      await runner.runTests([{ ...fresh, errors: [], passed: false }]);
      await finished;
      const [result] = results.splice(0);
      if (!result) throw new Error(`Chromium did not load the page for ${file}`);
      return result;
    },

    async close() {
      close();
      await runner.stop();
      await quit();
    },
  };
}
