// The proof of work that a server may ask for: a challenge of ALTCHA, version 2, with the algorithm PBKDF2/SHA-256 and
// a counter of 32 bits. docs/protocol.md#challenges describes its format, and docs/client.md#proof-of-work what it
// costs a device.
import type { ChallengeRequest } from '../../core/auth-error.js';

/** The parameters that are read here. All parameters are sent back unchanged, because the signature covers them. */
interface PowParameters {
  readonly algorithm: string;
  /** Random bytes as hex. The password of a key is these bytes, followed by the counter as 4 bytes in network order. */
  readonly nonce: string;
  readonly salt: string;
  /** The number of iterations for each key. */
  readonly cost: number;
  /** The length of a key, in bytes. */
  readonly keyLength: number;
  /** The beginning of the wanted key, as hex. */
  readonly keyPrefix: string;
}

/**
 * How many keys are derived at the same time. The browser derives them on another thread. With only one key at a time,
 * that thread would wait for the main thread after each key.
 */
const KEYS_IN_FLIGHT = 4;

/** How long the search for a solution may take. The server accepts a solution for 5 minutes after it has made the challenge. */
const MAX_MS = 240_000;

/**
 * The largest accepted number of iterations. They take half a second for one key on a fast computer and can't be
 * interrupted.
 */
const MAX_COST = 1_000_000;

const isCount = (value: number, max: number) => Number.isInteger(value) && value > 0 && value <= max;

const isHex = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{1,128}$/i.test(value);

/** @throws {TypeError} if the challenge is of another kind or invalid */
function readParameters({ parameters, signature }: ChallengeRequest): PowParameters {
  const known = Object(parameters) as PowParameters;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = known;
  const isKnown = algorithm === 'PBKDF2/SHA-256' && isCount(cost, MAX_COST) && isCount(keyLength, 64);
  if (isKnown && [nonce, salt, keyPrefix, signature].every(isHex) && keyPrefix.length <= 2 * keyLength) return known;
  throw new TypeError('no proof of work that is known here');
}

/** The bytes of a hex string. Half a byte at the end is ignored. */
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], byte => parseInt(byte, 16));

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');

/**
 * Encodes a payload for a header: base64 of JSON whose non-ASCII characters are escaped, because `btoa` takes bytes.
 */
const encode = (payload: object) =>
  btoa(
    JSON.stringify(payload).replace(
      /[^\0-\x7f]/g,
      character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/**
 * Derives keys with `crypto.subtle` for the counters 0, 1, 2, … until one begins with `keyPrefix`. Each key costs the
 * main thread a task of less than a millisecond, or of about two milliseconds with the CPU throttled 4×.
 * @param request has the `parameters` and `signature` that `createChallenge` of altcha-lib creates
 * @returns the solution for the header `X-Auth-Challenge`: an ALTCHA payload
 * @throws {Error} if the challenge is of another kind or invalid, if nothing is found in four minutes, or if the page
 * has no `crypto.subtle` (plain http). Once `signal` is aborted, no further keys are derived: rejects with its reason,
 * unless one of the keys in flight is the solution
 */
export async function solveProofOfWork(
  request: ChallengeRequest,
  { signal }: { readonly signal: AbortSignal },
): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = readParameters(request);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost };
  const { parameters, signature } = request;
  const prefix = keyPrefix.toLowerCase();
  const nonceBytes = fromHex(nonce);

  const deriveKey = async (counter: number) => {
    const password = new Uint8Array(nonceBytes.length + 4);
    password.set(nonceBytes);
    new DataView(password.buffer).setUint32(nonceBytes.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    return toHex(await crypto.subtle.deriveBits(algorithm, key, 8 * keyLength));
  };

  const giveUpAt = performance.now() + MAX_MS;
  for (let counter = 0; performance.now() < giveUpAt; counter += KEYS_IN_FLIGHT) {
    signal.throwIfAborted();
    const keys = await Promise.all(Array.from({ length: KEYS_IN_FLIGHT }, (_, index) => deriveKey(counter + index)));
    const found = keys.findIndex(key => key.startsWith(prefix));
    if (found >= 0)
      return encode({
        challenge: { parameters, signature },
        solution: { counter: counter + found, derivedKey: keys[found] },
      });
  }
  throw new Error('no solution in time');
}
