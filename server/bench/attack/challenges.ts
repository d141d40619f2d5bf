// Solves proofs of work without working. The server runs in this process, and chooses the counter that solves a challenge
// when it makes the challenge. This module watches the derivation of the key for that counter, and keeps both. The counter
// also tells what the solution would have cost: a solver derives a key for 0, 1, 2 … up to the counter.
//
// This module has to be imported before the server: altcha-lib keeps the `pbkdf2` that it finds when it's loaded.
import crypto, { pbkdf2Sync, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Recent challenges: nonce in hexadecimal → the counter that solves it, and the key derived from that counter. */
const answers = new Map<string, { readonly counter: number; readonly derivedKey: string }>();

/** Lengths in bytes: of a nonce of altcha-lib, and of the password of a derivation, which is the nonce and the counter as `uint32`. */
const nonceLength = 16;
const passwordLength = nonceLength + 4;

const original = crypto.pbkdf2;
crypto.pbkdf2 = (...args: Parameters<typeof original>) => {
  const [password, , , , , done] = args;
  // The caller may reuse the bytes of the password.
  const bytes = Buffer.from(password as Uint8Array);
  const nonce = bytes.subarray(0, nonceLength).toString('hex');
  if (bytes.length !== passwordLength || answers.has(nonce)) {
    original(...args);
    return;
  }
  args[5] = (error, derivedKey) => {
    const counter = bytes.readUInt32BE(nonceLength);
    if (!error) answers.set(nonce, { counter, derivedKey: derivedKey.toString('hex') });
    // Some challenges are never solved, so the oldest are forgotten.
    if (answers.size > 10_000) answers.delete(answers.keys().next().value!);
    done(error, derivedKey);
  };
  original(...args);
};
syncBuiltinESMExports();

/** The solution of a challenge, and its cost. */
export interface Solved {
  /** The header `X-Auth-Challenge`. */
  readonly solution: string;
  /** Iterations of PBKDF2 that a solver needs. */
  readonly iterations: number;
  /** Keys that a solver derives. */
  readonly derivations: number;
  /** How hard the challenge is: 1 to 5; 0 for a captcha. */
  readonly step: number;
}

/** The parameters of a challenge that the simulation reads. */
interface Parameters_ {
  readonly nonce: string;
  readonly cost: number;
  readonly data: { readonly step: number | string };
}

/**
 * Solves the challenge in `params` of a 403. A captcha is solved by a token that was never used. Throws an `Error` if a proof of work was
 * solved before, or if the server didn't make it in this process.
 */
export function solve(params: Readonly<Record<string, unknown>>): Solved {
  if (params['type'] !== 'pow') {
    return { solution: randomBytes(16).toString('hex'), iterations: 0, derivations: 0, step: 0 };
  }
  const { parameters, signature } = params as { parameters: Parameters_; signature: string };
  const answer = answers.get(parameters.nonce);
  if (!answer) throw new Error('The server made a challenge without choosing its counter.');
  answers.delete(parameters.nonce);
  const payload = JSON.stringify({ challenge: { parameters, signature }, solution: answer });
  const derivations = answer.counter + 1;
  return {
    solution: Buffer.from(payload).toString('base64'),
    iterations: derivations * parameters.cost,
    derivations,
    step: Number(parameters.data.step),
  };
}

/** CPU seconds of one iteration of PBKDF2 on this machine, natively. */
export function measureIteration(): number {
  const cost = 5000;
  const salt = randomBytes(16);
  const password = randomBytes(passwordLength);
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < 100; i++) pbkdf2Sync(password, salt, cost, 32, 'sha256');
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6 / 100 / cost);
  }
  return best;
}
