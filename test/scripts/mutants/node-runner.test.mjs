// How the test runner in Node decides whether a test has noticed a mutant.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { strykerPlugins } from '../../../scripts/mutants/node-runner.mjs';

const [{ injectableClass: NodeTestRunner }] = /** @type {any} */ (strykerPlugins);

/**
 * Creates a runner for a bundle in which tests fail as `fail` says.
 * @param {import('node:test').TestContext} t
 * @param {Readonly<Record<string, number>>} durations of the tests, by `<file>: <name>`
 * @param {(id: string, run: { isMutant: boolean, before: readonly string[] }) => boolean | Promise<boolean>} fail `before` are the tests that have
 *   run since the sources were evaluated
 * @param {readonly string[]} [withCountries] the files that import countries
 */
function createRunner(t, durations, fail, withCountries = []) {
  const cwd = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'node-runner-'));
  process.chdir(folder);
  t.after(() => {
    process.chdir(cwd);
    rmSync(folder, { recursive: true });
  });
  mkdirSync('out');
  writeFileSync('out/durations.json', JSON.stringify(durations));
  writeFileSync('out/tests-with-countries.json', JSON.stringify(withCountries));
  writeFileSync('out/tests.cjs', 'globalThis.loadBundle(exports);');
  const counts = { evaluations: 0 };
  const ids = Object.keys(durations);
  const fileOf = (/** @type {string} */ id) => id.split(': ', 1)[0] ?? '';
  const loadBundle = (/** @type {Record<string, unknown>} */ bundle) => {
    counts.evaluations++;
    /** @type {string[]} */
    const before = [];
    const body = (/** @type {string} */ id) => async () => {
      const isMutant = Reflect.get(globalThis, '__stryker__').activeMutant !== undefined;
      if (await fail(id, { isMutant, before: [...before] })) throw new Error('wrong');
      before.push(id);
    };
    bundle.mock = { reset() {} };
    bundle.files = new Map(ids.map(id => [fileOf(id), () => {}]));
    bundle.load = (/** @type {string} */ file) =>
      ids.filter(id => fileOf(id) === file).map(id => ({ id, name: id, file, body: body(id) }));
  };
  Object.assign(globalThis, { loadBundle });
  const runner = new NodeTestRunner();
  const activeMutant = { id: '1', fileName: path.resolve('src/a.ts'), location: {}, replacement: '' };
  return { runMutant: () => runner.mutantRun({ activeMutant, mutantActivation: 'runtime' }), counts };
}

test('a test that fails without the mutant too, after the same tests in the same order, has not noticed it', async t => {
  // That of the module comes first, although it is slower.
  const { runMutant } = createRunner(
    t,
    { 'test/b.test.ts: fast': 2, 'test/a.test.ts: slow': 5 },
    (id, { before }) => id === 'test/b.test.ts: fast' && before.includes('test/a.test.ts: slow'),
  );
  assert.equal((await runMutant()).status, 'survived');
});

test('a test that failed once without the mutant, on a busy machine, still counts', async t => {
  let isBusy = true;
  const { runMutant } = createRunner(t, { 'test/a.test.ts: one': 1 }, (_, { isMutant }) => {
    const fails = isMutant || isBusy;
    if (!isMutant) isBusy = false;
    return fails;
  });
  assert.equal((await runMutant()).status, 'killed');
});

test('after a test that failed, the sources are not evaluated again for the files that import countries', async t => {
  const files = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'];
  const { runMutant, counts } = createRunner(
    t,
    Object.fromEntries(files.map(file => [`${file}: one`, 1])),
    (_, { isMutant }) => isMutant,
    files,
  );
  const { killedBy } = await runMutant();
  assert.deepEqual(killedBy, ['test/a.test.ts: one']);
  // Once for the mutant and once for the file with it; the same without the mutant.
  assert.equal(counts.evaluations, 4);
});

test('the tests that noticed the last mutants run first, and then the others', async t => {
  /** @type {string[]} */
  let ran = [];
  let killer = 'test/c.test.ts: one';
  const { runMutant } = createRunner(
    t,
    { 'test/a.test.ts: one': 1, 'test/b.test.ts: one': 2, 'test/b.test.ts: two': 3, 'test/c.test.ts: one': 9 },
    (id, { isMutant }) => {
      if (isMutant) ran.push(id.slice(5, 6) + id.slice(-3));
      return isMutant && id === killer;
    },
  );
  const run = async () => {
    ran = [];
    return [(await runMutant()).status, ...ran];
  };
  assert.deepEqual(await run(), ['killed', 'aone', 'bone', 'btwo', 'cone']);
  assert.deepEqual(await run(), ['killed', 'cone']);
  killer = 'test/b.test.ts: two';
  assert.deepEqual(await run(), ['killed', 'cone', 'aone', 'bone', 'btwo']);
  killer = 'none';
  assert.deepEqual(await run(), ['survived', 'btwo', 'cone', 'aone', 'bone']);
});

test('a test that is stopped leaves no global object replaced', async t => {
  const { setTimeout: real } = globalThis;
  t.after(() => Object.assign(globalThis, { setTimeout: real }));
  const { runMutant } = createRunner(t, { 'test/a.test.ts: one': 1 }, (_, { isMutant }) => {
    if (!isMutant) return false;
    globalThis.setTimeout = /** @type {any} */ (() => 0);
    return new Promise(() => {});
  });
  assert.equal((await runMutant()).status, 'killed');
  assert.equal(globalThis.setTimeout, real);
});
