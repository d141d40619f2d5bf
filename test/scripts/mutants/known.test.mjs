import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openKnown } from '../../../scripts/mutants/known.mjs';

const MUTANT = {
  file: 'src/source',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } },
  mutator: 'BooleanLiteral',
  replacement: 'false',
};
const KILLER = { file: 'test/one', test: 'one' };
const KILLED = { status: /** @type {const} */ ('Killed'), killer: KILLER };
const SURVIVED = { status: /** @type {const} */ ('Survived'), killer: null };

/** A folder with a source and two tests, as the current one. @param {import('node:test').TestContext} t */
function setUp(t) {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'known-'));
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  for (const name of ['src', 'test']) mkdirSync(name);
  for (const file of ['src/source', 'test/one', 'test/two']) writeFileSync(file, '');
}

/** @param {import('../../../scripts/mutants/known.mjs').Finding} finding */
function keep(finding) {
  const known = openKnown('group', ['test']);
  known.add(MUTANT, finding);
  known.save();
}
const find = (mutant = MUTANT) => openKnown('group', ['test']).find(mutant)?.status;

test('a mutant that was noticed stays so until its source or the test that noticed it changes', t => {
  setUp(t);
  keep(KILLED);
  writeFileSync('test/two', 'changed');
  assert.equal(find(), 'Killed');
  assert.equal(find({ ...MUTANT, replacement: 'true' }), undefined);
  writeFileSync('test/one', 'changed');
  assert.equal(find(), undefined);
  keep(KILLED);
  assert.equal(find(), 'Killed');
  writeFileSync('src/source', 'changed');
  assert.equal(find(), undefined);
});

test('a survivor is tried again when any test changes', t => {
  setUp(t);
  keep(SURVIVED);
  assert.equal(find(), 'Survived');
  writeFileSync('test/two', 'changed');
  assert.equal(find(), undefined);
});

test('a fresh run knows nothing', t => {
  setUp(t);
  keep(KILLED);
  assert.equal(openKnown('group', ['test'], { isFresh: true }).find(MUTANT), undefined);
});
