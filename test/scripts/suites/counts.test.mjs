import assert from 'node:assert/strict';
import test from 'node:test';
import { readExitCode, readTap, readWtr, sum } from '../../../scripts/suites/counts.mjs';
import { formatSlowest, formatSuites } from '../../../scripts/suites/times.mjs';

const tap = (/** @type {number} */ pass, fail = 0, cancelled = 0, skipped = 0, todo = 0) =>
  `1..3\n# tests 3\n# pass ${pass}\n# fail ${fail}\n# cancelled ${cancelled}\n# skipped ${skipped}\n# todo ${todo}\n`;

test('the counts of node:test', () => {
  assert.deepEqual(readTap({ code: 0, output: tap(3, 0, 0, 1, 1) }), { passed: 3, failed: 0, skipped: 2 });
  assert.deepEqual(readTap({ code: 1, output: tap(3, 2, 1) }), { passed: 3, failed: 3, skipped: 0 });
});

test('the counts of Web Test Runner', () => {
  const output = 'wtr: 0 passed, 9 failed, 0 skipped\nwtr: 5 passed, 1 failed, 2 skipped\n';
  assert.deepEqual(readWtr({ code: 1, output }), { passed: 5, failed: 1, skipped: 2 });
});

test('a crash without a failed test is a failure, and so is a run without tests', () => {
  assert.equal(readTap({ code: 1, output: tap(3) }).failed, 1);
  assert.equal(readTap({ code: 0, output: '' }).failed, 1);
  assert.equal(readTap({ code: 0, output: tap(0, 0, 0, 1) }).failed, 0);
  assert.deepEqual(readExitCode({ code: 1, output: '' }), { passed: 0, failed: 1, skipped: 0 });
});

test('the tables have every suite, and the twenty slowest test files', () => {
  const counts = { passed: 1, failed: 0, skipped: 0 };
  assert.deepEqual(sum([counts, counts]), { passed: 2, failed: 0, skipped: 0 });
  assert.match(formatSuites([{ name: 'node', seconds: 61.6, ...counts }], 70).join('\n'), /^ +62 +1 +0 +node\n +70 /m);
  const times = Array.from({ length: 30 }, (_, seconds) => ({ suite: 'node', seconds, file: `${seconds}.test.ts` }));
  const lines = formatSlowest(times);
  assert.equal(lines.length, 21);
  assert.match(lines[1] ?? '', /29 +node: 29\.test\.ts/);
  assert.deepEqual(formatSlowest([]), []);
});
