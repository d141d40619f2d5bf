import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';
import type { Macs } from '../common/crypto.js';

/** How long a challenge can be solved and used, in seconds. */
export const POW_LIFETIME = 300;

/**
 * The number of PBKDF2 iterations in one derivation, which takes about a millisecond. With fewer, the overhead of
 * `crypto.subtle` would dominate.
 */
const ITERATIONS = 5000;

const ALGORITHM = 'PBKDF2/SHA-256';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

// The shape that createPow() makes. A payload of any other shape has no valid signature anyway.
const payload = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      cost: z.int(),
      data: z.strictObject({ for: z.string() }),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: hex(16),
      keySignature: hex(32),
      nonce: hex(16),
      salt: hex(16),
    }),
    signature: hex(32),
  }),
  solution: z.strictObject({
    counter: z.int().min(0).max(0xffffffff),
    derivedKey: hex(32),
    time: z.number().optional(),
  }),
});

/** A challenge with its solution, as the client sends it. */
export type PowPayload = z.output<typeof payload>;

/**
 * Reads the header `X-Auth-Challenge`, which is base64-encoded JSON. Returns undefined for anything else, such as a captcha
 * token.
 */
export function readPowPayload(header: string): PowPayload | undefined {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(header, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/** Makes ALTCHA challenges (version 2) and verifies their solutions. */
export interface Pow {
  /**
   * Makes a challenge whose solution takes up to `derivations` derivations, and half as many on average: the counter that
   * solves it is a random number from 0 to `derivations` - 1. Making it costs one derivation.
   * @param boundTo what `macs.challenge` returns for the call and its number or login
   * @param expiresAt seconds since 1970, an integer
   */
  create(derivations: number, boundTo: string, expiresAt: number): Promise<Challenge>;
  /**
   * Verifies a solution. Resolves to what is wrong with it, or undefined if it is valid. Costs no derivation, because the
   * challenge contains a signature of the key that solves it. The library compares `expiresAt` with the clock of this
   * process.
   */
  verify(payload: PowPayload, boundTo: string): Promise<'expired' | 'forged' | 'unsolved' | 'other-call' | undefined>;
}

/** Proofs of work, signed with keys that are derived from the server secret. */
export function createPow({ challengeKeys }: Macs): Pow {
  const keys = {
    hmacSignatureSecret: challengeKeys.ofChallenge,
    hmacKeySignatureSecret: challengeKeys.ofSolution,
  };
  return {
    create: (derivations, boundTo, expiresAt) =>
      createChallenge({
        ...keys,
        algorithm: ALGORITHM,
        deriveKey,
        cost: ITERATIONS,
        counter: randomInt(derivations - 1, 0),
        data: { for: boundTo },
        expiresAt,
      }),
    async verify({ challenge, solution: { counter, derivedKey } }, boundTo) {
      const result = await verifySolution({ ...keys, challenge, solution: { counter, derivedKey }, deriveKey });
      if (result.expired) return 'expired';
      if (result.invalidSignature !== false) return 'forged';
      if (!result.verified) return 'unsolved';
      return challenge.parameters.data.for === boundTo ? undefined : 'other-call';
    },
  };
}
