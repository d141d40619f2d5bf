// Tests which options `npm run histories` refuses.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

test('options that are not valid numbers are refused, and nothing is played', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  for (const options of [
    ['--runs', 'x'],
    ['--runs', '0'],
    ['--runs', '1.5'],
    ['--minutes', 'x'],
    ['--minutes=-1'],
    ['--seed', 'x'],
  ]) {
    // If an option were accepted, only one history would be played.
    const args = ['--import', './scripts/suites/typescript.mjs', main, '--minutes', '0', '--runs', '1', ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1, options.join(' '));
    assert.match(stderr, /^Usage: npm run histories -- /);
    assert.equal(stdout, '');
  }
});
