import { constantTimeEqual, type SecretMacs } from './crypto.js';

// The state of a code is its id, the time at which it was asked for, and a MAC over both and the number, with dots between
// them. It tells without the database that somebody has asked for a code for this number, whether or not it's the last one.
const PATTERN = /^([\w-]+\.[\da-f-]{36})\.([1-9]\d{0,11})\.([\w-]{43})$/;

/** How long the state of a code is valid, in seconds. No code lives longer (`CODE_TTL`). */
const STATE_LIFETIME = 86_400;

/** A code that somebody has asked for. */
export interface AskedCode {
  readonly codeId: string;
  /** Whole seconds since 1970, by the clock of the database. */
  readonly askedAt: number;
}

/** Writes the state of a code, which shows that a caller has asked for it (docs/protocol.md#who-asked-for-a-code). */
export const writeCodeState = (macs: SecretMacs, { codeId, askedAt }: AskedCode, phone: string): string =>
  `${codeId}.${askedAt}.${macs.state(codeId, askedAt, phone)}`;

/**
 * Reads the state of a code. Any text is allowed.
 * @returns undefined if it's no state of a code for this number under one of these secrets
 */
export function readCodeState(accepted: readonly SecretMacs[], phone: string, text: string): AskedCode | undefined {
  const [, codeId, time, mac] = PATTERN.exec(text) ?? [];
  if (codeId === undefined || time === undefined || mac === undefined) return undefined;
  const macs = accepted.find(({ secretId }) => codeId.startsWith(`${secretId}.`));
  const askedAt = Number(time);
  const expected = macs?.state(codeId, askedAt, phone);
  if (expected === undefined || !constantTimeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
  return { codeId, askedAt };
}

/**
 * Whether the state of a code is still valid. A time in the future counts too, because the clock may have been set back.
 * @param now seconds since 1970, by the clock of the database
 */
export const isRecent = ({ askedAt }: AskedCode, now: number): boolean => Math.abs(now - askedAt) <= STATE_LIFETIME;
