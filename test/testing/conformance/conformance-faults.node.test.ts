// Each seeded fault fails exactly the rule named with it. A login of two calls fails no rule.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { backendConformance, MemoryBackend, mockServer } from '../../../src/testing/index.js';
import { sample } from '../../support/full.mjs';
import { rulesWith, setupOf } from '../../support/conformance.js';
import { twoCalls } from '../../support/faults/calls-by-hand.js';
import { EXACT_FAULTS } from '../../support/faults/index.js';
import { withMethods, type SeededFault } from '../../support/faults/seeded-fault.js';
import { useQuickTimers } from '../../support/quick-timers.js';

// Some faults only show once a time limit has passed.
useQuickTimers();

const { debug, warn } = console;
before(() => Object.assign(console, { debug() {}, warn() {} }));
after(() => Object.assign(console, { debug, warn }));

async function check(seed: SeededFault['seed']) {
  const memory = new MemoryBackend();
  const end = mockServer(memory);
  const setup = setupOf(memory, options => {
    const good = new RestBackend('https://id.test', options);
    return withMethods(good, seed(good, options.timeout));
  });
  try {
    return await backendConformance(setup).run();
  } finally {
    end();
  }
}

for (const { fault, rule, seed } of sample(EXACT_FAULTS))
  test(`a backend that ${fault}: ${rule} and no other rule`, async () => {
    const report = await check(seed);
    assert.deepEqual(rulesWith(report, 'failed'), [rule], report.text);
    assert.notEqual(report.results.find(({ outcome }) => outcome === 'failed')?.detail, '');
  });

test('there are at least 55 different faults', () => {
  const faults = new Set(EXACT_FAULTS.map(({ fault }) => fault));
  assert.ok(faults.size >= 55, `${faults.size}`);
});

for (const referrerPolicy of ['no-referrer', 'origin', 'strict-origin'] as const)
  test(`a login of two calls fails no rule, with the policy ${referrerPolicy}`, async () => {
    const report = await check(twoCalls({ init: { referrerPolicy } }));
    assert.deepEqual(rulesWith(report, 'failed'), [], report.text);
  });
