// The sample of mutants that StrykerJS runs in Node.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { onlySample, rangesOf, strykerCall } from '../../../scripts/mutants/run-in-node.mjs';

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

test('a sample of thousands of mutants reaches the configuration of StrykerJS', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  t.after(() => rm(folder, { recursive: true }));
  const sample = Array.from({ length: 8000 }, (_, column) => mutantAt(column + 1, 'false'));
  const { args, env } = strykerCall({ name: 'core', mutate: rangesOf(sample), sample, folder });
  const printed = `import config from './stryker.config.mjs';
    process.stdout.write(JSON.stringify([config.mutate.length, config.mutate.at(-1), config.incremental]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', printed, '--', ...args],
    { env },
  );
  assert.deepEqual(JSON.parse(stdout), [8000, 'src/a.ts:2:7999-2:8003', false]);
  const drawn = JSON.parse(await readFile(String(env.SAMPLE), 'utf8'));
  assert.equal(drawn.length, 8000);
});

test('without a sample StrykerJS makes all mutants of the files, and keeps what it finds', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  t.after(() => rm(folder, { recursive: true }));
  const { env } = strykerCall({ name: 'core', mutate: ['src/a.ts'], folder });
  assert.equal(env.SAMPLE, process.env.SAMPLE);
  assert.deepEqual(JSON.parse(await readFile(String(env.MUTATE), 'utf8')), ['src/a.ts']);
});
