import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** How many digits a one-time code has. */
export const CODE_LENGTH = 6;

/** Generates a one-time code: `CODE_LENGTH` uniformly distributed digits from the system's CSPRNG. */
export function generateCode(): string {
  return randomInt(0, 10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
}

/** Generates a bearer token: 32 random bytes, base64url-encoded. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token, as the database stores it. A token is random, so the hash needs no salt and no key. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** XORs `value` with bytes that only the holder of `parent` can compute. The bytes differ for each hash. */
function mask(value: Buffer, tokenHash: Uint8Array, parent: string): Buffer {
  const pad = createHmac('sha256', parent).update('auth-widget successor').update(tokenHash).digest();
  return Buffer.from(value.map((byte, index) => byte ^ pad[index]!));
}

/**
 * Encrypts a token so that only the holder of another token, `parent`, can read it. The database stores the result, so that
 * a repeated renewal can return the same successor. The token is random and the pad is just as long, so the result reveals
 * nothing.
 */
export function sealToken(token: string, parent: string): Buffer {
  return mask(Buffer.from(token, 'base64url'), hashToken(token), parent);
}

/** Decrypts what `sealToken` has encrypted; undefined if it was encrypted with another token than `parent`. */
export function unsealToken(sealed: Uint8Array, tokenHash: Uint8Array, parent: string): string | undefined {
  const token = mask(Buffer.from(sealed), tokenHash, parent).toString('base64url');
  return constantTimeEqual(hashToken(token), tokenHash) ? token : undefined;
}

/** Compares two MACs in constant time. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** The HMACs of the server (HMAC-SHA-256). Each purpose has its own key, which is derived from the server secret. */
export interface Macs {
  /** MAC of a one-time code. `codeId` is unique to one SMS, so equal codes have different MACs. */
  code(codeId: string, phone: string, code: string): Buffer;
  /** MAC of an `Idempotency-Key` sent with a verification for `phone`. */
  idempotencyKey(phone: string, key: string): Buffer;
  /** MAC of the body that came with an `Idempotency-Key`. */
  idempotentBody(phone: string, code: string): Buffer;
  /** Key of a row in the table `counters`, which stores no addresses or logins in clear text. */
  counter(kind: string, ...subject: readonly string[]): string;
  /** Pseudonym of an account, a phone number or a login in the audit log. */
  subject(kind: string, value: string): string;
  /** MAC of what a challenge is bound to: a call, and the phone number or login in it. The client sees this MAC. */
  challenge(call: string, subject: string): string;
  /** Keys of the signatures in a proof of work, in hexadecimal, as ALTCHA expects them. */
  readonly challengeKeys: { readonly ofChallenge: string; readonly ofSolution: string };
}

/**
 * Creates the MACs, with keys derived from `secret`. If the name of a purpose changes, everything that was stored under it
 * is lost.
 */
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
