// A test runner for StrykerJS that runs the tests of node:test in its own process, one after another. With a process for each
// test file and mutant a run would take hours, because a process starts more slowly than most test files run.
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
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { keyOf } from './mutant-key.mjs';
import { countResources, isLateParserTimeout } from './node-resources.mjs';

/**
 * @typedef {import('./node-test.mjs').CollectedTest} CollectedTest
 * @typedef {typeof import('./node-test.mjs')} Bundle
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner
 * @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult
 * @typedef {import('@stryker-mutator/api/test-runner').CompleteDryRunResult} CompleteDryRunResult
 */

// The real functions: tests replace the global ones with fake clocks.
const { setImmediate, setInterval, clearInterval } = globalThis;
const now = performance.now.bind(performance);
/** What a test replaces and puts back at its end, which one that was stopped has not reached. */
const { Date, fetch, setTimeout } = globalThis;

/** The file with the milliseconds that each test takes without a mutant. The dry run writes it, and all processes read it. */
const DURATIONS = 'out/durations.json';
/** The property of `globalThis` in which src/core/imported-countries.ts keeps the countries that a page has imported. */
const COUNTRIES = Symbol.for('auth-widget:countries');
/** Milliseconds between two checks whether the running test still waits for something. */
const LOOK_EVERY = 20;
/**
 * The constant part of a test's time limit, in milliseconds. The other part is ten times the duration of the test without a mutant. A test
 * with a server could otherwise wait forever.
 */
const LONGEST_WAIT = 5_000;
/** How many of the tests that noticed the last mutants run first. */
const LIKELY_TESTS = 6;
const UNHANDLED = ['unhandledRejection', 'uncaughtException'];
/** The mutants of a sample; undefined if all mutants are tried. @type {{ file: string, key: string }[] | undefined} */
const SAMPLE = process.env.SAMPLE && JSON.parse(readFileSync(process.env.SAMPLE, 'utf8'));

/** The object that the instrumented sources read and write. */
const context = /** @type {import('@stryker-mutator/api/core').InstrumenterContext} */ ({});
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: context });

/**
 * The result of a test.
 * @param {Pick<CollectedTest, 'id' | 'file'>} test
 * @param {number} started by `now()`
 * @param {string | undefined} failure undefined if it passed
 * @returns {TestResult}
 */
function toResult({ id, file }, started, failure) {
  const result = { id, name: id, fileName: path.resolve(file), timeSpentMs: now() - started };
  return failure === undefined
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: failure };
}

/**
 * What StrykerJS is told about a mutant outside the sample. `onlySample` in run-in-node.mjs removes that mutant from the report.
 * @type {import('@stryker-mutator/api/test-runner').MutantRunResult}
 */
const LEFT_OUT = { status: MutantRunStatus.Survived, nrOfTests: 0 };

/**
 * Returns whether a mutant is tried: every mutant without a sample, otherwise those of the sample. StrykerJS makes every mutant in the places
 * of a sample, so it makes others too.
 * @param {import('@stryker-mutator/api/core').Mutant} mutant
 */
function isDrawn({ fileName, location: { start, end }, replacement }) {
  if (!SAMPLE) return true;
  // Lines and columns count from 0 here, and from 1 in the sample.
  const fromOne = (/** @type {{ line: number, column: number }} */ { line, column }) => ({
    line: line + 1,
    column: column + 1,
  });
  const drawn = keyOf({ location: { start: fromOne(start), end: fromOne(end) }, replacement });
  return SAMPLE.some(({ file, key }) => key === drawn && fileName.replaceAll('\\', '/').endsWith(`/${file}`));
}

/** @implements {TestRunner} */
class NodeTestRunner {
  #file = path.resolve('out/tests.cjs');
  #script = new Script(`(function (require, exports, module) {${readFileSync(this.#file, 'utf8')}\n})`, {
    filename: this.#file,
  });
  /** The test files that import countries. @type {readonly string[]} */
  #withCountries = JSON.parse(readFileSync('out/tests-with-countries.json', 'utf8'));
  /** @type {Readonly<Record<string, number>>} */
  #durations = {};
  /** The resources of StrykerJS itself. */
  #resources = countResources();
  #listeners = new Map(UNHANDLED.map(event => [event, process.rawListeners(event)]));
  /** Tests that fail without a mutant too if not all tests before them run. They are left out. @type {Set<string>} */
  #dependent = new Set();
  /** Lists of tests, joined, each of which has passed without a mutant in this process, in its order. @type {Set<string>} */
  #passed = new Set();
  /** The tests of the last run in its order; none if it failed while something loaded. @type {string[]} */
  #ran = [];
  /** The tests that have noticed mutants, without duplicates, the latest first. @type {string[]} */
  #killers = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  /**
   * @param {import('@stryker-mutator/api/test-runner').DryRunOptions} options
   * @returns {Promise<import('@stryker-mutator/api/test-runner').DryRunResult>}
   */
  async dryRun({ disableBail }) {
    const bundle = this.#loadSources();
    const result = await this.#run(bundle, [...bundle.files.keys()], undefined, disableBail);
    const durations = result.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]);
    writeFileSync(DURATIONS, JSON.stringify(Object.fromEntries(durations)));
    return context.mutantCoverage ? { ...result, mutantCoverage: context.mutantCoverage } : result;
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun(options) {
    if (!isDrawn(options.activeMutant)) return LEFT_OUT;
    for (;;) {
      const result = await this.#tryLikelyTests(options);
      if (result.status !== MutantRunStatus.Killed) return result;
      if (!(await this.#pass(this.#ran))) continue;
      const killer = this.#ran.at(-1);
      if (killer !== undefined) this.#killers = [killer, ...this.#killers.filter(id => id !== killer)];
      return result;
    }
  }

  /**
   * Whether tests pass without a mutant, in this order. One that relies on a test before it fails if that one is not chosen.
   * @param {readonly string[]} ids
   */
  async #pass(ids) {
    const key = ids.join();
    if (ids.length === 0 || this.#passed.has(key)) return true;
    const broken = await this.#findBroken(ids);
    if (broken === undefined) this.#passed.add(key);
    // A test that relies on one before it fails each time. A busy machine can make any test fail once.
    else if ((await this.#findBroken(ids)) === broken) this.#dependent.add(broken);
    return broken === undefined;
  }

  /**
   * The first of these tests that fails without a mutant.
   * @param {readonly string[]} ids
   */
  async #findBroken(ids) {
    this.#switchOff();
    const files = new Set(ids.map(id => id.slice(0, id.indexOf(': '))));
    const { tests } = await this.#run(this.#loadSources(), [...files], ids, false);
    return tests.find(({ status }) => status === TestStatus.Failed)?.id;
  }

  /** Switches the mutant off, and stops counting how often its code runs. */
  #switchOff() {
    delete context.hitCount;
    delete context.hitLimit;
    delete context.activeMutant;
  }

  /**
   * Runs the tests that have noticed the last mutants, and then the others. Mutants come in the order of the code, so a test that has
   * noticed one often notices the next.
   * @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options
   * @returns {Promise<import('@stryker-mutator/api/test-runner').MutantRunResult>}
   */
  async #tryLikelyTests(options) {
    const { testFilter = Object.keys(this.#durations), disableBail } = options;
    const likely = this.#killers.filter(id => testFilter.includes(id)).slice(0, LIKELY_TESTS);
    if (likely.length === 0 || disableBail) return this.#tryTests(options);
    const result = await this.#tryTests({ ...options, testFilter: likely });
    if (result.status !== MutantRunStatus.Survived) return result;
    return this.#tryTests({ ...options, testFilter: testFilter.filter(id => !likely.includes(id)) });
  }

  /**
   * Runs tests over a mutant, up to the first failure unless `disableBail` is set.
   * @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options
   * @returns {Promise<import('@stryker-mutator/api/test-runner').MutantRunResult>}
   */
  async #tryTests({ activeMutant, mutantActivation, testFilter, hitLimit, disableBail }) {
    this.#ran = [];
    this.#switchOff();
    if (mutantActivation === 'static') context.activeMutant = activeMutant.id;
    this.#durations = /** @type {Record<string, number>} */ (JSON.parse(readFileSync(DURATIONS, 'utf8')));
    /** @type {Bundle} */
    let bundle;
    try {
      bundle = this.#loadSources();
    } catch (error) {
      // Every test would fail with this error.
      const tests = [toResult({ id: 'loading', file: '' }, now(), inspect(error))];
      return toMutantRunResult({ status: DryRunStatus.Complete, tests });
    }
    context.activeMutant = activeMutant.id;
    if (hitLimit !== undefined) Object.assign(context, { hitLimit, hitCount: 0 });
    const module = path.basename(activeMutant.fileName, '.ts');
    const files = this.#sortFiles([...bundle.files.keys()], testFilter, module);
    const result = await this.#run(bundle, files, testFilter, disableBail);
    return toMutantRunResult(determineHitLimitReached(context.hitCount, context.hitLimit) ?? result);
  }

  /**
   * Evaluates the bundle again, so that its modules keep nothing of the previous run. Removes the listeners for unhandled errors that the
   * run has left.
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
   * Runs tests. Loading a file counts as a test, because some files compute their tests from the sources. If it is chosen, so
   * are all tests of the file.
   * @param {Bundle} bundle
   * @param {readonly string[]} files those with chosen tests, in the order of the run
   * @param {readonly string[] | undefined} chosen undefined means all
   * @param {boolean} disableBail go on after a test that fails
   * @returns {Promise<CompleteDryRunResult>}
   */
  async #run(bundle, files, chosen, disableBail) {
    /** @type {TestResult[]} */
    const results = [];
    let goesOn = true;
    const run = async (/** @type {CollectedTest} */ test) => {
      if (!goesOn || this.#dependent.has(test.id)) return;
      context.currentTestId = test.id;
      const started = now();
      const result = toResult(test, started, await this.#findFailure(test, bundle.mock));
      results.push(result);
      goesOn = disableBail || result.status !== TestStatus.Failed;
    };
    for (const file of files) {
      if (!goesOn) break;
      /** @type {CollectedTest[]} */
      let tests = [];
      const id = `${file}: loading`;
      const { load } = this.#withoutCountries(bundle, file);
      await run({ id, name: 'loading', file, body: () => void (tests = load(file)) });
      if (chosen && !chosen.includes(id)) tests = tests.filter(test => chosen.includes(test.id));
      for (const test of tests.sort((one, other) => this.#cost(one.id) - this.#cost(other.id))) await run(test);
    }
    const ran = results.map(({ id }) => id);
    this.#ran = ran.at(-1)?.endsWith(': loading') ? [] : ran.filter(id => !id.endsWith(': loading'));
    return { status: DryRunStatus.Complete, tests: results };
  }

  /**
   * Removes the countries that the previous test file imported, and returns the bundle from which `file` is loaded. A module adds its country
   * when it is evaluated, which happens once per bundle, so a file that imports countries gets a bundle that is evaluated again.
   * @param {Bundle} bundle
   * @param {string} file
   */
  #withoutCountries(bundle, file) {
    Reflect.deleteProperty(globalThis, COUNTRIES);
    if (!this.#withCountries.includes(file)) return bundle;
    delete context.currentTestId; // no test covers what runs while the sources load
    return this.#loadSources();
  }

  /**
   * The files that have chosen tests, the fastest first. The duration of the module's own test files counts a twentieth, because they are
   * likely to fail.
   * @param {readonly string[]} files
   * @param {readonly string[] | undefined} chosen
   * @param {string} module name of the source with the mutant, with which the names of its test files begin
   */
  #sortFiles(files, chosen, module) {
    const ids = chosen ?? Object.keys(this.#durations);
    return files
      .map(file => {
        const own = ids.filter(id => id.startsWith(`${file}: `));
        const cost = own.reduce((total, id) => total + this.#cost(id), this.#cost(`${file}: loading`));
        const isOfModule = path.basename(file).startsWith(module);
        return { file, rank: isOfModule ? cost / 20 : cost, isChosen: !chosen || own.length > 0 };
      })
      .filter(({ isChosen }) => isChosen)
      .sort((one, other) => one.rank - other.rank)
      .map(({ file }) => file);
  }

  /**
   * The duration of a test without a mutant, in milliseconds; 0 if it is not known yet.
   * @param {string} id
   */
  #cost(id) {
    return this.#durations[id] ?? 0;
  }

  /**
   * Runs a test. As in node:test, an unhandled error fails it, and so does waiting for a promise that nothing is left to
   * settle. A test that exceeds its time limit fails too.
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
    let isStopped = false;
    const stopped = /** @type {Promise<void>} */ (new Promise(resolve => (end = resolve)));
    const stop = this.#watch(id, reason => {
      note(reason);
      isStopped = true;
      end();
    });
    try {
      await Promise.race([body(/** @type {any} */ (t)), stopped]);
    } catch (error) {
      note(error);
    }
    // The last one runs first, because if two fakes replace the same global object, the first of them holds the real one.
    for (const cleanup of cleanups.reverse()) {
      try {
        await Promise.race([cleanup(), stopped]);
      } catch (error) {
        note(error);
      }
    }
    stop();
    mock.reset();
    if (isStopped) Object.assign(globalThis, { Date, fetch, setTimeout });
    // After this, rejections that nothing handles have been reported.
    await new Promise(resolve => setImmediate(resolve));
    for (const event of UNHANDLED) process.off(event, noteUnhandled);
    return failures[0];
  }

  /**
   * Calls back if the process had nothing left to wait for at several checks in a row, or if the test has run for too long.
   * @param {string} id of the test
   * @param {(reason: string) => void} onStuck
   * @returns a function that stops looking
   */
  #watch(id, onStuck) {
    const started = now();
    // In the dry run, the duration of the tests is not known.
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
