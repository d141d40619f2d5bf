import assert from 'node:assert/strict';
import test from 'node:test';
import { draw } from '../../../scripts/mutants/browser/mutants.mjs';
import { choose } from '../../../scripts/mutants/browser/run.mjs';

const numbers = Array.from({ length: 1000 }, (_, index) => index);
const mutants = numbers.map(id => ({
  id: `${id}`,
  file: id < 900 ? 'src/a.ts' : 'src/b.ts',
  original: `${id % 400}`,
  replacement: 'true',
}));

test('a seed draws the same mutants, none of them twice, and a larger sample begins with the same', () => {
  const drawn = draw(mutants, 60, 1);
  assert.deepEqual(draw(mutants, 120, 1).slice(0, 60), drawn);
  assert.equal(new Set(drawn).size, 60);
  assert.notDeepEqual(draw(mutants, 60, 2), drawn);
});

test('a change of other code leaves a sample as it is', () => {
  const drawn = draw(mutants, 60, 1);
  const others = mutants.filter(mutant => mutant.file === 'src/a.ts' || drawn.includes(mutant));
  assert.deepEqual(draw(others, 60, 1), drawn);
});

test('every mutant can be drawn, and a list that is shorter than the sample is drawn completely', () => {
  const five = mutants.slice(0, 5);
  assert.equal(new Set(numbers.slice(0, 100).map(seed => draw(five, 1, seed)[0])).size, 5);
  assert.deepEqual(new Set(draw(five, 60, 1)), new Set(five));
});

test('a sample is drawn from the mutants of the named files, and its total counts these alone', () => {
  const all = /** @type {any[]} */ (mutants);
  const { chosen, total } = choose(all, { files: ['src/b.ts'], count: '10' });
  assert.equal(total, 100);
  assert.deepEqual(
    chosen.map(({ file }) => file),
    Array(10).fill('src/b.ts'),
  );
  assert.equal(choose(all, { files: [], count: '10' }).total, 1000);
});
