import assert from 'node:assert/strict';
import test from 'node:test';
import { draw } from '../../scripts/mutants-elements/mutants.mjs';
import { killedPart, NO_REASON, readReasons, writeReport } from '../../scripts/mutants-elements/report.mjs';

const numbers = Array.from({ length: 1000 }, (_, index) => index);

const mutant = {
  id: '7',
  file: 'src/elements/auth-widget/controllers/countdown.ts',
  line: 12,
  mutator: 'ConditionalExpression',
  original: 'deadline !== this.#given',
  replacement: 'true',
  isIgnored: false,
};
const template = { ...mutant, id: '8', line: 20, mutator: 'StringLiteral', original: 'html`<p></p>`', replacement: '' };
const run = {
  verdicts: [
    { mutant, killedBy: undefined },
    { mutant: template, killedBy: undefined },
    { mutant: { ...mutant, id: '9' }, killedBy: 'countdown.test.ts: counts' },
  ],
  total: 1000,
  seed: 1,
  commit: 'abc',
  date: '2026-11-22',
  command: 'npm run x',
};

test('a seed draws the same items of a list, none of them twice', () => {
  const drawn = draw(numbers, 60, 1);
  assert.deepEqual(draw(numbers, 60, 1), drawn);
  assert.equal(new Set(drawn).size, 60);
  assert.notDeepEqual(draw(numbers, 60, 2), drawn);
});

test('every item can be drawn, and a list that is shorter than the sample is drawn whole', () => {
  const seen = new Set(Array.from({ length: 100 }, (_, seed) => draw([1, 2, 3, 4, 5], 1, seed)[0]));
  assert.equal(seen.size, 5);
  assert.deepEqual(draw([1, 2, 3], 60, 1).sort(), [1, 2, 3]);
});

test('the report lists each survivor, and keeps the reason of one whose line has moved', () => {
  const first = writeReport(run, new Map());
  assert.match(first, /1 of 3 killed: \*\*33.3 %\*\*/);
  assert.match(
    first,
    /`src\/elements\/auth-widget\/controllers\/countdown.ts:12` ConditionalExpression: `deadline !== this.#given` → `true`/,
  );
  assert.equal(readReasons(first).size, 0);

  const explained = first.replace(NO_REASON, 'The same either way.');
  const moved = {
    ...run,
    verdicts: [{ mutant: { ...mutant, line: 30 }, killedBy: undefined }, ...run.verdicts.slice(1)],
  };
  const second = writeReport(moved, readReasons(explained));
  assert.match(second, /countdown.ts:30` .+\n {2}The same either way\./);
  assert.match(second, new RegExp(`countdown.ts:20\` .+\n {2}${NO_REASON}`));
});

test('the part that is killed', () => {
  assert.equal(killedPart(run.verdicts), 1 / 3);
  assert.equal(killedPart([]), 0);
});
