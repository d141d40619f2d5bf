// A test runner for Stryker that runs the tests of node:test in its own process, one after another. A process for each
// test file and mutant would take hours: to start one takes longer than most test files.
import crypto from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { Script } from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

/**
 * @typedef {import('./node-test.mjs').CollectedTest} CollectedTest
 * @typedef {typeof import('./node-test.mjs')} Bundle
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner
 * @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult
 * @typedef {import('@stryker-mutator/api/test-runner').CompleteDryRunResult} CompleteDryRunResult
 */

// Fake clocks replace the global ones during a test.
const { setImmediate, setInterval, clearInterval } = globalThis;
const now = performance.now.bind(performance);

/** The milliseconds that each test takes without a mutant: written by the first run, which is in one of several processes. */
const DURATIONS = 'out/durations.json';
/** How often to look whether the test that runs still waits for something, in milliseconds. */
const LOOK_EVERY = 20;
/**
 * For how long a test may run, in milliseconds, besides ten times as long as without a mutant: a test that has a server can
 * wait for ever.
 */
const LONGEST_WAIT = 5_000;
const UNHANDLED = ['unhandledRejection', 'uncaughtException'];

/** What the instrumented sources read and write. */
const context = /** @type {import('@stryker-mutator/api/core').InstrumenterContext} */ ({});
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: context });

/** Calls of cryptography that are under way: Node does not list them among what keeps the process running. */
let cryptoCalls = 0;

for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(SubtleCrypto.prototype))) {
  if (name === 'constructor') continue;
  Object.assign(SubtleCrypto.prototype, {
    /** @type {(this: SubtleCrypto, ...args: unknown[]) => Promise<unknown>} */
    async [name](...args) {
      cryptoCalls += 1;
      try {
        return await value.apply(this, args);
      } finally {
        cryptoCalls -= 1;
      }
    },
  });
}

// altcha-lib derives its keys with it.
const { pbkdf2 } = crypto;
crypto.pbkdf2 = (password, salt, iterations, length, digest, done) => {
  cryptoCalls += 1;
  pbkdf2(password, salt, iterations, length, digest, (error, key) => {
    cryptoCalls -= 1;
    done(error, key);
  });
};

/** How many timers, sockets, files … keep the process running, by kind. */
function countResources() {
  /** @type {Map<string, number>} */
  const counts = new Map([['crypto', cryptoCalls]]);
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * The result of a test.
 * @param {Pick<CollectedTest, 'id' | 'file'>} test
 * @param {number} started by `now()`
 * @param {string | undefined} failure `undefined`: it has passed
 * @returns {TestResult}
 */
function toResult({ id, file }, started, failure) {
  const result = { id, name: id, fileName: path.resolve(file), timeSpentMs: now() - started };
  return failure === undefined
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: failure };
}

/**
 * Whether an error comes from a timer of Node's own `fetch` whose parser, which it holds weakly, has been collected
 * (nodejs/undici#4755, mended by #4758). The issue names faked timers, which the tests use; a mutant has no part in it.
 * @param {unknown} error
 */
const isLateParserTimeout = error =>
  error instanceof TypeError && (error.stack ?? '').includes('at Timeout.onParserTimeout ');

/** @implements {TestRunner} */
class NodeTestRunner {
  #file = path.resolve('out/tests.cjs');
  #script = new Script(`(function (require, exports, module) {${readFileSync(this.#file, 'utf8')}\n})`, {
    filename: this.#file,
  });
  /** @type {Readonly<Record<string, number>>} */
  #durations = {};
  /** Of Stryker itself. */
  #resources = countResources();
  #listeners = new Map(UNHANDLED.map(event => [event, process.rawListeners(event)]));

  capabilities() {
    return { reloadEnvironment: true };
  }

  /**
   * @param {import('@stryker-mutator/api/test-runner').DryRunOptions} options
   * @returns {Promise<import('@stryker-mutator/api/test-runner').DryRunResult>}
   */
  async dryRun({ disableBail }) {
    const result = await this.#run(this.#loadSources(), undefined, disableBail);
    const durations = result.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]);
    writeFileSync(DURATIONS, JSON.stringify(Object.fromEntries(durations)));
    return context.mutantCoverage ? { ...result, mutantCoverage: context.mutantCoverage } : result;
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, disableBail }) {
    delete context.hitCount;
    delete context.hitLimit;
    delete context.activeMutant;
    if (mutantActivation === 'static') context.activeMutant = activeMutant.id;
    this.#durations = /** @type {Record<string, number>} */ (JSON.parse(readFileSync(DURATIONS, 'utf8')));
    /** @type {Bundle} */
    let bundle;
    try {
      bundle = this.#loadSources();
    } catch (error) {
      // Each test would fail by this.
      const tests = [toResult({ id: 'loading', file: '' }, now(), inspect(error))];
      return toMutantRunResult({ status: DryRunStatus.Complete, tests });
    }
    context.activeMutant = activeMutant.id;
    if (hitLimit !== undefined) Object.assign(context, { hitLimit, hitCount: 0 });
    const module = path.basename(activeMutant.fileName, '.ts');
    const result = await this.#run(bundle, testFilter, disableBail, module);
    return toMutantRunResult(determineHitLimitReached(context.hitCount, context.hitLimit) ?? result);
  }

  /**
   * Evaluates all sources again, so that nothing is left of the run before.
   * @returns {Bundle}
   */
  #loadSources() {
    for (const [event, listeners] of this.#listeners) {
      const added = process.rawListeners(event).filter(listener => !listeners.includes(listener));
      for (const listener of added) process.off(event, /** @type {() => void} */ (listener));
    }
    const module = { exports: /** @type {Bundle} */ (/** @type {unknown} */ ({})) };
    const evaluate = /** @type {(...args: unknown[]) => void} */ (this.#script.runInThisContext());
    evaluate(createRequire(this.#file), module.exports, module);
    return module.exports;
  }

  /**
   * Runs tests. To load a file is a test of its own, as some files compute their tests by the sources: where it is chosen,
   * all tests of that file are.
   * @param {Bundle} bundle
   * @param {readonly string[] | undefined} chosen `undefined`: all
   * @param {boolean} disableBail go on after a test that fails
   * @param {string} [module] has the mutant
   * @returns {Promise<CompleteDryRunResult>}
   */
  async #run(bundle, chosen, disableBail, module) {
    /** @type {TestResult[]} */
    const results = [];
    let goesOn = true;
    const run = async (/** @type {CollectedTest} */ test) => {
      if (!goesOn) return;
      context.currentTestId = test.id;
      const started = now();
      const result = toResult(test, started, await this.#findFailure(test, bundle.mock));
      results.push(result);
      goesOn = disableBail || result.status !== TestStatus.Failed;
    };
    for (const file of this.#sortFiles([...bundle.files.keys()], chosen, module)) {
      /** @type {CollectedTest[]} */
      let tests = [];
      const id = `${file}: loading`;
      await run({ id, name: 'loading', file, body: () => void (tests = bundle.load(file)) });
      if (chosen && !chosen.includes(id)) tests = tests.filter(test => chosen.includes(test.id));
      for (const test of tests.sort((one, other) => this.#cost(one.id) - this.#cost(other.id))) await run(test);
    }
    return { status: DryRunStatus.Complete, tests: results };
  }

  /**
   * The files that have chosen tests. First those of the module, which are likely to fail, and those that are done soon.
   * @param {readonly string[]} files
   * @param {readonly string[] | undefined} chosen
   * @param {string | undefined} module
   */
  #sortFiles(files, chosen, module) {
    const ids = chosen ?? Object.keys(this.#durations);
    return files
      .map(file => {
        const own = ids.filter(id => id.startsWith(`${file}: `));
        const cost = own.reduce((total, id) => total + this.#cost(id), this.#cost(`${file}: loading`));
        const isOfModule = module !== undefined && path.basename(file).startsWith(module);
        return { file, rank: isOfModule ? cost / 20 : cost, isChosen: !chosen || own.length > 0 };
      })
      .filter(({ isChosen }) => isChosen)
      .sort((one, other) => one.rank - other.rank)
      .map(({ file }) => file);
  }

  /**
   * How long a test takes, in milliseconds; 0 as long as that is not known.
   * @param {string} id
   */
  #cost(id) {
    return this.#durations[id] ?? 0;
  }

  /**
   * Runs a test. Fails, as in node:test, also by an error that nothing handles, and when the test waits for a promise
   * while nothing is left that could settle it.
   * @param {CollectedTest} test
   * @param {Bundle['mock']} mock
   * @returns {Promise<string | undefined>} the first failure, or `undefined`
   */
  async #findFailure({ id, body }, mock) {
    /** @type {(() => unknown)[]} */
    const cleanups = [];
    const t = { mock, after: (/** @type {() => unknown} */ cleanup) => cleanups.push(cleanup), diagnostic() {} };
    /** @type {string[]} */
    const failures = [];
    const note = (/** @type {unknown} */ error) => void failures.push(inspect(error));
    const noteUnhandled = (/** @type {unknown} */ error) => {
      if (!isLateParserTimeout(error)) note(error);
    };
    for (const event of UNHANDLED) process.on(event, noteUnhandled);
    /** @type {() => void} */
    let end = () => {};
    const stopped = /** @type {Promise<void>} */ (new Promise(resolve => (end = resolve)));
    const stop = this.#watch(id, reason => {
      note(reason);
      end();
    });
    try {
      await Promise.race([body(/** @type {any} */ (t)), stopped]);
    } catch (error) {
      note(error);
    }
    // The last first: of two fakes of one global object, the first has the real one.
    for (const cleanup of cleanups.reverse()) {
      try {
        await Promise.race([cleanup(), stopped]);
      } catch (error) {
        note(error);
      }
    }
    stop();
    mock.reset();
    // After this, rejections that nothing handles have been reported.
    await new Promise(resolve => setImmediate(resolve));
    for (const event of UNHANDLED) process.off(event, noteUnhandled);
    return failures[0];
  }

  /**
   * Calls back when the process has had nothing left to wait for at several looks, or the test has run for too long.
   * @param {string} id of the test
   * @param {(reason: string) => void} onStuck
   * @returns a function that stops looking
   */
  #watch(id, onStuck) {
    const started = now();
    // In the first run no test is known to take long, or not.
    const limit = id in this.#durations ? LONGEST_WAIT + 10 * this.#cost(id) : Infinity;
    let idleLooks = 0;
    const timer = setInterval(() => {
      const resources = countResources();
      resources.set('Timeout', (resources.get('Timeout') ?? 0) - 1); // its own
      const isIdle = [...resources].every(([kind, count]) => count <= (this.#resources.get(kind) ?? 0));
      idleLooks = isIdle ? idleLooks + 1 : 0;
      if (idleLooks === 5) onStuck('The test waits for a promise that nothing can settle.');
      else if (now() - started > limit) onStuck('The test takes too long.');
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'node-test', NodeTestRunner)];
