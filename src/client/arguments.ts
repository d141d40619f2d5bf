import { AUTH_MODES, type AuthMode } from '../core/modes.js';
import { sanitizeCode, type CodeAlphabet } from '../core/code.js';
import { invalidArgument } from '../core/misuse.js';

// Readers for the arguments of operations. They don't trust the types, because an app may be written without type
// checking.

/** Returns a string as it is, a number as its digits, and anything else as an empty string. */
export const readText = (value: unknown): string => (/string|number/.test(typeof value) ? String(value) : '');

/** Returns the text without surrounding spaces; null if nothing is left. */
export const readName = (value: unknown): string | null => readText(value).trim() || null;

/**
 * Finds the code in a text such as `Your code: 123-456`. Letters count only if the text has too few digits: otherwise they belong to
 * the words around a numeric code. Returns fewer than `length` characters if the text has no more, and an empty string if it has
 * none. The server refuses an incomplete code.
 */
export function readCode(value: unknown, length: number): string {
  const read = (alphabet: CodeAlphabet) => sanitizeCode(readText(value), { length, alphabet });
  const digits = read('digits');
  return digits.length === length ? digits : read('alphanumeric');
}

/** @throws {TypeError} if there is no such mode */
export function checkMode(mode: AuthMode): void {
  if (!AUTH_MODES.includes(mode)) throw invalidArgument('mode');
}
