// Which tests count as having noticed a mutant.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createKillerFinder } from '../../../scripts/mutants/browser/killers.mjs';

/**
 * A browser in which tests fail as `fail` says.
 * @param {(id: string, run: { isMutant: boolean, ids: readonly string[], limit: number }) => string | undefined} fail
 */
function createBrowser(fail) {
  /** @type {string[]} */
  const runs = [];
  const run = (
    /** @type {string} */ _file,
    /** @type {unknown} */ switches,
    /** @type {readonly { id: string, limit: number }[]} */ chosen,
  ) => {
    const isMutant = switches !== undefined;
    const ids = chosen.map(({ id }) => id);
    runs.push(`${isMutant ? 'mutant' : 'original'} ${ids.join(' ')}`);
    const outcomes = [];
    for (const { id, limit } of chosen) {
      const failure = fail(id, { isMutant, ids, limit });
      outcomes.push({ id, ms: 1, failure, isTimeout: failure === 'late', isSkipped: false });
      if (failure) break;
    }
    return Promise.resolve({ outcomes, coverage: undefined });
  };
  return { browser: /** @type {any} */ ({ run }), runs };
}

const SWITCHES = { activeMutant: '1', hitCount: 0, hitLimit: 100 };
const step = (/** @type {string[]} */ ...ids) => ({
  file: 'test/a.test.ts',
  isStatic: false,
  tests: ids.map(id => ({ file: 'test/a.test.ts', id, ms: 1, breadth: 1 })),
});

test('a test that passes without the mutant has noticed it, and is asked once', async () => {
  const { browser, runs } = createBrowser((id, { isMutant }) => (isMutant && id === 'two' ? 'wrong' : undefined));
  const find = createKillerFinder();
  assert.equal((await find(browser, step('one', 'two', 'three'), SWITCHES))?.id, 'two');
  assert.equal((await find(browser, step('one', 'two', 'three'), SWITCHES))?.id, 'two');
  assert.deepEqual(runs, ['mutant one two three', 'original one two', 'mutant one two three']);
});

test('a test that has passed without the mutant before others is not asked again', async () => {
  let killer = 'two';
  const { browser, runs } = createBrowser((id, { isMutant }) => (isMutant && id === killer ? 'wrong' : undefined));
  const find = createKillerFinder();
  await find(browser, step('one', 'two'), SWITCHES);
  killer = 'one';
  assert.equal((await find(browser, step('one', 'two'), SWITCHES))?.id, 'one');
  assert.equal((await find(browser, step('two', 'one'), SWITCHES))?.id, 'one');
  assert.deepEqual(runs, [
    ...['mutant one two', 'original one two', 'mutant one two'],
    ...['mutant two one', 'original two one'],
  ]);
});

test('a test that relies on one before it has noticed nothing, and is left out', async () => {
  const { browser, runs } = createBrowser((id, { ids }) =>
    id === 'two' && !ids.includes('one') ? 'wrong' : undefined,
  );
  const find = createKillerFinder();
  assert.equal(await find(browser, step('two', 'three'), SWITCHES), undefined);
  assert.equal(await find(browser, step('two'), SWITCHES), undefined);
  assert.deepEqual(runs, ['mutant two three', 'original two', 'original two', 'mutant three']);
});

test('a test that fails once without the mutant is not left out', async () => {
  let failures = 1;
  const { browser, runs } = createBrowser((_, { isMutant }) => (isMutant || failures-- > 0 ? 'wrong' : undefined));
  assert.equal((await createKillerFinder()(browser, step('one'), SWITCHES))?.id, 'one');
  assert.deepEqual(runs, ['mutant one', 'original one', 'original one', 'mutant one']);
});

test('a test that is late on a busy machine gets more time before it counts', async () => {
  const { browser } = createBrowser((_, { limit }) => (limit < 10_000 ? 'late' : undefined));
  assert.equal(await createKillerFinder()(browser, step('one'), SWITCHES), undefined);
  const { browser: other } = createBrowser((_, { isMutant }) => (isMutant ? 'late' : undefined));
  assert.equal((await createKillerFinder()(other, step('one'), SWITCHES))?.isTimeout, true);
  const { browser: stuck } = createBrowser(() => 'late');
  assert.equal(await createKillerFinder()(stuck, step('one'), SWITCHES), undefined);
});

test('a crash of the page counts if it comes again', async () => {
  let crashes = 0;
  const run = () =>
    Promise.resolve({
      outcomes: crashes-- > 0 ? [{ id: 'page', ms: 0, failure: 'closed', isTimeout: false, isSkipped: false }] : [],
      coverage: undefined,
    });
  const browser = /** @type {any} */ ({ run });
  crashes = 1;
  assert.equal(await createKillerFinder()(browser, step('one'), SWITCHES), undefined);
  crashes = 2;
  assert.equal((await createKillerFinder()(browser, step('one'), SWITCHES))?.id, 'page');
});
