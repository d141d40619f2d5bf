import { ApiClient, UnreachableError } from './api-client.js';
import { type Check, type CheckContext, CheckError, type CheckOptions, type Result } from './check.js';
import { blockChecks } from './checks/block.js';
import { challengeChecks } from './checks/challenge.js';
import { corsChecks } from './checks/cors.js';
import { passwordChecks } from './checks/password.js';
import { phoneChecks } from './checks/phone.js';
import { requestChecks } from './checks/requests.js';
import { responseChecks } from './checks/responses.js';
import { sessionChecks } from './checks/session.js';

/**
 * The checks of a run in their order: those that block a number come after all others that need one, and those that look at
 * the recorded responses come last.
 */
export const checksFor = ({ challenge }: Pick<CheckOptions, 'challenge'>): readonly Check[] => [
  ...requestChecks,
  ...phoneChecks,
  ...sessionChecks,
  ...passwordChecks,
  ...(challenge ? challengeChecks : []),
  ...blockChecks,
  ...corsChecks,
  ...responseChecks,
];

/** Hooks of a run. */
export interface RunHooks {
  /** Called with each result when its check has ended. */
  onResult?(result: Result): void;
  /** Resolves when `seconds` have passed for the server. By default it waits for them. */
  wait?(seconds: number): Promise<void>;
}

const waitSeconds = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, seconds * 1000));

async function runCheck(check: Check, context: CheckContext): Promise<Result> {
  const { id, title, citation } = check;
  try {
    await check.run(context);
    return { id, title, citation, outcome: 'holds', detail: '' };
  } catch (error) {
    if (error instanceof CheckError) return { id, title, citation, outcome: error.outcome, detail: error.message };
    // A server that has responded before fails the check. One that never has can't be checked at all.
    if (error instanceof UnreachableError && context.client.responses.length > 0)
      return { id, title, citation, outcome: 'fails', detail: error.message };
    throw error;
  }
}

/**
 * Runs the checks on a server, one after another.
 * @throws UnreachableError if the server never responds
 */
export async function runChecks(
  options: CheckOptions,
  { onResult, wait = waitSeconds }: RunHooks = {},
): Promise<readonly Result[]> {
  const context: CheckContext = {
    options,
    client: new ApiClient(options.url, options.origin),
    shared: {
      token: undefined,
      user: undefined,
      displayName: undefined,
      blockedToken: undefined,
      resendIn: undefined,
      idempotent: false,
      credentials: undefined,
    },
    wait,
  };
  const results: Result[] = [];
  for (const check of checksFor(options)) {
    const result = await runCheck(check, context);
    results.push(result);
    onResult?.(result);
  }
  return results;
}
