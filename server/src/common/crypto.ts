import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Digits of a confirmation code. */
export const codeLength = 6;

/** A confirmation code: `codeLength` digits, uniformly distributed, from the system's CSPRNG. */
export function generateCode(): string {
  return randomInt(0, 10 ** codeLength)
    .toString()
    .padStart(codeLength, '0');
}

/** A bearer token: 32 random bytes, base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token: what the database stores. A token is random, so the hash needs no salt and no key. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** XORs `value` with bytes that only the holder of `parent` can compute, different ones for each hash. */
function mask(value: Buffer, tokenHash: Uint8Array, parent: string): Buffer {
  const pad = createHmac('sha256', parent).update('auth-widget successor').update(tokenHash).digest();
  return Buffer.from(value.map((byte, index) => byte ^ pad[index]!));
}

/**
 * Encrypts a token so that only the holder of another one, `parent`, can read it: what the database stores, to give the
 * successor of a token again. A token is random and the pad as long as it is, so nothing can be learnt from the result.
 */
export function sealToken(token: string, parent: string): Buffer {
  return mask(Buffer.from(token, 'base64url'), hashToken(token), parent);
}

/** The token that `sealToken` has encrypted; undefined if `parent` is not the token that it was encrypted with. */
export function unsealToken(sealed: Uint8Array, tokenHash: Uint8Array, parent: string): string | undefined {
  const token = mask(Buffer.from(sealed), tokenHash, parent).toString('base64url');
  return constantTimeEqual(hashToken(token), tokenHash) ? token : undefined;
}

/** Compares two MACs in constant time. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** HMAC-SHA-256 for each purpose, each with its own key derived from the server secret. */
export interface Macs {
  /** MAC of a confirmation code. `codeId` is unique to one SMS, so that equal codes have different MACs. */
  code(codeId: string, phone: string, code: string): Buffer;
  /** MAC of an `Idempotency-Key` sent with a verification for `phone`. */
  idempotencyKey(phone: string, key: string): Buffer;
  /** MAC of the body that came with an `Idempotency-Key`. */
  idempotentBody(phone: string, code: string): Buffer;
  /** Key of a row in the table `counters`, so that addresses and logins are not stored there in clear text. */
  counter(kind: string, ...subject: readonly string[]): string;
  /** Pseudonym of an account, a number or a login in the audit log. */
  subject(kind: string, value: string): string;
  /** What a challenge is bound to: a call, and the number or login in it. The client gets it to read. */
  challenge(call: string, subject: string): string;
  /** Keys of the signatures in a proof of work, as ALTCHA takes them: text. */
  readonly challengeKeys: { readonly ofChallenge: string; readonly ofSolution: string };
}

/** The MACs over `secret`. The purposes are inputs of the key derivation: changing one orphans what is stored under it. */
export function createMacs(secret: string): Macs {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `auth-widget ${purpose}`, 32));
  const createMac = (purpose: string) => {
    const key = deriveKey(purpose);
    return (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
  const counter = createMac('counter');
  const subject = createMac('audit subject');
  const challenge = createMac('challenge subject');
  return {
    code: createMac('code'),
    idempotencyKey: createMac('replay key'),
    idempotentBody: createMac('replay body'),
    counter: (...parts) => counter(...parts).toString('base64url', 0, 18),
    subject: (...parts) => subject(...parts).toString('base64url', 0, 12),
    challenge: (...parts) => challenge(...parts).toString('base64url', 0, 18),
    challengeKeys: {
      ofChallenge: deriveKey('challenge signature').toString('hex'),
      ofSolution: deriveKey('challenge solution').toString('hex'),
    },
  };
}
