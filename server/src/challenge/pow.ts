import { createHmac } from 'node:crypto';
import { createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';
import { constantTimeEqual, type Macs, type SecretMacs } from '../common/crypto.js';

/** How long a challenge can be solved and used, in seconds. */
export const POW_LIFETIME = 300;

/**
 * The number of PBKDF2 iterations in one derivation, which takes about a millisecond. With fewer, the overhead of
 * `crypto.subtle` would dominate.
 */
const ITERATIONS = 5000;

const ALGORITHM = 'PBKDF2/SHA-256';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

// A challenge as `Pow.create` makes it, with its solution. A challenge with other parameters has no valid signature anyway.
const payload = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      cost: z.int(),
      data: z.strictObject({ for: z.string(), step: z.string().regex(/^[1-5]$/) }),
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

/**
 * The names of all parameters and of the members of `data`: with this list, `JSON.stringify` writes both levels in its order. ALTCHA signs the
 * parameters as JSON with sorted names.
 */
const SIGNED_NAMES = Object.keys(payload.shape.challenge.shape.parameters.shape)
  .concat(Object.keys(payload.shape.challenge.shape.parameters.shape.data.shape))
  .sort();

/** What is wrong with a solution. */
export type PowFailure = 'forged' | 'unsolved' | 'other-call';

/** What a challenge is for. */
export interface PowPurpose {
  /** What `macs.challenge` returns for the call and its number or login. */
  readonly boundTo: string;
  /** How hard it is: see difficulty.ts. */
  readonly step: number;
  /** Seconds since 1970 by the clock of the database, an integer. */
  readonly expiresAt: number;
}

/** Makes ALTCHA challenges (version 2) and verifies their solutions. */
export interface Pow {
  /**
   * Makes a challenge whose solution takes up to `derivations` derivations, and half as many on average: the counter that
   * solves it is a random number from 0 to `derivations` - 1. Making it costs one derivation.
   */
  create(derivations: number, purpose: PowPurpose): Promise<Challenge>;
  /**
   * Verifies a solution. Returns what is wrong with it, or undefined. Whether it has expired is left to the statement that
   * uses it up. No key is derived, because the challenge contains a signature of the key that solves it.
   * @param boundTo what the challenge has to be for, under the secret that has signed it
   */
  verify(payload: PowPayload, boundTo: (macs: SecretMacs) => string): PowFailure | undefined;
}

/**
 * Proofs of work, signed with keys that are derived from the server secret. Challenges that were signed under the other
 * accepted secret (`Macs.accepted`) are accepted too.
 */
export function createPow({ challengeKeys, accepted }: Macs): Pow {
  const isMac = (mac: string, key: string, text: string | Buffer) =>
    constantTimeEqual(Buffer.from(mac, 'hex'), createHmac('sha256', key).update(text).digest());
  return {
    create: (derivations, { boundTo, step, expiresAt }) =>
      createChallenge({
        hmacSignatureSecret: challengeKeys.ofChallenge,
        hmacKeySignatureSecret: challengeKeys.ofSolution,
        algorithm: ALGORITHM,
        deriveKey,
        cost: ITERATIONS,
        counter: randomInt(derivations - 1, 0),
        data: { for: boundTo, step: String(step) },
        expiresAt,
      }),
    // The library's verifySolution() would compare `expiresAt` with the clock of this process.
    verify({ challenge: { parameters, signature }, solution: { derivedKey } }, boundTo) {
      const signed = JSON.stringify(parameters, SIGNED_NAMES);
      const signer = accepted.find(macs => isMac(signature, macs.challengeKeys.ofChallenge, signed));
      if (!signer) return 'forged';
      const { ofSolution } = signer.challengeKeys;
      if (!isMac(parameters.keySignature, ofSolution, Buffer.from(derivedKey, 'hex'))) return 'unsolved';
      return parameters.data.for === boundTo(signer) ? undefined : 'other-call';
    },
  };
}
