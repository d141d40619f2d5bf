import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openKnown } from '../../../scripts/mutants/known.mjs';

const MUTANT = {
  file: 'src/source.ts',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } },
  mutator: 'BooleanLiteral',
  replacement: 'false',
};
const PART = { sources: ['src'], tests: ['test'] };
const KILLER = { file: 'test/one.test.ts', test: 'one' };
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
  for (const name of ['src', 'test', 'test/support']) mkdirSync(name);
  for (const file of ['src/source.ts', 'test/one.test.ts', 'test/two.test.ts']) writeFileSync(file, '');
}

/** @param {import('../../../scripts/mutants/known.mjs').Finding} finding */
function keep(finding, part = PART) {
  const known = openKnown('group', part);
  known.add(MUTANT, finding);
  known.save();
}
const find = (mutant = MUTANT, part = PART) => openKnown('group', part).find(mutant)?.status;

test('a mutant that was noticed stays so until its source or the test that noticed it changes', t => {
  setUp(t);
  keep(KILLED);
  writeFileSync('test/two.test.ts', 'changed');
  assert.equal(find(), 'Killed');
  assert.equal(find({ ...MUTANT, replacement: 'true' }), undefined);
  writeFileSync('test/one.test.ts', 'changed');
  assert.equal(find(), undefined);
  keep(KILLED);
  assert.equal(find(), 'Killed');
  writeFileSync('src/source.ts', 'changed');
  assert.equal(find(), undefined);
});

test('an edit of comments and blank lines alone changes no finding', t => {
  setUp(t);
  const code = ['const text = `', '  * not a comment`;', '/** A constant. */ const one = 1;'];
  writeFileSync('src/source.ts', ['// A file.', ...code].join('\n'));
  const at = (/** @type {number} */ line) => ({
    ...MUTANT,
    location: { start: { line, column: 7 }, end: { line, column: 9 } },
  });
  const known = openKnown('group', PART);
  known.add(at(4), KILLED);
  known.save();
  writeFileSync(
    'src/source.ts',
    ['/*', ' * A file', ' * with constants.', ' */', '', ...code, '  // The end.'].join('\n'),
  );
  assert.deepEqual([find(at(8)), find(at(7)), find(at(4))], ['Killed', undefined, undefined]);
  for (const [index, line] of code.entries()) {
    writeFileSync('src/source.ts', code.with(index, `${line};`).join('\n'));
    assert.equal(find(at(3)), undefined, line);
  }
});

test('a survivor is tried again when any test changes', t => {
  setUp(t);
  keep(SURVIVED);
  assert.equal(find(), 'Survived');
  writeFileSync('test/two.test.ts', 'changed');
  assert.equal(find(), undefined);
});

test('a survivor of earlier tests counts on request, and is tried again if its source changes', t => {
  setUp(t);
  keep(SURVIVED);
  writeFileSync('test/two.test.ts', 'changed');
  const findKept = () => openKnown('group', PART, { keepsSurvivors: true }).find(MUTANT)?.status;
  assert.equal(findKept(), 'Survived');
  writeFileSync('src/source.ts', 'changed');
  assert.equal(findKept(), undefined);
  keep(KILLED);
  writeFileSync('test/one.test.ts', 'changed');
  assert.equal(findKept(), undefined);
});

test('the test that noticed a mutant is still known after its file has changed, but not after the source has', t => {
  setUp(t);
  keep(KILLED);
  writeFileSync('test/one.test.ts', 'changed');
  assert.deepEqual(openKnown('group', PART).findLastKiller(MUTANT), KILLER);
  writeFileSync('src/source.ts', 'changed');
  assert.equal(openKnown('group', PART).findLastKiller(MUTANT), undefined);
});

test('what survived in Chromium in an interrupted run is left to the tests in Node, unless a test has changed', t => {
  setUp(t);
  const isOpen = (options = {}) => {
    const known = openKnown('group', PART, options);
    return [known.isOpenInNode(MUTANT), known.find(MUTANT)];
  };
  keep({ ...SURVIVED, isOpen: true });
  assert.deepEqual(isOpen(), [true, undefined]);
  assert.deepEqual(isOpen({ keepsSurvivors: true }), [true, undefined]);
  writeFileSync('test/two.test.ts', 'changed');
  assert.deepEqual(isOpen(), [false, undefined]);
  keep(SURVIVED);
  assert.equal(isOpen()[0], false);
});

test('a survivor of a part that names its tests one by one is tried again when one of them changes', t => {
  setUp(t);
  const part = { sources: ['src/source.ts'], tests: ['test/one.test.ts', 'test/two.test.ts'] };
  keep(SURVIVED, part);
  assert.equal(find(MUTANT, part), 'Survived');
  writeFileSync('test/two.test.ts', 'changed');
  assert.equal(find(MUTANT, part), undefined);
});

for (const file of ['src/source.ts', 'test/one.test.ts'])
  test(`a finding is about the files at the beginning of the run, before ${file} was edited`, t => {
    setUp(t);
    const known = openKnown('group', PART);
    writeFileSync(file, 'changed');
    known.add(MUTANT, KILLED);
    known.save();
    assert.equal(find(), undefined);
  });

test('a fresh run knows nothing', t => {
  setUp(t);
  keep(KILLED);
  assert.equal(openKnown('group', PART, { isFresh: true }).find(MUTANT), undefined);
});
