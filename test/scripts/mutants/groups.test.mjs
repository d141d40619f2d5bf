// Which groups and files the option --mutant is for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findMutantProblem } from '../../../scripts/mutants/groups.mjs';

test('--mutant is refused where mutants run in Node, because they have no numbers', () => {
  for (const [name, ...files] of [
    ['core'],
    ['testing'],
    ['core', 'src/core/phone.ts'],
    ['testing', 'src/testing/mock-server.ts'],
  ])
    assert.match(
      findMutantProblem(String(name), files) ?? '',
      /^--mutant can't choose mutants of \w+ that run in Node/,
    );
});

test('--mutant is for mutants in Chromium', () => {
  for (const [name, ...files] of [['elements'], ['core', 'src/elements/dom.ts'], ['testing', 'src/testing/dom.ts']])
    assert.equal(findMutantProblem(String(name), files), undefined);
});
