// The page that runs tests over mutants in Chromium, when Chromium crashes or hangs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from '../../../scripts/mutants/browser/pages.mjs';

const RESULT = { outcomes: [{ id: 'one', ms: 1, failure: undefined, isTimeout: false, isSkipped: false }] };

/**
 * A context with one page.
 * @param {(functions: Record<string, (argument: any) => void>) => Promise<unknown>} evaluate gets the functions that the page can call
 */
function createContext(evaluate) {
  /** @type {Record<string, () => void>} */
  const functions = {};
  const page = {
    exposeFunction: (/** @type {string} */ name, /** @type {() => void} */ run) =>
      Promise.resolve(void (functions[name] = run)),
    setViewport: () => Promise.resolve(),
    goto: () => Promise.resolve(),
    evaluate: () => evaluate(functions),
  };
  const context = { newPage: () => Promise.resolve(page), close: () => Promise.resolve() };
  Object.assign(page, { browserContext: () => context });
  return context;
}

/**
 * Opens a browser whose first Chromium opens a page as `openFirst` says. Those after it run all tests.
 * @param {() => Promise<unknown>} openFirst
 */
async function openWith(openFirst) {
  const context = createContext(() => Promise.resolve(RESULT));
  /** @type {string[]} */
  const ended = [];
  let started = 0;
  const start = () => {
    const name = `Chromium ${++started}`;
    return Promise.resolve({
      createBrowserContext: () => (name === 'Chromium 1' ? openFirst() : Promise.resolve(context)),
      process: () => ({ kill: () => ended.push(name) }),
    });
  };
  const server = { addressOf: () => 'http://localhost' };
  const browser = await openBrowser(/** @type {any} */ (server), /** @type {any} */ (start));
  return { run: () => browser.run('test/a.test.ts', undefined, [{ id: 'one', limit: 1000 }]), ended };
}

test('Chromium that can open no page is started again, and the run goes on', async () => {
  const { run, ended } = await openWith(() => Promise.reject(new Error('Connection closed.')));
  const { outcomes } = await run();
  assert.deepEqual(
    outcomes.map(({ id, failure, isTimeout }) => ({ id, failure, isTimeout })),
    [{ id: 'page', failure: 'Connection closed.', isTimeout: false }],
  );
  assert.deepEqual(ended, ['Chromium 1']);
  assert.deepEqual(await run(), RESULT);
});

test('a page that hangs while it is opened is a timeout', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { run, ended } = await openWith(() => new Promise(() => {}));
  const running = run();
  t.mock.timers.tick(22_000);
  const { outcomes } = await running;
  assert.deepEqual(
    outcomes.map(({ id, isTimeout }) => ({ id, isTimeout })),
    [{ id: 'page', isTimeout: true }],
  );
  assert.deepEqual(ended, ['Chromium 1']);
});

test('a page is a timeout if one test takes too long, and not if all of them together do', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** Each test takes 20 s of the 22 s that it may take with the hooks around it. */
  const runTests = (/** @type {(limit: number) => void} */ noteTest) => {
    for (let count = 0; count < 5; count++) {
      noteTest(1000);
      t.mock.timers.tick(20_000);
    }
    noteTest(1000);
  };
  const goOn = await openWith(() =>
    Promise.resolve(
      createContext(({ noteTest = () => {} }) => {
        runTests(noteTest);
        return Promise.resolve(RESULT);
      }),
    ),
  );
  assert.deepEqual(await goOn.run(), RESULT);

  const hang = await openWith(() =>
    Promise.resolve(
      createContext(({ noteTest = () => {} }) => {
        runTests(noteTest);
        t.mock.timers.tick(22_000);
        return new Promise(() => {});
      }),
    ),
  );
  const { outcomes } = await hang.run();
  assert.deepEqual(
    outcomes.map(({ id, isTimeout }) => ({ id, isTimeout })),
    [{ id: 'page', isTimeout: true }],
  );
});
