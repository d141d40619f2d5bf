// Tests that no test file is left without a suite.
import assert from 'node:assert/strict';
import test from 'node:test';

import { CannotRun } from '../../../scripts/suites/cannot-run.mjs';
import { findTests, NONE_CHOSEN } from '../../../scripts/suites/node-tests.mjs';
import { chooseSuites, suites } from '../../../scripts/suites/list.mjs';
import { findBackends, findServer } from '../../../scripts/suites/test-files.mjs';

/** The suites that build or install a server before they look for their files, which test-files.mjs finds. */
const BUILT = ['supabase', 'kratos', 'node24'];

test('each test file belongs to a suite', async () => {
  /** @type {Set<string>} */
  const found = new Set([...findBackends(), ...findServer()]);
  const isChosen = (/** @type {string} */ file) => !found.add(file);
  for (const { name, commands } of suites.filter(suite => !BUILT.includes(suite.name))) {
    const run = { reports: 'out/reports/none', engines: ['chromium', 'firefox'], isChosen };
    try {
      await commands(run);
    } catch (error) {
      assert.ok(error instanceof CannotRun, name);
      assert.equal(error.message, NONE_CHOSEN, name);
    }
  }
  const all = findTests(
    ['test', 'server/test', 'create', 'contract-check', 'bench', 'src'],
    '.test.ts',
    '.test.mjs',
    '.test.tsx',
  );
  assert.ok(all.length > 400);
  assert.deepEqual(
    all.filter(file => !found.has(file)),
    [],
  );
});

test('a run of the named suites, with `build` if one of them needs dist/', () => {
  const chosen = (/** @type {string[]} */ names, /** @type {boolean} */ isBuilt) =>
    chooseSuites(names, isBuilt).map(({ name }) => name);
  assert.deepEqual(chosen(['apps', 'node'], true), ['node', 'apps']);
  for (const name of ['e2e', 'size', 'package', 'apps', 'pages'])
    assert.deepEqual(chosen([name], false), ['build', name]);
  for (const name of ['browsers', 'node', 'server', 'demo']) assert.deepEqual(chosen([name], false), [name]);
  assert.deepEqual(chosen(['build', 'e2e'], false), ['build', 'e2e']);
  assert.ok(chosen([], true).includes('build'));
  assert.ok(!chosen([], false).includes('site'));
});
