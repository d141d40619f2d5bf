import assert from 'node:assert/strict';
import test from 'node:test';
import { countByFile, explain, findSurvivors, formatResult, sum } from '../../../scripts/mutants/report.mjs';

const FILE = 'src/elements/auth-widget/controllers/countdown.ts';
const run = { date: '2026-11-22', commit: 'abc', note: 'drawn from 1000 with the seed 1' };

/**
 * A report with three mutants: two in the first line, one of which is killed, and one in a template.
 * @param {string} before the lines above the code
 */
const reportOf = (before = '') => {
  const line = before.split('\n').length;
  return {
    files: {
      [FILE]: {
        source: `${before}if (deadline !== given) return;\nreturn html\`<p></p>\`;\n`,
        mutants: [
          { location: at(line + 1, 8, 21), replacement: '', status: 'NoCoverage' },
          { location: at(line, 5, 23), replacement: 'true', status: 'Survived' },
          { location: at(line, 5, 23), replacement: 'false', status: 'Killed' },
        ],
      },
    },
  };
};
/** @type {(line: number, from: number, to: number) => import('../../../scripts/mutants/report.mjs').Location} */
const at = (line, from, to) => ({ start: { line, column: from }, end: { line, column: to } });

const LISTED = {
  [FILE]: [
    { line: 'if (deadline !== given) return;', mutants: ['deadline !== given → true'], why: 'The same either way.' },
  ],
};

test('survivors are those that are neither killed nor timed out, by line', () => {
  const survivors = findSurvivors(reportOf());
  assert.deepEqual(
    survivors.map(({ lineNumber, mutant }) => [lineNumber, mutant]),
    [
      [1, 'deadline !== given → true'],
      [2, 'html`<p></p>` → (nothing)'],
    ],
  );
});

test('a survivor keeps its reason if its line has moved, and has none if the mutation is another one', () => {
  const { found, stale } = explain(findSurvivors(reportOf('// A comment.\n')), LISTED);
  assert.deepEqual(
    found.map(({ lineNumber, why }) => [lineNumber, why]),
    [
      [2, 'The same either way.'],
      [3, undefined],
    ],
  );
  assert.deepEqual(stale, []);
});

test('what is listed but does not survive is stale', () => {
  const { stale } = explain([], LISTED);
  assert.deepEqual(stale, [
    {
      file: FILE,
      line: 'if (deadline !== given) return;',
      mutant: 'deadline !== given → true',
      why: 'The same either way.',
    },
  ]);
});

test('the result has the counts, and each survivor with its reason or without one', () => {
  const report = reportOf();
  const { found } = explain(findSurvivors(report), LISTED);
  const text = formatResult(report, found, run);
  assert.match(text, /commit abc: \*\*33.3 %\*\* of 3 mutants, drawn from 1000 with the seed 1. 1 were killed/);
  assert.match(text, /2 survived.\nWithout the survivors that are explained below \(1\), it is 50.0 %.\n/);
  assert.ok(text.includes(`| \`${FILE}:1\` | \`deadline !== given → true\` | The same either way. |`));
  assert.ok(text.includes('| `` html`<p></p>` → (nothing) `` | **not explained yet** |'));
});

test('code with backticks is fenced by one more than it has in a row', () => {
  const mutant = { file: FILE, lineNumber: 1, line: '', why: undefined };
  const textOf = (/** @type {string} */ change) => formatResult(reportOf(), [{ ...mutant, mutant: change }], run);
  assert.ok(textOf('`` → `Stryker was here!`').includes('| ``` `` → `Stryker was here!` ``` |'));
  assert.ok(textOf('a || b → a').includes('| `a \\|\\| b → a` |'));
});

test('mutants that ran into a timeout count as noticed', () => {
  const report = reportOf();
  Object.assign(report.files[FILE].mutants[0] ?? {}, { status: 'Timeout' });
  const { all, killed, timedOut, score } = sum(countByFile(report));
  assert.deepEqual([all, killed, timedOut, Math.round(score)], [3, 1, 1, 67]);
  assert.equal(sum([]).score, 0);
});
