// The projects that test with auth-widget/testing, one for each test runner, by their own command.
import assert from 'node:assert/strict';
import test from 'node:test';
import { requireEngine } from '../../scripts/engines/find-engines.mjs';
import { installApp } from './support/install.mjs';

/**
 * Each project with the line in which its runner counts the tests that have passed, and all of them; the last such line counts.
 * @type {Record<string, RegExp>}
 */
const PROJECTS = {
  'testing-vitest-jsdom': /Tests +(\d+) passed \((\d+)\)/g,
  'testing-vitest-happy-dom': /Tests +(\d+) passed \((\d+)\)/g,
  'testing-vitest-browser': /Tests +(\d+) passed \((\d+)\)/g,
  'testing-angular': /Tests +(\d+) passed \((\d+)\)/g,
  'testing-playwright': /^ *(\d+) passed/gm,
  'testing-wtr': /(\d+) passed, 0 failed/g,
};

for (const [name, counts] of Object.entries(PROJECTS)) {
  test(`${name}: its tests pass`, { timeout: 600_000 }, async t => {
    const app = await installApp(name);
    t.after(app.remove);
    const output = await app.runScript('test', { CHROMIUM: requireEngine('chromium'), NO_COLOR: '1' });
    const [, passed, total = passed] = [...output.matchAll(counts)].at(-1) ?? [];
    assert.ok(Number(passed) > 0, output);
    assert.equal(passed, total, output);
  });
}
