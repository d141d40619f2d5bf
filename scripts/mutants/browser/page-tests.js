// A stand-in for Mocha in a page, which runs the tests that the driver (pages.mjs) names, in that order, or all of them. It tells the code of
// StrykerJS which test is running, and that code counts how often each mutant runs. A classic script, loaded before the test file.
// @ts-check
(() => {
  // Tests replace some of these.
  const { setTimeout, clearTimeout, performance } = globalThis;
  /** Tells the driver that a test starts, with its limit in milliseconds. The driver ends a page that hangs. */
  const { noteTest } = /** @type {{ noteTest: (limit: number) => void }} */ (/** @type {unknown} */ (globalThis));
  const now = performance.now.bind(performance);

  /**
   * @typedef {(this: object) => unknown} Body
   * @typedef {'before' | 'after' | 'beforeEach' | 'afterEach'} HookName
   * @typedef {{ title: string, parent: Suite | undefined, hooks: Record<HookName, Body[]> }} Suite
   * @typedef {{ id: string, suite: Suite, body: Body }} Test
   * @typedef {{ id: string, ms: number, failure: string | undefined, isTimeout: boolean, isSkipped: boolean }} Outcome
   */

  /** The milliseconds that the `before` hooks of a suite may take together, and its `after` hooks. The driver may end the page earlier. */
  const SUITE_TIMEOUT = 30_000;
  /** What Chromium reports as an error although nothing has failed: the sizes are observed again in the next frame. */
  const HARMLESS = /^ResizeObserver loop/;

  /** @type {(title: string, parent: Suite | undefined) => Suite} */
  const createSuite = (title, parent) => ({
    title,
    parent,
    hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
  });
  /** @type {(suite: Suite | undefined) => Suite[]} from the outermost one */
  const pathOf = suite => (suite ? [...pathOf(suite.parent), suite] : []);

  let current = createSuite('', undefined);
  /** @type {Map<string, Test>} */
  const tests = new Map();
  const { __stryker__: stryker } =
    /** @type {{ __stryker__: { activeMutant?: string, currentTestId?: string | undefined, mutantCoverage?: object } }} */ (
      /** @type {unknown} */ (globalThis)
    );

  /** @type {(title: string, body: () => void) => void} */
  function describe(title, body) {
    const outer = current;
    current = createSuite(title, outer);
    body.call({});
    current = outer;
  }
  /** @type {(title: string, body: Body) => { timeout: (ms: number) => void }} */
  function it(title, body) {
    const titles = [...pathOf(current).map(suite => suite.title), title];
    const name = titles.filter(Boolean).join(' ');
    let id = name;
    for (let count = 2; tests.has(id); count++) id = `${name} (${count})`;
    tests.set(id, { id, suite: current, body });
    return { timeout() {} }; // pages.mjs gives each test 30 s without a mutant, which is enough
  }
  describe.skip = it.skip = () => {};
  /** @type {(name: HookName) => (body: Body) => void} */
  const createHook = name => body => void current.hooks[name].push(body);

  class Skipped extends Error {}
  class TimedOut extends Error {}

  /**
   * Ends the wait for the running functions with an error from elsewhere: a listener, a timer, an unhandled rejection.
   * @type {(error: unknown) => void}
   */
  let endWait = () => {};
  globalThis.onerror = (message, _source, _line, _column, error) => {
    const text = typeof message === 'string' ? message : message.type;
    if (!HARMLESS.test(text)) endWait(error ?? new Error(text));
  };
  globalThis.addEventListener('unhandledrejection', ({ reason }) =>
    endWait(reason ?? new Error('undefined was rejected')),
  );

  /**
   * Calls functions one after another.
   * @param {readonly Body[]} bodies
   * @param {number} limit the milliseconds for all of them; a function may ask for more if it runs without a mutant
   */
  async function call(bodies, limit) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const ended = new Promise((_, reject) => {
      endWait = reject;
      const start = (/** @type {number} */ ms) => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new TimedOut(`longer than ${ms} ms`)), ms);
      };
      context.timeout = ms => {
        if (stryker.activeMutant === undefined) start(Math.max(ms, limit));
      };
      start(limit);
    });
    ended.catch(() => {});
    try {
      for (const body of bodies) await Promise.race([Promise.resolve().then(() => body.call(context)), ended]);
    } finally {
      clearTimeout(timer);
    }
  }
  const context = {
    skip() {
      throw new Skipped();
    },
    /** @type {(ms: number) => void} */
    timeout() {},
  };

  /** The suites whose hooks `before` have run, from the outermost one. @type {Suite[]} */
  const entered = [];

  /** Leaves the entered suites outside of `suite` (hooks `after`), then enters those on the way to it (hooks `before`). @param {Suite} suite */
  async function enter(suite) {
    const path = pathOf(suite);
    // What these hooks run belongs to every test of the suite. StrykerJS counts it like what runs as modules load.
    stryker.currentTestId = undefined;
    while (entered.length > path.length || entered.at(-1) !== path[entered.length - 1]) {
      const left = entered.pop();
      await call(left?.hooks.after ?? [], SUITE_TIMEOUT);
    }
    for (const next of path.slice(entered.length)) {
      await call(next.hooks.before, SUITE_TIMEOUT);
      entered.push(next);
    }
  }

  /** @type {(test: Test, limit: number) => Promise<Outcome>} */
  async function runTest({ id, suite, body }, limit) {
    let started = now();
    /** @type {unknown} */
    let error;
    try {
      await enter(suite);
      stryker.currentTestId = id;
      started = now();
      const path = pathOf(suite);
      const after = [...path].reverse().flatMap(each => each.hooks.afterEach);
      try {
        await call([...path.flatMap(each => each.hooks.beforeEach), body], limit);
      } catch (thrown) {
        error = thrown ?? new Error('undefined was thrown');
      }
      // pages.mjs drops the page after a run with a failure, so the hooks that would clean up are left out.
      if (!error || error instanceof Skipped) await call(after, limit);
    } catch (thrown) {
      error ??= thrown ?? new Error('undefined was thrown');
    }
    const isSkipped = error instanceof Skipped;
    return {
      id,
      ms: now() - started,
      // The message alone: printing the elements that an assertion compares takes minutes.
      failure: error && !isSkipped ? String(/** @type {any} */ (error).message ?? error).slice(0, 300) : undefined,
      isTimeout: error instanceof TimedOut,
      isSkipped,
    };
  }

  /** @type {() => void} */
  let ready = () => {};
  const loaded = new Promise(resolve => (ready = () => resolve(undefined)));
  const failed = new Promise((_, reject) => (endWait = reject));
  failed.catch(() => {});

  Object.assign(globalThis, {
    ...{ describe, it, before: createHook('before'), after: createHook('after') },
    ...{ beforeEach: createHook('beforeEach'), afterEach: createHook('afterEach') },
    pageTests: {
      /** The last statement of the page calls it. */
      ready,
      /**
       * Runs the chosen tests up to the first failure, or all tests of the file. The `after` hooks of the last suites are left out.
       * @param {readonly { id: string, limit: number }[] | undefined} chosen undefined: all of the file
       * @param {number} limit the milliseconds that each may take if all run
       */
      async run(chosen, limit) {
        /** @type {Outcome[]} */
        const outcomes = [];
        try {
          await Promise.race([loaded, failed]);
        } catch (error) {
          const failure = String(/** @type {any} */ (error)?.message ?? error);
          return {
            outcomes: [{ id: 'loading', ms: 0, failure, isTimeout: false, isSkipped: false }],
            coverage: undefined,
          };
        }
        for (const { id, limit: own } of chosen ?? [...tests.keys()].map(id => ({ id, limit }))) {
          noteTest(own);
          const test = tests.get(id);
          // A mutant that changes which tests a file has is noticed.
          const outcome = test
            ? await runTest(test, own)
            : { id, ms: 0, failure: 'the test is gone', isTimeout: false, isSkipped: false };
          outcomes.push(outcome);
          if (chosen && outcome.failure !== undefined) break;
        }
        return { outcomes, coverage: stryker.mutantCoverage };
      },
    },
  });
})();
