// Test files that share a process: their order, what is closed at the end, and a file that can't be loaded.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { FILE_ITSELF, writePrograms } from '../../../scripts/suites/together.mjs';

const TOGETHER = new URL('../../../scripts/suites/together.mjs', import.meta.url).href;
const run = promisify(execFile);

/** The source of a test file that prints what happens. @param {string} name */
const source = name => `
  import test, { after } from 'node:test';
  import { atEndOfProcess } from ${JSON.stringify(TOGETHER)};
  import { close } from './shared.mjs';
  atEndOfProcess(close);
  console.log('${name} is loaded');
  after(() => console.log('${name} has ended'));
  test('${name}', () => console.log('${name} runs'));
`;

/**
 * Writes these files and runs them in one process, together or as `node:test` runs a single file.
 * @param {Record<string, string>} sources by their names
 * @param {{ isAlone?: boolean }} [options]
 */
async function runAll(sources, { isAlone = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'aw-together-'));
  try {
    await writeFile(path.join(folder, 'shared.mjs'), `export const close = async () => console.log('closed');`);
    const files = Object.keys(sources).map(name => path.join(folder, `${name}.test.mjs`));
    for (const [index, text] of Object.values(sources).entries()) await writeFile(files[index] ?? '', text);
    const [program = ''] = isAlone ? files : writePrograms(files, 1, path.join(folder, 'files'));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    /** @type {{ code?: number, stdout: string }} */
    const { code = 0, stdout } = await run(process.execPath, ['--test-reporter=tap', program], { env }).catch(
      (/** @type {unknown} */ error) => /** @type {{ code: number, stdout: string }} */ (error),
    );
    return { code, stdout, lines: stdout.split('\n') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a file is loaded after the tests of the one before it, and what they share is closed once, at the end', async () => {
  const { code, stdout, lines } = await runAll({ one: source('one'), other: source('other') });
  assert.equal(code, 0, stdout);
  assert.deepEqual(
    lines.filter(line => /^(one|other|closed)\b/.test(line)),
    ['one is loaded', 'one runs', 'one has ended', 'other is loaded', 'other runs', 'other has ended', 'closed'],
  );
});

test('a file that is alone in its process closes what it uses', async () => {
  const { lines } = await runAll({ one: source('one') }, { isAlone: true });
  assert.equal(lines.filter(line => line === 'closed').length, 1);
});

test('a file that cannot be loaded fails by its name, and those after it run', async () => {
  const { code, lines } = await runAll({ broken: `import './no-such-file.mjs';`, other: source('other') });
  assert.equal(code, 1);
  assert.ok(lines.some(line => line.includes(`not ok 1 - ${FILE_ITSELF}`)));
  assert.ok(lines.includes('other runs'));
  assert.ok(lines.includes('closed'));
});
