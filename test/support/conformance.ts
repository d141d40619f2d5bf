import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { AuthBackend } from '../../src/core/auth-backend.js';
import { RestBackend } from '../../src/client/calls/rest-backend.js';
import {
  backendConformance,
  MemoryBackend,
  mockServer,
  type ConformanceReport,
  type ConformanceSetup,
} from '../../src/testing/index.js';
import { withMethods, type SeededFault } from './faults/seeded-fault.js';
import { BrowsersServer, CookieBackend, RefreshBackend } from './session-servers.js';

/** The password of every account. */
export const PASSWORD = 'correct horse';

/** What the suite needs from a server in memory. */
export function setupOf(memory: MemoryBackend, createBackend: ConformanceSetup['createBackend']): ConformanceSetup {
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
    allowResend: () => memory.clock.advance(61),
    passTime: seconds => memory.clock.advance(seconds),
    capabilities: {
      names: true,
      refusedName: 'x'.repeat(65),
      lifetime: 1_209_600,
      challenges: ['requestCode', 'verifyCode', 'login'],
      sendInterval: 60,
      maxAttempts: 3,
      unknownNumber: 'creates an account',
      unknownLogin: 'creates an account',
    },
  };
}

/** A setup with `RestBackend`, answered in this process. */
export function restSetup(t: TestContext, seed: SeededFault['seed'] = () => ({})): ConformanceSetup {
  const memory = new MemoryBackend();
  t.after(mockServer(memory));
  return setupOf(memory, options => {
    const good = new RestBackend('https://id.test', options);
    return withMethods(good, seed(good));
  });
}

/** Checks one rule. Returns how it ends, and what it says. */
export async function outcomeOf(setup: ConformanceSetup, rule: string) {
  let outcome = 'passed';
  let detail = '';
  const skip = (reason: string) => ([outcome, detail] = ['skipped', reason]);
  await backendConformance(setup)
    .tests.find(({ name }) => name.startsWith(`${rule}: `))!
    .run({ skip })
    .catch((error: unknown) => {
      [outcome, detail] = ['failed', (error as Error).message.replace(/ \(docs\/[^)]+\)$/, '')];
    });
  return { outcome, detail };
}

/** A server of another kind. */
export function otherSetup(kind: 'cookie' | 'refresh', seed?: SeededFault['seed']): ConformanceSetup {
  const server = new BrowsersServer();
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

/** The rules with an outcome. */
export const rulesWith = ({ results }: ConformanceReport, wanted: string) =>
  results.flatMap(({ rule, outcome }) => (outcome === wanted ? rule : []));

/** Checks that no rule has failed, and which were skipped. */
export function checkReport(t: TestContext, report: ConformanceReport, skipped: readonly string[]): void {
  t.diagnostic(report.text);
  assert.deepEqual(
    report.results.filter(({ outcome }) => outcome === 'failed'),
    [],
  );
  assert.deepEqual(rulesWith(report, 'skipped'), skipped);
  assert.equal(report.passed + report.failed + report.skipped, report.results.length);
}

/** The rules that don't apply to a server with bearer tokens and without challenges. */
export const NOT_OURS = ['challenge', 'refresh-token', 'find-session', 'no-token-of-a-cookie'];

const MESSAGES = new URL('../testing/conformance/conformance-messages.json', import.meta.url);

const readMessages = () => JSON.parse(readFileSync(MESSAGES, 'utf8')) as Record<string, string[]>;

/** Returns the lines of a stored message. */
export const storedMessage = (about: string): readonly string[] => readMessages()[about] ?? [];

/** Returns a text without fractions of seconds, which depend on the clock. */
export const withoutFractions = (text: string) => text.replaceAll(/(\d)\.\d+/g, '$1');

/**
 * Compares a message of the suite with the stored one, which a person has reviewed. With MESSAGES=renew in the environment, it
 * stores the message instead.
 * @param about the key of the stored message
 */
export function checkMessage(about: string, message: string): void {
  const messages = readMessages();
  const lines = withoutFractions(message).split('\n');
  if (process.env.MESSAGES === 'renew')
    writeFileSync(MESSAGES, `${JSON.stringify({ ...messages, [about]: lines }, null, 2)}\n`);
  else assert.deepEqual(lines, messages[about]);
}
