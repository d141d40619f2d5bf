// What `npm run soak` reads of a round.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findLeftOut, isWhole, readResults, SUITES } from '../../../scripts/suites/rounds.mjs';

const OUTPUT = `
== node
ok 1 - a test
== e2e: the rest follows alone

== e2e
== e2e: 241 passed, 0 failed, 766 s

== node
== node: 1765 passed, 2 failed, 252 s

Skipped: chromium (npx playwright install), and with it the end-to-end tests and the examples
2006 passed, 2 failed
`;

test('a round has the suites of the output, in the order of the table', () => {
  assert.deepEqual(readResults(OUTPUT), [
    { name: 'node', passed: 1765, failed: 2, seconds: 252 },
    { name: 'e2e', passed: 241, failed: 0, seconds: 766 },
  ]);
});

test('a suite that did not run is left out of the round', () => {
  assert.deepEqual(findLeftOut(SUITES, readResults(OUTPUT)), ['browsers']);
  assert.deepEqual(findLeftOut(['e2e'], readResults(OUTPUT)), []);
  assert.deepEqual(findLeftOut(['node'], readResults('No suite ran.')), ['node']);
});

test('a round of one suite, named three times, is not a whole one', () => {
  assert.equal(isWhole(SUITES), true);
  assert.equal(isWhole([...SUITES, 'node']), true);
  assert.equal(isWhole(['node', 'node', 'node']), false);
});
