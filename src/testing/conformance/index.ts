import { accountRules } from './account-rules.js';
import { answerRules } from './answer-rules.js';
import { codeRules } from './code-rules.js';
import { RuleContext, type Rule } from './context.js';
import { Network } from './network.js';
import { lifetimeRules } from './lifetime-rules.js';
import { networkRules } from './network-rules.js';
import { RuleEnd } from './outcome.js';
import { recordingRule } from './recording-rule.js';
import { requestRules } from './request-rules.js';
import { withoutSecret } from './secrets.js';
import { sessionRules } from './session-rules.js';
import type { ConformanceSetup } from './setup.js';
import { twoSessionsRule } from './two-sessions.js';
import { waitRules } from './wait-rules.js';

/** The result of checking one rule of docs/backend.md. */
export interface ConformanceResult {
  /** A short, stable name: `wrong-code`. */
  readonly rule: string;
  /** What a backend that follows the rule does. */
  readonly title: string;
  /** The link to the heading that explains the rule. */
  readonly link: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /**
   * What was observed, or why the rule was skipped; empty if it passed. In place of each phone number, code, password and token that the
   * suite knows there is `…`.
   */
  readonly detail: string;
}

/** A rule as a test. */
export interface ConformanceTest {
  readonly name: string;
  /**
   * Runs the rule, for `test(name, run)` of node:test, Vitest, Mocha or Jasmine. Rejects if the backend breaks the rule. If
   * the rule can't be checked, skips the test if the runner's context has a `skip`, and passes otherwise.
   */
  readonly run: (this: unknown, ...context: unknown[]) => Promise<void>;
}

/** The results of all rules. */
export interface ConformanceReport {
  readonly results: readonly ConformanceResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The results as text for people: a line for each rule, with its detail below, and a summary at the end. */
  readonly text: string;
}

/**
 * The rules in order. Most of those before `recordingRule` create accounts of their own. Those after it, and two of `lifetimeRules`, use
 * one shared recording, which the first of them makes. `recordingRule` reports whether that succeeded.
 */
const RULES: readonly Rule[] = [
  ...codeRules,
  ...accountRules,
  ...sessionRules,
  twoSessionsRule,
  ...lifetimeRules,
  recordingRule,
  ...networkRules,
  ...waitRules,
  ...requestRules,
  ...answerRules,
];

const LABELS = { passed: 'passed ', failed: 'FAILED ', skipped: 'skipped' } as const;

const hideSecrets = (text: string, { phones, secrets }: RuleContext) =>
  [...phones, ...secrets].filter(secret => secret !== '').reduce(withoutSecret, text);

async function checkRule(rule: Rule, context: RuleContext): Promise<ConformanceResult> {
  const { id, title, link } = rule;
  const result = { rule: id, title, link };
  try {
    await context.console.use(() =>
      context.network.use(async () => {
        await context.newBrowser();
        await rule.check(context);
      }),
    );
    return { ...result, outcome: 'passed', detail: '' };
  } catch (error) {
    // Any other error comes from the setup, from the backend outside its calls, or from a rule that got no object where it reads a member.
    const { outcome, message } =
      error instanceof RuleEnd ? error : new RuleEnd('failed', `the check has ended with ${String(error)}`);
    return { ...result, outcome, detail: hideSecrets(message, context) };
  }
}

const formatResult = ({ rule, title, link, outcome, detail }: ConformanceResult) =>
  [
    `${LABELS[outcome]} ${rule}: ${title}`,
    ...(detail ? [`        ${detail}`] : []),
    ...(outcome === 'failed' ? [`        see ${link}`] : []),
  ].join('\n');

function toReport(results: readonly ConformanceResult[]): ConformanceReport {
  const count = (outcome: ConformanceResult['outcome']) => results.filter(result => result.outcome === outcome).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  const summary = `${passed} rules hold, ${failed} do not, ${skipped} were skipped.`;
  return { results, passed, failed, skipped, text: [...results.map(formatResult), summary].join('\n') };
}

/**
 * Returns the rules of docs/backend.md as tests of a backend with a test server. While a rule is checked, `fetch` and the
 * console of this page or process are wrapped, so the tests must run one after another.
 *
 * @example
 * const suite = backendConformance({ createBackend: () => new MyBackend(url), newPhone, readCode });
 * for (const { name, run } of suite.tests) test(name, run);
 * // or, without a test runner:
 * console.log((await suite.run()).text);
 *
 */
export function backendConformance(setup: ConformanceSetup): {
  readonly tests: readonly ConformanceTest[];
  /** Checks all rules. Never rejects; the report says which rules are broken. */
  run(): Promise<ConformanceReport>;
} {
  const context = new RuleContext(setup, new Network());
  return {
    tests: RULES.map(rule => ({
      name: `${rule.id}: ${rule.title}`,
      // If the function had a named parameter, Mocha would wait for its callback to be called.
      async run(this: unknown, ...[testContext]: unknown[]) {
        const result = await checkRule(rule, context);
        if (result.outcome === 'failed') throw new Error(`${result.detail} (${result.link})`);
        const runner = Object(testContext ?? this) as { skip?: (reason: string) => void };
        if (result.outcome === 'skipped') runner.skip?.(result.detail);
      },
    })),
    async run() {
      const results: ConformanceResult[] = [];
      for (const rule of RULES) results.push(await checkRule(rule, context));
      return toReport(results);
    },
  };
}
