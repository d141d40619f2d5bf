// The sample of mutants that StrykerJS runs in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import { onlySample, rangesOf } from '../../../scripts/mutants/run-in-node.mjs';

/** @param {number} column @param {string} replacement */
const mutantAt = (column, replacement) => ({
  ...{ id: '1', file: 'src/a.ts', mutator: 'BooleanLiteral', original: 'true', replacement, isIgnored: false },
  location: { start: { line: 2, column }, end: { line: 2, column: column + 4 } },
});

test('StrykerJS is told the places of a sample, with columns that count from 0', () => {
  assert.deepEqual(rangesOf([mutantAt(1, 'false'), mutantAt(9, 'false')]), ['src/a.ts:2:0-2:4', 'src/a.ts:2:8-2:12']);
});

test('the report of a sample has only its mutants: neither others at their places nor those of earlier runs', () => {
  const mutants = [mutantAt(1, 'false'), mutantAt(1, '""'), mutantAt(9, 'false')].map(({ location, replacement }) => ({
    ...{ location, replacement, status: 'Killed' },
  }));
  const report = { files: { 'src/a.ts': { source: '', mutants }, 'src/b.ts': { source: '', mutants } } };
  const { files } = onlySample(report, [mutantAt(1, 'false')]);
  assert.deepEqual(files, { 'src/a.ts': { source: '', mutants: [mutants[0]] } });
});
