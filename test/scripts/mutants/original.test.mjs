// The run of all test files without a mutant, whose result a later run may use.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { runOriginal } from '../../../scripts/mutants/browser/run.mjs';

const COVERAGE = { static: {}, perTest: { one: { 0: 1 } } };

/** @param {string} id @param {string} file */
const mutant = (id, file) => ({
  ...{ id, file, mutator: 'BooleanLiteral', original: 'true', replacement: 'false', isIgnored: false },
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } },
});

test('a result is used again for the same mutants, and not if a source before theirs has given them other ids', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'original-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let runs = 0;
  /** @type {any} */
  const browser = {
    run: () => {
      runs++;
      const outcomes = [{ id: 'one', ms: 1, failure: undefined, isTimeout: false, isSkipped: false }];
      return Promise.resolve({ outcomes, coverage: COVERAGE });
    },
  };
  const run = (/** @type {ReturnType<typeof mutant>[]} */ ...mutants) =>
    runOriginal([browser], ['test/a.test.ts'], mutants, path.join(folder, 'original.json'));
  await run(mutant('0', 'src/b.ts'));
  const [kept] = await run(mutant('0', 'src/b.ts'));
  assert.deepEqual([runs, kept?.file, kept?.coverage], [1, 'test/a.test.ts', COVERAGE]);
  await run(mutant('0', 'src/a.ts'), mutant('1', 'src/b.ts'));
  assert.equal(runs, 2);
});
