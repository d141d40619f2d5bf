import { Caller, Unreachable } from './answer.js';
import { passwordChecks } from './checks/password.js';
import { blockChecks, phoneChecks } from './checks/phone.js';
import { answerChecks, corsChecks, protocolChecks } from './checks/protocol.js';
import { sessionChecks } from './checks/session.js';
import { type Check, type CheckOptions, type Context, type Result, Verdict } from './verdict.js';

/** All checks in their order. Those that block a number come last, and then what is said of all answers. */
export const checks: readonly Check[] = [
  ...protocolChecks,
  ...phoneChecks,
  ...sessionChecks,
  ...passwordChecks,
  ...blockChecks,
  ...corsChecks,
  ...answerChecks,
];

/** What a run has around it. */
export interface Surroundings {
  /** Called with each result as it comes. */
  result?(result: Result): void;
  /** Resolves when so many seconds have passed for the server. */
  wait?(seconds: number): Promise<void>;
}

const sleep = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, seconds * 1000));

async function judge(check: Check, context: Context): Promise<Result> {
  const { id, title } = check;
  try {
    await check.run(context);
    return { id, title, outcome: 'holds', detail: '' };
  } catch (error) {
    if (error instanceof Verdict) return { id, title, outcome: error.outcome, detail: error.message };
    // One call that fails is the server's fault; with no answer at all there is nothing to judge.
    if (error instanceof Unreachable && context.caller.answers.length > 0)
      return { id, title, outcome: 'fails', detail: error.message };
    throw error;
  }
}

/**
 * Asks a server everything, one check after the other.
 * @throws Unreachable where it does not answer at all
 */
export async function runChecks(
  options: CheckOptions,
  { result: tell, wait = sleep }: Surroundings = {},
): Promise<readonly Result[]> {
  const context: Context = {
    options,
    caller: new Caller(options.url, options.origin),
    memory: {
      token: undefined,
      user: undefined,
      displayName: undefined,
      blockedToken: undefined,
      idempotent: false,
      credentials: undefined,
    },
    wait,
  };
  const results: Result[] = [];
  for (const check of checks) {
    const result = await judge(check, context);
    results.push(result);
    tell?.(result);
  }
  return results;
}
