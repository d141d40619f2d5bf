// The projects that test with auth-widget/testing, one for each test runner, run by their own command.
import assert from 'node:assert/strict';
import test from 'node:test';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { installApp } from './install.mjs';

/**
 * The tests of a project pass.
 * @param {string} name of the folder in examples/
 * @param {RegExp} counts matches the line in which the test runner counts the tests that passed and, if it does, all of
 * them. The last such line counts.
 */
export function testProject(name, counts) {
  test(`${name}: its tests pass`, { timeout: 600_000 }, async () => {
    const app = await installApp(name);
    const output = await app.runScript('test', { CHROMIUM: requireEngine('chromium'), NO_COLOR: '1' });
    const [, passed, total = passed] = [...output.matchAll(counts)].at(-1) ?? [];
    assert.ok(Number(passed) > 0, output);
    assert.equal(passed, total, output);
  });
}
