import { constantTimeEqual, type SecretMacs } from './crypto.js';

// The state of a code is its id, the time at which it was asked for, and a MAC over both and the number, with dots between
// them. The server can tell from it, without the database, that somebody has asked for this code. A later code may have replaced it.
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
 * Reads the state of a code from any text that a caller has sent.
 * @returns undefined if the text isn't the state of a code for this number, made under one of these secrets. Whether it is still
 *   valid isn't checked here: see `isRecent`
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
 * Whether the state of a code is still valid. A time up to a day in the future is valid too, because the clock may have been set
 * back.
 * @param now seconds since 1970, by the clock of the database
 */
export const isRecent = ({ askedAt }: AskedCode, now: number): boolean => Math.abs(now - askedAt) <= STATE_LIFETIME;
