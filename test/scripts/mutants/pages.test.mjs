// The page that runs tests over mutants in Chromium, when Chromium crashes or hangs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from '../../../scripts/mutants/browser/pages.mjs';

const RESULT = { outcomes: [{ id: 'one', ms: 1, failure: undefined, isTimeout: false, isSkipped: false }] };

/**
 * Opens a browser whose first Chromium opens a page as `openFirst` says. Those after it run all tests.
 * @param {() => Promise<unknown>} openFirst
 */
async function openWith(openFirst) {
  const page = {
    exposeFunction: () => Promise.resolve(),
    setViewport: () => Promise.resolve(),
    goto: () => Promise.resolve(),
    evaluate: () => Promise.resolve(RESULT),
  };
  const context = { newPage: () => Promise.resolve(page) };
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
