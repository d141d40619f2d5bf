// A setup that gives the conformance suite no more than it must. The suite then waits two seconds for a lifetime to run, on the real clock.
import test from 'node:test';
import { backendConformance, MemoryBackend } from '../../../src/testing/index.js';
import { checkMessage, setupOf } from '../../support/conformance.js';

test('a setup with the required parts alone: the rules that need more are skipped, and say what they need', async () => {
  const memory = new MemoryBackend();
  const { createBackend, newPhone, readCode } = setupOf(memory, () => memory);
  const report = await backendConformance({ createBackend, newPhone, readCode }).run();
  checkMessage('the required parts alone', report.text);
  checkMessage('where the rules are explained', report.results.map(({ rule, link }) => `${rule}: ${link}`).join('\n'));
});
