import assert from 'node:assert/strict';
import test from 'node:test';
import { createPlanner } from '../../../scripts/mutants/browser/plan.mjs';

/** @type {(id: string, ms?: number) => import('../../../scripts/mutants/browser/pages.mjs').Outcome} */
const passed = (id, ms = 10) => ({ id, ms, failure: undefined, isTimeout: false, isSkipped: false });

const runs = () => [
  {
    file: 'test/elements/other.test.ts',
    outcomes: [passed('wide'), passed('narrow'), passed('elsewhere')],
    coverage: { static: { s: 1 }, perTest: { wide: { m: 2, n: 1, ...many() }, narrow: { m: 3 }, elsewhere: { n: 1 } } },
  },
  {
    file: 'test/elements/countdown.test.ts',
    outcomes: [passed('own'), passed('slow', 60_000)],
    coverage: { static: {}, perTest: { own: { m: 1 }, slow: { m: 1 } } },
  },
];
const many = () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
const SOURCE = 'src/elements/countdown.ts';
const testsOf = (/** @type {ReturnType<ReturnType<typeof createPlanner>['plan']>} */ steps) =>
  steps.flatMap(({ tests }) => tests.map(({ id }) => id));

test('the tests of the module come first, then those that reach few mutants; those beyond the time for a mutant are left out', () => {
  const planner = createPlanner(runs(), () => '');
  assert.deepEqual(testsOf(planner.plan('m', SOURCE, 1)), ['own', 'narrow', 'wide']);
  assert.deepEqual(planner.plan('unknown', SOURCE, 1), []);
});

test('on a busy machine, where all tests were slow, the time for a mutant is a third of their sum', () => {
  const outcomes = Array.from({ length: 100 }, (_, index) => passed(`slow ${index}`, 5_000));
  const perTest = Object.fromEntries(outcomes.slice(0, 50).map(({ id }) => [id, { m: 1 }]));
  const planner = createPlanner(
    [{ file: 'test/elements/slow.test.ts', outcomes, coverage: { static: {}, perTest } }],
    () => '',
  );
  assert.equal(testsOf(planner.plan('m', SOURCE, 1)).length, 33);
});

test('the test that noticed a mutant before is a step of its own, if it still runs the code', () => {
  const planner = createPlanner(runs(), () => '');
  const stepOf = (/** @type {string} */ mutant, /** @type {string} */ id) =>
    planner.findStep(mutant, 'test/elements/other.test.ts', id);
  const step = stepOf('m', 'wide');
  assert.deepEqual(
    [step?.file, step?.isStatic, step && testsOf([step])],
    ['test/elements/other.test.ts', false, ['wide']],
  );
  assert.equal(stepOf('s', 'wide')?.isStatic, true);
  assert.deepEqual([stepOf('m', 'elsewhere'), stepOf('m', 'gone')], [undefined, undefined]);
});

test('code that runs as modules load belongs to all tests of the file', () => {
  const planner = createPlanner(runs(), () => '');
  assert.deepEqual(testsOf(planner.plan('s', SOURCE, 1)).sort(), ['elsewhere', 'narrow', 'wide']);
});

test('a test that has noticed mutants of a source is tried first with the next ones', () => {
  const planner = createPlanner(runs(), () => '');
  for (let round = 0; round < 50; round++) planner.noteKill(SOURCE, 'test/elements/other.test.ts', 'wide', 1);
  assert.equal(testsOf(planner.plan('m', SOURCE, 1))[0], 'wide');
  assert.equal(testsOf(planner.plan('m', 'src/elements/dom.ts', 1))[0], 'narrow');
});

test('a test that has noticed a mutant nearby is tried before one that has noticed a mutant far away', () => {
  const planner = createPlanner(runs(), () => '');
  for (let round = 0; round < 50; round++) {
    planner.noteKill(SOURCE, 'test/elements/other.test.ts', 'wide', 10);
    planner.noteKill(SOURCE, 'test/elements/other.test.ts', 'narrow', 900);
  }
  assert.equal(testsOf(planner.plan('m', SOURCE, 12))[0], 'wide');
  assert.equal(testsOf(planner.plan('m', SOURCE, 899))[0], 'narrow');
});

test('a test whose name has words of the code around the mutant is tried before others', () => {
  const outcomes = ['alpha links', 'beta codes', 'gamma forms'].map(id => passed(id));
  const perTest = Object.fromEntries(outcomes.map(({ id }) => [id, { m: 1 }]));
  const run = { file: 'test/elements/some.test.ts', outcomes, coverage: { static: {}, perTest } };
  const planner = createPlanner([run], file => (file === SOURCE ? 'one\nfunction legalLink() {}' : 'formOf(x)'));
  assert.equal(testsOf(planner.plan('m', SOURCE, 2))[0], 'alpha links');
  assert.equal(testsOf(planner.plan('m', 'src/elements/dom.ts', 1))[0], 'gamma forms');
});

test('hits are counted in the tests of a step, and as modules load', () => {
  const planner = createPlanner(runs(), () => '');
  const steps = planner.plan('m', SOURCE, 1);
  assert.deepEqual(
    steps.map(step => planner.countHits('m', step)),
    [1, 5],
  );
  assert.deepEqual(
    steps.map(step => planner.countHits('s', step)),
    [0, 1],
  );
});

test('a file is tried with some of its tests before another file has its turn', () => {
  const ids = Array.from({ length: 20 }, (_, index) => `test ${index}`);
  const perTest = Object.fromEntries(ids.map(id => [id, { m: 1 }]));
  const file = (/** @type {string} */ name) => ({
    file: name,
    outcomes: ids.map(id => passed(id)),
    coverage: { static: {}, perTest },
  });
  const steps = createPlanner([file('a'), file('b')], () => '').plan('m', SOURCE, 1);
  assert.deepEqual(
    steps.map(step => [step.file, step.tests.length]),
    [
      ['a', 6],
      ['b', 6],
      ['a', 14],
      ['b', 14],
    ],
  );
});
