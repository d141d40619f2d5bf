import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { readTap } from '../../../scripts/suites/counts.mjs';
import { formatFailures, readFailures } from '../../../scripts/suites/failures.mjs';
import { nodeTest, shareProcesses } from '../../../scripts/suites/node-tests.mjs';
import { readFileTimes } from '../../../scripts/suites/times.mjs';
import { countReporter } from '../../support/wtr/reporter.mjs';

/** @param {import('node:test').TestContext} t */
function createFolder(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'failures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('what failed in node:test is reported with its groups, its file and its error', t => {
  const folder = createFolder(t);
  writeFileSync(
    path.join(folder, 'groups.test.mjs'),
    `import test, { describe, it } from 'node:test';
describe('a form', () => {
  it('is shown', () => {});
  it('is short', { todo: true }, () => {
    throw new Error('too long');
  });
  describe('with an error', () => {
    it('says it', () => {
      throw new TypeError('no text\\nin any language', { cause: new Error('no fetch', { cause: new Error('no server') }) });
    });
  });
});`,
  );
  writeFileSync(path.join(folder, 'load.test.mjs'), `throw new Error('at load');`);
  const files = ['groups', 'load'].map(name => path.join(folder, `${name}.test.mjs`));
  const { command, args } = nodeTest(files, 1, path.join(folder, 'all'));
  // Within a test, node:test would not run files.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  spawnSync(command, args, { env });

  const lines = formatFailures(readFailures(folder).map(failure => ({ suite: 'node', ...failure })));
  const file = (/** @type {string} */ name) => path.relative('.', path.join(folder, `${name}.test.mjs`));
  assert.equal(lines[0], 'Failed:');
  assert.equal(lines[1], `✗ a form › with an error › says it (node, ${file('groups')})`);
  assert.deepEqual(lines.slice(2, 4), ['    TypeError: no text', '    in any language']);
  assert.deepEqual(lines.slice(4, 6), ['    Cause: no fetch', '    Cause: no server']);
  assert.match(lines[6] ?? '', /^ {4}at .*groups\.test\.mjs:9:/);
  assert.equal(lines[7], `✗ the file itself (node, ${file('load')})`);
  assert.match(lines.slice(8).join('\n'), /Error: at load/);
});

test('files that run in one process keep their names in what failed and in the times', t => {
  const folder = createFolder(t);
  /** @param {string} name */
  const at = name => path.relative('.', path.join(folder, `${name}.test.mjs`));
  writeFileSync(at('good'), `import test from 'node:test'; test('passes', () => {});`);
  writeFileSync(at('bad'), `import test from 'node:test'; test('says it', () => { throw new Error('no text'); });`);
  writeFileSync(at('broken'), `throw new Error('at load');`);
  writeFileSync(at('own'), `import test from 'node:test'; test('passes', () => {});`);
  const files = ['good', 'bad', 'broken', 'own'].map(at);
  const target = path.join(folder, 'all');
  const shared = shareProcesses(files, file => file !== at('own'), target);
  assert.equal(shared.length, 3);
  assert.equal(shared.at(-1), at('own'));
  const { command, args } = nodeTest(shared, 1, target);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(command, args, { env, encoding: 'utf8' });

  assert.deepEqual(readTap({ code: status ?? 1, output: stdout }), { passed: 2, failed: 2, skipped: 0 });
  const failures = readFailures(folder);
  assert.deepEqual(failures.map(({ name, file }) => [name, file]).sort(), [
    ['says it', at('bad')],
    ['the file itself', at('broken')],
  ]);
  assert.match(failures.find(({ name }) => name === 'the file itself')?.error ?? '', /Error: at load/);
  assert.deepEqual(
    readFileTimes('node', folder)
      .map(({ file }) => file)
      .sort(),
    [...files].sort(),
  );
});

test('what failed in browsers is reported with its groups, its file, its engine and its error', t => {
  const folder = createFolder(t);
  process.env.FAILURES = path.join(folder, 'all.failures');
  t.after(() => delete process.env.FAILURES);
  t.mock.method(console, 'log', () => {});
  // The reporter sets the exit code of this process, and prints when it ends.
  t.mock.method(process, 'once', () => process);
  t.after(() => (process.exitCode = undefined));
  const session = (/** @type {object} */ more) => ({
    testFile: path.resolve('test/elements/a.test.ts'),
    browser: { name: 'Firefox' },
    passed: false,
    errors: [],
    ...more,
  });
  const failed = { name: 'fails', passed: false, skipped: false, error: { message: 'expected 1 to equal 2' } };
  const passed = { name: 'passes', passed: true, skipped: false };
  const sessions = [
    session({
      testResults: { name: '', tests: [], suites: [{ name: 'a group', tests: [passed, failed], suites: [] }] },
    }),
    session({ errors: [{ name: 'SyntaxError', message: 'no import' }] }),
  ];
  void countReporter().stop?.(/** @type {any} */ ({ sessions }));

  assert.deepEqual(formatFailures(readFailures(folder).map(failure => ({ suite: 'browsers', ...failure }))), [
    'Failed:',
    '✗ a group › fails (browsers, test/elements/a.test.ts, Firefox)',
    '    expected 1 to equal 2',
    '✗ the file itself (browsers, test/elements/a.test.ts, Firefox)',
    '    SyntaxError: no import',
  ]);
});

test('long errors and long lists are cut; nothing is shown if nothing failed', () => {
  const failure = { suite: 'node', name: 'a test', error: 'line\n'.repeat(30) };
  const lines = formatFailures(Array.from({ length: 100 }, () => failure));
  assert.ok(lines.length < 600);
  assert.match(lines.find(line => line.includes('more lines')) ?? '', /19 more lines/);
  assert.equal(lines.at(-1), '… and 60 more');
  assert.deepEqual(formatFailures([]), []);
  assert.deepEqual(readFailures('no-such-folder'), []);
});
