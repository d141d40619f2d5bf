// The conformance suite: what it finds in good backends and in those with a seeded fault, and how test runners run it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { backendConformance, MemoryBackend, mockServer, type ConformanceSetup } from '../../../src/testing/index.js';
import {
  checkMessage,
  checkReport,
  NOT_OURS,
  otherSetup,
  restSetup,
  rulesWith,
  setupOf,
} from '../../support/conformance.js';
import { twoCalls } from '../../support/faults/calls-by-hand.js';
import { changeAnswer, changeError, changeSession, withInit } from '../../support/faults/changes.js';
import { BROAD_FAULTS, EXACT_FAULTS } from '../../support/faults/index.js';
import { endingOthers } from '../../support/faults/other-devices.js';
import { OTHER_SERVER_FAULTS } from '../../support/faults/other-server-faults.js';
import { withMethods, type SeededFault } from '../../support/faults/seeded-fault.js';
import { useQuickTimers } from '../../support/quick-timers.js';

useQuickTimers();

test('the REST backend keeps every rule with a server in this process', async t => {
  const report = await backendConformance(restSetup(t)).run();
  checkReport(t, report, NOT_OURS);
  checkMessage('the REST backend', report.text);
});

test('MemoryBackend keeps every rule that needs no `fetch`', async t => {
  const memory = new MemoryBackend();
  const report = await backendConformance(setupOf(memory, () => memory)).run();
  checkReport(t, report, [
    'code-as-typed',
    ...NOT_OURS,
    'asks-again',
    'session-stays',
    'network',
    'server-fault',
    'proxy-refusals',
    'one-call',
    'retry-after',
    'time-limit',
    'signal',
    'redirects',
    'keepalive',
    'credentials',
    'referrer',
    'solution',
    'device',
    'secrets-in-addresses',
    'wrong-answers',
    'html-answers',
    'durations',
    'secrets-in-errors',
  ]);
  checkMessage('MemoryBackend', report.text);
});

for (const kind of ['cookie', 'refresh'] as const) {
  test(`a server of another kind: ${kind}`, async () => {
    const report = await backendConformance(otherSetup(kind)).run();
    checkMessage(`a server of another kind: ${kind}`, report.text);
    assert.deepEqual(rulesWith(report, 'failed'), []);
    const expected = kind === 'cookie' ? ['find-session', 'no-token-of-a-cookie'] : ['refresh-token'];
    const passed = rulesWith(report, 'passed');
    for (const rule of [...expected, 'challenge', 'unknown-number', 'sign-out']) assert.ok(passed.includes(rule), rule);
  });
}

const runRule = (setup: ConformanceSetup, rule: string, context?: unknown) =>
  backendConformance(setup)
    .tests.find(({ name }) => name.startsWith(`${rule}: `))!
    .run(context);

for (const { fault, rule, seed } of BROAD_FAULTS) {
  test(`a backend that ${fault}: ${rule}`, async t => {
    await assert.rejects(runRule(restSetup(t, seed), rule), (error: Error) => {
      checkMessage(`a backend that ${fault}: ${rule}`, error.message);
      return true;
    });
  });
}

for (const { fault, rule, server, seed } of OTHER_SERVER_FAULTS) {
  test(`a backend that ${fault}: ${rule}`, async () => {
    await assert.rejects(runRule(otherSetup(server, seed), rule), (error: Error) => {
      checkMessage(`a backend that ${fault}: ${rule}`, error.message);
      return true;
    });
  });
}

test('the name that was typed for a registration may be in its answer', async t => {
  const setup = restSetup(
    t,
    changeSession(session => ({ ...session, displayName: 'Anna' })),
  );
  await runRule(setup, 'name');
});

test('a call that does not reach the server may be `offline`', async t => {
  const setup = restSetup(t, good => ({
    getSession: (...call) => changeError('network', 'offline')(good.getSession(...call)),
  }));
  await runRule(setup, 'network');
});

test('a call may leave a redirect to its adapter, with `manual`', async t => {
  const setup = restSetup(t, good => ({
    getSession: (...call) =>
      withInit(
        init => ({ ...init, redirect: 'manual' }),
        () => good.getSession(...call),
      ),
  }));
  await runRule(setup, 'redirects');
});

test('an answer to a request for a code may say how many tries the number has', async t => {
  const setup = restSetup(
    t,
    changeAnswer('requestCode', answer => ({ ...answer, attemptsLeft: 3 })),
  );
  await runRule(setup, 'last-attempt');
});

test('a server that is said to refuse a new login, and creates an account: new-login', async t => {
  const { capabilities, ...setup } = restSetup(t);
  const refusing = { ...setup, capabilities: { ...capabilities, unknownLogin: 'is refused' as const } };
  await assert.rejects(runRule(refusing, 'new-login'), {
    message: /^login with a new login, `register: false`: it resolves instead of rejecting with /,
  });
});

test('a server with one session per person: two sessions of one person are not checked', async t => {
  const reasons: string[] = [];
  const context = { skip: (reason: string) => void reasons.push(reason) };
  await runRule(restSetup(t, endingOthers('login')), 'two-sessions', context);
  assert.deepEqual(reasons, [
    'two sessions of one person are not checked: a sign-in ends the session that was there before',
  ]);
});

test('a method that makes fewer calls than it was recorded with: a fault at a later call was not seen', async t => {
  let logins = 0;
  const seed: SeededFault['seed'] = (good, timeout) => ({
    login: (...call) => (logins++ > 0 ? good : withMethods(good, twoCalls()(good, timeout))).login(...call),
  });
  await assert.rejects(runRule(restSetup(t, seed), 'network'), {
    message:
      'login when the network fails, in its call number 2: it has made 1 calls of `fetch`, and more when it was recorded (docs/backend.md#errors)',
  });
});

test('a rule tries the faults of methods with one call on one backend', async t => {
  const { createBackend, ...setup } = restSetup(t);
  let created = 0;
  const counting = { ...setup, createBackend: (options: { timeout?: number }) => (created++, createBackend(options)) };
  await runRule(counting, 'session-stays');
  assert.equal(created, 2, 'one for the recordings, one for all faults');
});

test('session-stays says which answer has ended the session', async t => {
  const said: string[] = [];
  let message: string;
  do {
    let count = 0;
    const seed: SeededFault['seed'] = good => ({
      getSession: (...call) =>
        good.getSession(...call).catch((error: unknown) => {
          throw count++ === said.length ? new AuthError('session-expired') : error;
        }),
    });
    message = await runRule(restSetup(t, seed), 'session-stays').then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    if (message) said.push(message);
  } while (message);
  checkMessage('session-stays: each answer', said.join('\n'));
});

test('every rule finds a fault', t => {
  const faults = [...BROAD_FAULTS, ...OTHER_SERVER_FAULTS, ...EXACT_FAULTS];
  const found = new Set(faults.map(({ rule }) => rule));
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

test('a secret that is a number is not in a report', async t => {
  for (const [member, value] of [
    ['token', 123_456],
    ['user', 79_161_234_567],
    ['refreshToken', true],
  ] as const) {
    const setup = restSetup(t, good => ({
      renewSession: async (...call) => ({ ...(await good.renewSession(...call)), [member]: value }),
    }));
    const expected = new RegExp(` and its \`${member}\` is a ${typeof value} \\(docs`);
    await assert.rejects(runRule(setup, 'answer-types'), { message: expected });
  }
});

test('an error of the setup is reported with its rule, and the other rules are still checked', async t => {
  const setup = { ...restSetup(t), expireCode: () => Promise.reject(new Error('no clock')) };
  const report = await backendConformance(setup).run();
  assert.deepEqual(rulesWith(report, 'failed'), ['expired-code']);
  assert.match(report.text, /no clock/);
});

test('the report of an error of the setup names no number, code or password', async t => {
  const setup = restSetup(t);
  const codes: string[] = [];
  const failing = {
    ...setup,
    async readCode(phone: string) {
      const code = await setup.readCode(phone);
      codes.push(code);
      return code;
    },
    expireCode: (phone: string) =>
      Promise.reject(new Error(`no clock for ${phone}, +${phone}, 1${phone}, ${codes.at(-1)!}`)),
  };
  const { detail } = (await backendConformance(failing).run()).results.find(({ rule }) => rule === 'expired-code')!;
  assert.match(detail, /^the check has ended with Error: no clock for …, \+…, 17916\d{7}, …$/);
  const unread = { ...setup, readCode: (phone: string) => Promise.reject(new Error(`no SMS to ${phone}`)) };
  const { text } = await backendConformance(unread).run();
  assert.match(text, /no SMS to …/);
  assert.doesNotMatch(text, /7916/);
});

test('a number may be blocked for days', async t => {
  const memory = new MemoryBackend({ blockSteps: [6 * 86_400] });
  t.after(mockServer(memory));
  await runRule(
    setupOf(memory, options => new RestBackend('https://id.test', options)),
    'last-attempt',
  );
});

test('the token that `findSession` answers is a secret', async t => {
  t.mock.method(console, 'debug', () => {});
  const setup = restSetup(t, () => ({
    findSession() {
      console.debug('found a-token-of-a-cookie');
      return Promise.resolve({ user: 'user-1', token: 'a-token-of-a-cookie', expiresIn: 60 });
    },
  }));
  await assert.rejects(runRule(setup, 'secrets-on-console'), { message: /^a number, a code/ });
});

test('a call that throws at once sends no solution', async t => {
  const setup = restSetup(t, good => ({
    requestCode(phone, options) {
      if (options.challengeSolution) throw new AuthError('invalid-request');
      return good.requestCode(phone, options);
    },
  }));
  await assert.rejects(runRule(setup, 'solution'), {
    message: /^requestCode with `challengeSolution`: it is not sent/,
  });
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
