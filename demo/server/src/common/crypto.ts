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
}

/** The MACs over `secret`. The purposes are inputs of the key derivation: changing one orphans what is stored under it. */
export function createMacs(secret: string): Macs {
  const createMac = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `auth-widget ${purpose}`, 32));
    return (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
  const counter = createMac('counter');
  return {
    code: createMac('code'),
    idempotencyKey: createMac('replay key'),
    idempotentBody: createMac('replay body'),
    counter: (...parts) => counter(...parts).toString('base64url', 0, 18),
  };
}
