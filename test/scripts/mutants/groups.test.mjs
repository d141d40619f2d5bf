// Which groups and files the options of `npm run mutants` are for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findOptionProblem } from '../../../scripts/mutants/groups.mjs';

for (const option of ['mutant', 'only']) {
  test(`--${option} is refused where mutants run in Node`, () => {
    for (const [name = '', ...files] of [
      ['core'],
      ['testing'],
      ['core', 'src/core/phone.ts'],
      ['testing', 'src/testing/mock-server.ts'],
    ])
      assert.match(
        findOptionProblem({ [option]: ['7'] }, name, files) ?? '',
        new RegExp(`^--${option} is for mutants that run in Chromium, and some of ${name} run in Node\\.`),
      );
  });

  test(`--${option} is for mutants in Chromium`, () => {
    for (const [name = '', ...files] of [
      ['elements'],
      ['core', 'src/elements/dom.ts'],
      ['testing', 'src/testing/dom.ts'],
    ])
      assert.equal(findOptionProblem({ [option]: ['7'] }, name, files), undefined);
  });
}

test('--fresh is refused with files, because it forgets the whole group', () => {
  for (const [name = '', file = ''] of [
    ['core', 'src/core/phone.ts'],
    ['elements', 'src/elements/dom.ts'],
  ])
    assert.match(findOptionProblem({ fresh: true }, name, [file]) ?? '', new RegExp(`the whole group ${name}\\.`));
  assert.equal(findOptionProblem({ fresh: true }, 'core', []), undefined);
  assert.equal(findOptionProblem({ fresh: true }, 'core', ['src/elements/dom.ts']), undefined, 'of another group');
  assert.equal(findOptionProblem({}, 'core', ['src/core/phone.ts']), undefined);
});
