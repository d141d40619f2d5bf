import assert from 'node:assert/strict';
import test from 'node:test';
import { draw } from '../../../scripts/mutants/browser/mutants.mjs';
import { choose } from '../../../scripts/mutants/browser/run.mjs';

const numbers = Array.from({ length: 1000 }, (_, index) => index);

test('a seed draws the same items of a list, none of them twice', () => {
  const drawn = draw(numbers, 60, 1);
  assert.deepEqual(draw(numbers, 60, 1), drawn);
  assert.equal(new Set(drawn).size, 60);
  assert.notDeepEqual(draw(numbers, 60, 2), drawn);
});

test('every item can be drawn, and a list that is shorter than the sample is drawn completely', () => {
  const seen = new Set(Array.from({ length: 100 }, (_, seed) => draw([1, 2, 3, 4, 5], 1, seed)[0]));
  assert.equal(seen.size, 5);
  assert.deepEqual(draw([1, 2, 3], 60, 1).sort(), [1, 2, 3]);
});

test('a sample is drawn from the mutants of the named files, and its total counts these alone', () => {
  /** @type {any[]} */
  const mutants = numbers.map(id => ({ id: `${id}`, file: id < 900 ? 'src/a.ts' : 'src/b.ts' }));
  const { chosen, total } = choose(mutants, { files: ['src/b.ts'], count: '10' });
  assert.equal(total, 100);
  assert.deepEqual(
    chosen.map(({ file }) => file),
    Array(10).fill('src/b.ts'),
  );
  assert.equal(choose(mutants, { files: [], count: '10' }).total, 1000);
});
