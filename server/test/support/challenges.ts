import assert from 'node:assert/strict';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ChallengeParameters, Payload } from 'altcha-lib/types';
import type { Params } from './envelope.js';

/** Settings of a server whose proofs of work take some milliseconds. */
export const easyWork = { CHALLENGE_WORK: '4' } as const;

/** The parameters of the proof of work in a refusal. Asserts that it has one. */
export function parametersOf({ status, params }: { status: number; params: Params }): ChallengeParameters {
  assert.equal(status, 403, JSON.stringify(params));
  assert.equal(params.what, 'challenge');
  assert.equal(params.type, 'pow');
  return params.parameters!;
}

/** Solves the proof of work in a refusal, as the client does. */
export async function solvePayload(refused: { status: number; params: Params }): Promise<Payload> {
  const challenge = { parameters: parametersOf(refused), signature: refused.params.signature! };
  const solution = await solveChallenge({ challenge, deriveKey });
  assert.ok(solution);
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

/** The header `X-Auth-Challenge` for a payload. */
export const headerOf = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** Solves the proof of work in a refusal. Resolves with the headers of the repeated call. */
export const solve = async (refused: { status: number; params: Params }): Promise<Record<string, string>> => ({
  'X-Auth-Challenge': headerOf(await solvePayload(refused)),
});
