import { constantTimeEqual, type SecretMacs } from './crypto.js';

// The state of a code is its id, a dot, and a MAC over the id and the number. The id tells without the database that
// somebody has asked for a code for this number, whether or not it's the last one.
const PATTERN = /^([\w-]+\.[\da-f-]{36})\.([\w-]{43})$/;

/** Writes the state of a code, which shows that a caller has asked for it (docs/protocol.md#who-asked-for-a-code). */
export const writeCodeState = (macs: SecretMacs, codeId: string, phone: string): string =>
  `${codeId}.${macs.state(codeId, phone)}`;

/**
 * Reads the state of a code. Any text is allowed.
 * @returns the id of the code; undefined if it's no state of a code for this number under one of these secrets
 */
export function readCodeState(accepted: readonly SecretMacs[], phone: string, text: string): string | undefined {
  const [, codeId, mac] = PATTERN.exec(text) ?? [];
  if (codeId === undefined || mac === undefined) return undefined;
  const macs = accepted.find(({ secretId }) => codeId.startsWith(`${secretId}.`));
  return macs && constantTimeEqual(Buffer.from(mac), Buffer.from(macs.state(codeId, phone))) ? codeId : undefined;
}
