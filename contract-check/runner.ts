import { ApiClient, UnreachableError } from './api-client.js';
import { type Check, type CheckContext, CheckError, type CheckOptions, type Result } from './check.js';
import { blockChecks } from './checks/block.js';
import { challengeChecks } from './checks/challenge.js';
import { corsChecks } from './checks/cors.js';
import { holderChecks } from './checks/holders.js';
import { passwordChecks } from './checks/password.js';
import { phoneChecks } from './checks/phone.js';
import { requestChecks } from './checks/requests.js';
import { responseChecks } from './checks/responses.js';
import { sessionChecks } from './checks/session.js';
import { UnsolvedError } from './proof-of-work.js';

/**
 * The groups of checks, in the order of a run. A check may use what the checks before it have stored. `block`, which blocks the second
 * number, comes after the other groups that need a number. `cors` and `responses` come last, because they judge all recorded responses, besides
 * making some calls of their own.
 */
const groups = {
  requests: requestChecks,
  phone: [...phoneChecks, ...holderChecks],
  session: sessionChecks,
  password: passwordChecks,
  challenge: challengeChecks,
  block: blockChecks,
  cors: corsChecks,
  responses: responseChecks,
} as const;

/** The name of a group of checks. */
export type GroupName = keyof typeof groups;

/** The names of all groups, in the order of a run. */
export const groupNames = Object.keys(groups) as readonly GroupName[];

/** The name of the group that a check belongs to; undefined if there is no such check. */
export const groupOf = (id: string): GroupName | undefined =>
  groupNames.find(name => groups[name].some(check => check.id === id));

/**
 * The checks of a run, in their order. Those of challenges run only if the options say so. Password checks stay in the list and skip
 * themselves with `--no-password`.
 * @param chosen limits the run to these groups
 */
export const checksFor = (
  { challenge }: Pick<CheckOptions, 'challenge'>,
  chosen: readonly GroupName[] = groupNames,
): readonly Check[] =>
  groupNames.filter(name => chosen.includes(name) && (name !== 'challenge' || challenge)).flatMap(name => groups[name]);

/** What a caller may change in a run. */
export interface RunSettings {
  /** Called with each result when its check has ended. */
  onResult?(result: Result): void;
  /** Resolves when `seconds` have passed for the server. By default it waits for them. */
  wait?(seconds: number): Promise<void>;
  /** The groups to run; all of them by default. */
  readonly groups?: readonly GroupName[];
  /** The id of the check after which the run ends; by default it ends with the last one. */
  readonly last?: string;
}

const waitSeconds = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, seconds * 1000));

/**
 * Runs one check.
 * @throws UnreachableError if the server has never responded
 */
export async function runCheck(check: Check, context: CheckContext): Promise<Result> {
  const { id, title, citation } = check;
  try {
    await check.run(context);
    return { id, title, citation, outcome: 'holds', detail: '' };
  } catch (error) {
    // A search for a solution has failed. The first check that meets such a challenge reports it (`PowSolver`). Later ones are skipped.
    if (error instanceof UnsolvedError)
      return { id, title, citation, outcome: error.isRepeated ? 'skipped' : 'fails', detail: error.message };
    if (error instanceof CheckError) return { id, title, citation, outcome: error.outcome, detail: error.message };
    // A server that has responded before fails the check. One that never has can't be checked at all.
    if (error instanceof UnreachableError && context.client.responses.length > 0)
      return { id, title, citation, outcome: 'fails', detail: error.message };
    throw error;
  }
}

/**
 * Runs the checks against a server, one after another.
 * @throws UnreachableError if the server never responds
 */
export async function runChecks(
  options: CheckOptions,
  { onResult, wait = waitSeconds, groups: chosen, last }: RunSettings = {},
): Promise<readonly Result[]> {
  const context: CheckContext = {
    options,
    client: new ApiClient(options.url, options.origin),
    shared: {
      token: undefined,
      user: undefined,
      displayName: undefined,
      blockedToken: undefined,
      isBlocked: false,
      resendIn: undefined,
      idempotent: false,
      state: undefined,
      answersDevice: false,
      credentials: undefined,
    },
    wait,
  };
  const results: Result[] = [];
  for (const check of checksFor(options, chosen)) {
    const result = await runCheck(check, context);
    results.push(result);
    onResult?.(result);
    if (check.id === last) break;
  }
  return results;
}
