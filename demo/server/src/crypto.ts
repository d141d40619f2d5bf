import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Digits of a confirmation code. */
export const codeLength = 6;

/** A confirmation code from the system's random source: six digits, each string as likely as any other. */
export function newCode(): string {
  return randomInt(0, 10 ** codeLength)
    .toString()
    .padStart(codeLength, '0');
}

/** A bearer token: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. The token is random, so a plain hash gives nothing away. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares two MACs in a time that does not depend on them. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** The MACs of the server, each purpose with a key of its own derived from the one secret. */
export interface Macs {
  /** MAC of a confirmation code. `id` is the sending it belongs to, so that equal codes have different MACs. */
  code(id: string, tel: string, code: string): Buffer;
  /** What is stored of an idempotency key of a call about `tel`. */
  replayKey(tel: string, key: string): Buffer;
  /** What is stored of the body that came with an idempotency key. */
  replayBody(tel: string, val: string): Buffer;
  /** Name of a counter in the database: addresses and logins are not written there in clear. */
  counter(kind: string, ...subject: readonly string[]): string;
}

/** The MACs over `secret`. */
export function createMacs(secret: string): Macs {
  const mac = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `auth-widget ${purpose}`, 32));
    return (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
  const counter = mac('counter');
  return {
    code: mac('code'),
    replayKey: mac('replay key'),
    replayBody: mac('replay body'),
    counter: (...parts) => counter(...parts).toString('base64url', 0, 18),
  };
}
