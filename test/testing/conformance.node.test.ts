// The conformance suite: what it finds in good backends and in those with a seeded fault, and how test runners run it.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Harness } from '../../server/test/support/harness.js';
import { RestBackend } from '../../src/client/calls/rest-backend.js';
import type { AuthBackend } from '../../src/core/ports.js';
import {
  backendConformance,
  MemoryBackend,
  mockServer,
  type ConformanceReport,
  type ConformanceSetup,
} from '../../src/testing/index.js';
import { OTHER_FAULTS, SEEDED_FAULTS, withMethods, type SeededFault } from '../support/faulty-backends.js';
import { CookieBackend, OtherServer, RefreshBackend } from '../support/other-server.js';

const PASSWORD = 'correct horse';

/** What the suite needs from a server in memory. */
function setupOf(memory: MemoryBackend, createBackend: ConformanceSetup['createBackend']): ConformanceSetup {
  let count = 0;
  memory.addAccount({ login: 'known', password: PASSWORD });
  return {
    createBackend,
    newPhone: () => `7916${String(++count).padStart(7, '0')}`,
    readCode: phone => memory.codeFor(phone),
    credentials: () => ({ login: 'known', password: PASSWORD }),
    newCredentials: () => ({ login: `new-${++count}`, password: PASSWORD }),
    endSession: () => memory.endSessions(),
    expireCode: () => memory.clock.advance(301),
    capabilities: {
      names: true,
      refusedName: 'x'.repeat(65),
      sendInterval: 60,
      maxAttempts: 3,
      unknownNumber: 'creates an account',
      unknownLogin: 'creates an account',
    },
  };
}

/** The REST backend, answered in this process over the protocol. */
function restSetup(t: TestContext, seed?: SeededFault['seed']): ConformanceSetup {
  const memory = new MemoryBackend();
  t.after(mockServer(memory));
  return setupOf(memory, options => {
    const good = new RestBackend('https://id.test', options);
    return seed ? withMethods(good, seed(good)) : good;
  });
}

/** A server of another kind. */
function otherSetup(kind: 'cookie' | 'refresh', seed?: SeededFault['seed']): ConformanceSetup {
  const server = new OtherServer();
  const {
    credentials: _,
    newCredentials: __,
    ...setup
  } = setupOf(server.memory, () => {
    const good: AuthBackend = kind === 'cookie' ? new CookieBackend(server) : new RefreshBackend(server);
    return seed ? withMethods(good, seed(good)) : good;
  });
  return {
    ...setup,
    demandChallenge(phone) {
      server.challenged.add(phone);
      return 'solved';
    },
    expireToken: ({ token = '' }) => server.access.delete(token),
    capabilities: { ...setup.capabilities, cookies: kind === 'cookie', unknownNumber: 'is refused' },
  };
}

const rulesWith = ({ results }: ConformanceReport, wanted: string) =>
  results.flatMap(({ rule, outcome }) => (outcome === wanted ? rule : []));

function checkReport(t: TestContext, report: ConformanceReport, skipped: readonly string[]): void {
  t.diagnostic(report.text);
  assert.deepEqual(
    report.results.filter(({ outcome }) => outcome === 'failed'),
    [],
  );
  assert.deepEqual(rulesWith(report, 'skipped'), skipped);
  assert.equal(report.passed + report.failed + report.skipped, report.results.length);
}

/** The rules that don't apply to a server with bearer tokens and without challenges. */
const NOT_OURS = ['challenge', 'refresh-token', 'find-session', 'no-token-of-a-cookie'];

test('the REST backend keeps every rule with a server in this process', async t => {
  checkReport(t, await backendConformance(restSetup(t)).run(), NOT_OURS);
});

test('the REST backend keeps every rule with the reference server', async t => {
  const harness = await Harness.open('pglite');
  t.after(() => harness.close());
  await harness.start();
  const { newPhone, capabilities, newCredentials } = setupOf(new MemoryBackend(), () => assert.fail());
  const known = { login: 'known', password: PASSWORD };
  await new RestBackend(harness.url).login(known.login, known.password, {});
  const report = await backendConformance({
    createBackend: options => new RestBackend(harness.url, options),
    newPhone,
    readCode: phone => harness.codeFor(phone),
    credentials: () => known,
    newCredentials: newCredentials!,
    expireCode: () => harness.database.advance(301),
    // A sign-out on another device ends the session with all of its tokens.
    endSession: ({ token = '' }) => new RestBackend(harness.url).endSession(token, {}),
    capabilities,
  }).run();
  checkReport(t, report, NOT_OURS);
});

test('MemoryBackend keeps every rule that needs no `fetch`', async t => {
  const memory = new MemoryBackend();
  const report = await backendConformance(setupOf(memory, () => memory)).run();
  checkReport(t, report, [
    ...NOT_OURS,
    'session-stays',
    'network',
    'server-fault',
    'time-limit',
    'signal',
    'one-call',
    'retry-after',
    'redirects',
    'keepalive',
    'wrong-answers',
    'html-answers',
    'durations',
    'secrets-in-addresses',
    'secrets-in-errors',
  ]);
});

for (const kind of ['cookie', 'refresh'] as const) {
  test(`a server of another kind: ${kind}`, async t => {
    const report = await backendConformance(otherSetup(kind)).run();
    t.diagnostic(report.text);
    assert.deepEqual(rulesWith(report, 'failed'), []);
    const expected = kind === 'cookie' ? ['find-session', 'no-token-of-a-cookie'] : ['refresh-token'];
    const passed = rulesWith(report, 'passed');
    for (const rule of [...expected, 'challenge', 'unknown-number', 'sign-out']) assert.ok(passed.includes(rule), rule);
  });
}

const runRule = (setup: ConformanceSetup, rule: string) =>
  backendConformance(setup)
    .tests.find(({ name }) => name.startsWith(`${rule}: `))!
    .run();

for (const { fault, rule, seed } of SEEDED_FAULTS) {
  test(`a backend that ${fault}: ${rule}`, async t => {
    await assert.rejects(runRule(restSetup(t, seed), rule), (error: Error) => {
      t.diagnostic(error.message);
      assert.match(error.message, /docs\/backend\.md#/);
      return true;
    });
  });
}

for (const { fault, rule, server, seed } of OTHER_FAULTS) {
  test(`a backend that ${fault}: ${rule}`, async t => {
    await assert.rejects(runRule(otherSetup(server, seed), rule), (error: Error) => {
      t.diagnostic(error.message);
      assert.match(error.message, /docs\/backend\.md#/);
      return true;
    });
  });
}

test('every rule finds a fault', t => {
  const found = new Set([...SEEDED_FAULTS, ...OTHER_FAULTS].map(({ rule }) => rule));
  const rules = backendConformance(restSetup(t)).tests.map(({ name }) => name.split(':')[0]);
  assert.deepEqual(
    rules.filter(rule => !found.has(rule!)),
    [],
  );
});

test('a report names the rule, what was observed and where the rule is explained, but no secret', async t => {
  const seed: SeededFault['seed'] = good => ({
    renewSession: async (...call) => ({ ...(await good.renewSession(...call)), token: 'two\nlines' }),
  });
  const report = await backendConformance(restSetup(t, seed)).run();
  assert.match(
    report.text,
    /^FAILED {2}answer-types: .+\n +renewSession .+`token`.+\n +see docs\/backend\.md#answers$/m,
  );
  assert.match(report.text, /^skipped challenge: .+\n +there is no `demandChallenge`$/m);
  assert.match(report.text, /\n\d+ rules hold, [1-9]\d* do not, \d+ were skipped\.$/);
  assert.doesNotMatch(report.text, /two\nlines|7916\d|correct horse|test-\d/);
});

test('an error of the setup is reported with its rule, and the other rules are still checked', async t => {
  const setup = { ...restSetup(t), expireCode: () => Promise.reject(new Error('no clock')) };
  const report = await backendConformance(setup).run();
  assert.deepEqual(rulesWith(report, 'failed'), ['expired-code']);
  assert.match(report.text, /no clock/);
});

test('the original `fetch` is back when a rule has ended', async t => {
  const setup = restSetup(t);
  const before = globalThis.fetch;
  for (const { run } of backendConformance(setup).tests.slice(0, 3)) await run();
  assert.equal(globalThis.fetch, before);
});

test('test runners skip a skipped rule by their context or by `this`', async t => {
  const [challenge] = backendConformance(restSetup(t)).tests.filter(({ name }) => name.startsWith('challenge:'));
  const reasons: string[] = [];
  const context = { skip: (reason: string) => void reasons.push(reason) };
  await challenge!.run.call(undefined, context);
  await challenge!.run.call(context);
  await challenge!.run.call(undefined);
  assert.deepEqual(reasons, ['there is no `demandChallenge`', 'there is no `demandChallenge`']);
  // Mocha and Jasmine wait for a callback if a test names a parameter.
  assert.equal(challenge!.run.length, 0);
});
