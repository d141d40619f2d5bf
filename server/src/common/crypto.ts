import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

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

/**
 * XORs `value`, a token or a masked one, with bytes that only the holder of `parent` can compute. They depend on `tokenHash`, the
 * hash of that token, so each token is masked with other bytes.
 */
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

/** Compares two MACs or hashes in constant time. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** The HMACs under one server secret. The server may also accept those of a second secret (`Macs.accepted`). */
export interface SecretMacs {
  /** The short name of the secret. The ids of codes begin with it. */
  readonly secretId: string;
  /** MAC of a one-time code. `codeId` is unique to one SMS, so equal codes have different MACs. */
  code(codeId: string, phone: string, code: string): Buffer;
  /** MAC that only the answer to the request for this code has (docs/protocol.md#who-asked-for-a-code). */
  state(codeId: string, askedAt: number, phone: string): string;
  /** MAC of the address that asked for this code. */
  asker(codeId: string, ip: string): Buffer;
  /** MAC of a device memory (`device-memory.ts`). */
  device(phone: string, id: string, expiresAt: number): Buffer;
  /** Bytes that hide the expiry in a device memory. */
  deviceMask(id: string): Buffer;
  /** MAC of what a challenge is bound to: a call, and the phone number or login in it. The client sees this MAC. */
  challenge(call: string, subject: string): string;
  /** The keys that sign the challenge and the solution of a proof of work. ALTCHA takes texts, so they are hexadecimal. */
  readonly challengeKeys: { readonly ofChallenge: string; readonly ofSolution: string };
}

/**
 * The HMACs of the server (HMAC-SHA-256). Each purpose has its own key. The keys of counters and of repeatable answers are
 * derived from the root (`MacOptions.root`), all others from the server secret.
 */
export interface Macs extends SecretMacs {
  /** The MACs under all secrets that are accepted, the current one first. */
  readonly accepted: readonly SecretMacs[];
  /** MAC of an `Idempotency-Key` sent with a verification for `phone`. */
  idempotencyKey(phone: string, key: string): Buffer;
  /** MAC of the body that came with an `Idempotency-Key`. */
  idempotentBody(phone: string, code: string): Buffer;
  /** Key of a row in the tables `counters`, `network_records` and `known_networks`, which store no addresses or logins in clear text. */
  counter(kind: string, ...subject: readonly string[]): string;
  /** Pseudonym of an account, a phone number or a login in the audit log. */
  subject(kind: string, value: string): string;
  /**
   * Signature of a token, 16 characters long. The client sends it in front of the token. A signature made under another secret
   * counts as none: the token stays valid (bearer-token.ts).
   */
  token(token: string): string;
}

const deriveKey = (secret: string | Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `auth-widget ${purpose}`, 32));

/** Creates a function that makes the MAC of some texts, under a key of its own. */
function createMac(secret: string | Uint8Array, purpose: string): (...parts: readonly (string | number)[]) => Buffer {
  const key = deriveKey(secret, purpose);
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** Returns the short name of a secret. The name reveals nothing about the secret. */
export const secretId = (secret: string): string => deriveKey(secret, 'secret id').toString('base64url', 0, 6);

function createSecretMacs(secret: string): SecretMacs {
  const state = createMac(secret, 'state');
  const challenge = createMac(secret, 'challenge subject');
  return {
    secretId: secretId(secret),
    code: createMac(secret, 'code'),
    state: (...parts) => state(...parts).toString('base64url'),
    asker: createMac(secret, 'asker'),
    device: createMac(secret, 'device'),
    deviceMask: createMac(secret, 'device mask'),
    challenge: (...parts) => challenge(...parts).toString('base64url', 0, 18),
    challengeKeys: {
      ofChallenge: deriveKey(secret, 'challenge signature').toString('hex'),
      ofSolution: deriveKey(secret, 'challenge solution').toString('hex'),
    },
  };
}

/**
 * Derives a root from a secret: the key from which the keys of counters and of repeatable answers are derived. The server uses
 * it only if the database stores no root for its secret or the one before (server-keys.ts).
 */
export const rootOf = (secret: string): Buffer => deriveKey(secret, 'root');

/** Optional parts of the MACs. */
export interface MacOptions {
  /** Another secret that is accepted: the one before, or the next one while the servers still use the old one. */
  readonly previous?: string | undefined;
  /**
   * The root that the database stores; by default, the root of `secret`. A new secret takes over the root of the one before, so
   * that the server finds the counters again.
   */
  readonly root?: Uint8Array;
}

/**
 * Creates the MACs, with keys derived from `secret`. If the name of a purpose changes, everything that was stored under it
 * is lost.
 */
export function createMacs(secret: string, { previous, root = rootOf(secret) }: MacOptions = {}): Macs {
  const counter = createMac(root, 'counter');
  const subject = createMac(secret, 'audit subject');
  const current = createSecretMacs(secret);
  const token = createMac(secret, 'token');
  return {
    ...current,
    accepted: previous === undefined ? [current] : [current, createSecretMacs(previous)],
    idempotencyKey: createMac(root, 'replay key'),
    idempotentBody: createMac(root, 'replay body'),
    counter: (...parts) => counter(...parts).toString('base64url', 0, 18),
    subject: (...parts) => subject(...parts).toString('base64url', 0, 12),
    token: text => token(text).toString('base64url', 0, 12),
  };
}

const CIPHER = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts a key so that only the holder of `secret` can read it. */
export function sealKey(key: Uint8Array, secret: string): Buffer {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, deriveKey(secret, 'seal'), nonce);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts what `sealKey` has encrypted.
 * @throws Error if it was encrypted with another secret
 */
export function unsealKey(sealed: Uint8Array, secret: string): Buffer {
  const decipher = createDecipheriv(CIPHER, deriveKey(secret, 'seal'), sealed.subarray(0, NONCE_LENGTH));
  decipher.setAuthTag(sealed.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
}
