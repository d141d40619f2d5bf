import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const deriveBits = promisify(pbkdf2);

type Params = Readonly<Record<string, unknown>>;

/** The parameters of a proof of work in ALTCHA's format, version 2, that a solver needs. Others are handed back unchanged. */
export interface PowParameters extends Params {
  readonly algorithm: 'PBKDF2/SHA-256';
  /** Up to 64 bytes in hexadecimal, like `salt`. Half a byte at the end is ignored. */
  readonly nonce: string;
  readonly salt: string;
  /** Iterations of PBKDF2. */
  readonly cost: number;
  /** Bytes of a derived key. */
  readonly keyLength: number;
  /** The digits with which the key has to begin, in hexadecimal of either case. */
  readonly keyPrefix: string;
  /** Seconds since 1970. Unchecked, because the widget doesn't read it. */
  readonly expiresAt?: unknown;
}

/** A challenge, as the server gave it. */
export interface PowChallenge {
  readonly parameters: PowParameters;
  readonly signature: string;
}

/** A solved challenge, which `toHeader` writes. */
export interface PowSolution {
  readonly challenge: { readonly parameters: Params; readonly signature?: string };
  readonly solution: { readonly counter: number; readonly derivedKey: string };
}

/**
 * How long the search for a solution may take, in milliseconds. The widget stops after four minutes
 * (src/client/calls/proof-of-work.ts), and a slow phone needs several times as long as a computer.
 */
const MAX_MS = 60_000;

/** The search for a solution has ended without one. */
export class UnsolvedError extends Error {
  /** Whether nothing was searched, because an earlier search has failed for a challenge that is as easy or easier. */
  readonly isRepeated: boolean;

  constructor(message: string, isRepeated = false) {
    super(message);
    this.name = 'UnsolvedError';
    this.isRepeated = isRepeated;
  }
}

/** The largest values that the widget accepts: src/client/calls/proof-of-work.ts. */
const MAX_COST = 1_000_000;
const MAX_KEY_LENGTH = 64;
const MAX_DIGITS = 128;

/** Returns why the widget refuses the challenge in `params` of a 403, or undefined if the widget solves it. */
export function findPowProblem(params: Params): string | undefined {
  const { parameters, signature } = params as { parameters?: Params | null; signature?: unknown };
  if (typeof parameters !== 'object' || parameters === null) return 'parameters is missing';
  if (typeof signature !== 'string' || signature === '') return 'signature is missing';
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = parameters;
  if (algorithm !== 'PBKDF2/SHA-256') return 'the algorithm is not PBKDF2/SHA-256';
  for (const [name, value, max] of [
    ['cost', cost, MAX_COST],
    ['keyLength', keyLength, MAX_KEY_LENGTH],
  ] as const) {
    if (!Number.isSafeInteger(value) || (value as number) < 1) return `${name} is not a positive integer`;
    if ((value as number) > max) return `${name} is above ${max}`;
  }
  for (const [name, value] of Object.entries({ nonce, salt, keyPrefix, signature })) {
    if (typeof value !== 'string' || !/^[\da-f]+$/i.test(value)) return `${name} is not hex`;
    if (value.length > MAX_DIGITS) return `${name} is longer than ${MAX_DIGITS} digits`;
  }
  if ((keyPrefix as string).length > 2 * (keyLength as number)) return 'keyPrefix is longer than a key';
  return undefined;
}

/** Returns what is unusual about a challenge that the widget solves all the same, or undefined. */
export function findPowDeviation({ parameters }: PowChallenge): string | undefined {
  const { nonce, salt, keyPrefix, expiresAt } = parameters;
  for (const [name, value] of Object.entries({ nonce, salt }))
    if (!/^(?:[\da-f]{2}){8,}$/i.test(value)) return `${name} is not 8 or more bytes in hex`;
  if (/[A-F]/.test(keyPrefix)) return 'keyPrefix is not lower-case hex';
  return Number.isSafeInteger(expiresAt) ? undefined : 'expiresAt is not a number of seconds';
}

/** Returns the challenge in `params` of a 403. `findPowProblem` has to find no problem with them. */
export const readPow = ({ parameters, signature }: Params): PowChallenge =>
  ({ parameters, signature }) as unknown as PowChallenge;

/** The key that belongs to a counter, in hexadecimal. */
async function deriveKey({ nonce, salt, cost, keyLength }: PowParameters, counter: number): Promise<string> {
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  password.writeUInt32BE(counter, password.length - 4);
  return (await deriveBits(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256')).toString('hex');
}

/** Whether the key of a solution belongs to its counter and begins with the prefix, even if something else is wrong with its challenge. */
export async function isSolved({ challenge, solution }: PowSolution): Promise<boolean> {
  const parameters = challenge.parameters as PowParameters;
  try {
    const derivedKey = await deriveKey(parameters, solution.counter);
    return derivedKey === solution.derivedKey && derivedKey.startsWith(parameters.keyPrefix.toLowerCase());
  } catch {
    return false; // A counter or parameters from which no key can be derived.
  }
}

/**
 * The expected number of iterations of PBKDF2 until a solution is found, if chance decides its counter. The reference server chooses the
 * counter, and always gives a prefix of 32 digits, so all its challenges count as equally hard.
 */
const difficultyOf = ({ cost, keyPrefix }: PowParameters): number => cost * 16 ** keyPrefix.length;

/** Solves the challenges of a run. Once a search has failed, challenges that are as hard or harder are refused without a search. */
export class PowSolver {
  readonly #now: () => number;
  /** The difficulty of the easiest challenge whose search has failed. */
  #tooHard = Infinity;

  /** @param now the time in milliseconds */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /**
   * Solves a challenge as a browser does: derives keys for 0, 1, 2 … until one begins with the prefix.
   * @throws UnsolvedError
   */
  async solve(challenge: PowChallenge): Promise<PowSolution> {
    const { parameters } = challenge;
    const difficulty = difficultyOf(parameters);
    if (difficulty >= this.#tooHard)
      throw new UnsolvedError('a proof of work is as hard as one that was not solved', true);
    const prefix = parameters.keyPrefix.toLowerCase();
    const giveUpAt = this.#now() + MAX_MS;
    for (let counter = 0; this.#now() < giveUpAt; counter++) {
      const derivedKey = await deriveKey(parameters, counter);
      if (derivedKey.startsWith(prefix)) return { challenge, solution: { counter, derivedKey } };
    }
    this.#tooHard = difficulty;
    throw new UnsolvedError(
      `a proof of work has no solution that is found in ${MAX_MS / 1000} s: phones don't find one in time`,
    );
  }
}

/** The header `X-Auth-Challenge`. */
export const toHeader = ({ challenge, solution }: PowSolution): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
