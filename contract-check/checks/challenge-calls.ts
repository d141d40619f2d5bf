import type { ApiResponse, Params } from '../api-client.js';
import { type CheckContext, type CheckOptions, fail, skip } from '../check.js';
import { describe } from '../expectations.js';
import { findPowProblem, type PowChallenge, type PowSolution, readPow, toHeader } from '../proof-of-work.js';
import { callWhenAllowed } from './code-calls.js';

/** A call for which the server may demand a challenge. */
export interface ChallengedCall {
  readonly path: '/v1/creds/tel' | '/v1/session';
  readonly body: Readonly<Record<string, string>>;
}

/** The request for a code for a number. */
export const sendTo = (phone: string): ChallengedCall => ({ path: '/v1/creds/tel', body: { tel: phone, op: 'add' } });

/** A sign-in by password. */
export const signInAs = (login: string, password: string): ChallengedCall => ({
  path: '/v1/session',
  body: { login, password },
});

/**
 * A number that nobody has: `--unused-number`, or else a Russian one. A server that asks for a challenge, which is left unsolved, sends it no SMS.
 * @throws CheckError `skipped` if none was given and the first test number isn't a Russian mobile number
 */
export function unknownPhone({ numbers, unusedNumber }: CheckOptions): string {
  if (unusedNumber !== undefined) return unusedNumber;
  if (!numbers[0].phone.startsWith('79'))
    skip('it needs --unused-number: a number of the same country that nobody has');
  return '79480000000';
}

/** Makes the call, with a solution in `X-Auth-Challenge` if there is a header, and leaves a challenge unsolved. */
export const callOnce = ({ client }: CheckContext, { path, body }: ChallengedCall, header?: string) =>
  client.call('POST', path, {
    body,
    leaveChallenge: true,
    ...(header === undefined ? {} : { headers: { 'X-Auth-Challenge': header } }),
  });

/**
 * Expects that a server asks for a challenge. `what` is required, because without it the widget wouldn't solve the challenge. The widget
 * ignores the `code` of the envelope here. The check `envelope` reports one that differs from the status.
 * @param otherwise what the report says if there is no challenge
 * @returns `params` of the envelope
 * @throws CheckError
 */
export function expectChallenge(response: ApiResponse, otherwise = 'a challenge was expected'): Params {
  const params = response.envelope?.params;
  if (response.status !== 403 || params?.['what'] !== 'challenge') fail(`${describe(response)}: ${otherwise}`);
  return params;
}

/**
 * Gets a challenge for a call. A request for a code first waits until the number may have its next one.
 * @throws CheckError `skipped` if there is no proof of work that the widget can solve; the check `challenge` reports why
 */
export async function getChallenge(context: CheckContext, call: ChallengedCall): Promise<PowChallenge> {
  const response = await callWhenAllowed(context, () => callOnce(context, call));
  const params = response.envelope?.params ?? {};
  if (response.status !== 403 || params['what'] !== 'challenge') skip(`${describe(response)}: there was no challenge`);
  if (params['type'] !== 'pow') skip(`a challenge of the type ${String(params['type'])} can't be solved by a program`);
  const problem = findPowProblem(params);
  if (problem !== undefined) skip(problem);
  return readPow(params);
}

/**
 * Gets a challenge for a call and solves it.
 * @throws CheckError as `getChallenge` does; UnsolvedError
 */
export const getSolution = async (context: CheckContext, call: ChallengedCall): Promise<PowSolution> =>
  context.client.solver.solve(await getChallenge(context, call));

/**
 * Expects that a call with this solution is answered with another challenge.
 * @param description of the solution, for the report
 * @throws CheckError
 */
export async function expectRefused(
  context: CheckContext,
  call: ChallengedCall,
  solution: PowSolution | string,
  description: string,
): Promise<void> {
  const header = typeof solution === 'string' ? solution : toHeader(solution);
  expectChallenge(
    await callOnce(context, call, header),
    `${description} should have been refused with another challenge`,
  );
}
