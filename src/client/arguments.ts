import { sanitizeCode, type CodeAlphabet } from '../core/code.js';

// Arguments of operations, read without trusting their types: an app may use no type checking.

/** A number as its digits; anything else that is not a string as empty. */
export const readText = (value: unknown): string => (/string|number/.test(typeof value) ? String(value) : '');

/** A text without surrounding spaces; null if nothing is left of it. */
export const readName = (value: unknown): string | null => readText(value).trim() || null;

/**
 * The code of `length` characters in a text such as `Your code: 123-456`; empty if there is none. Letters are part of it
 * only if the digits of the text are too few: otherwise they are the words around a numeric code.
 */
export function readCode(value: unknown, length: number): string {
  const read = (alphabet: CodeAlphabet) => sanitizeCode(readText(value), { length, alphabet });
  const digits = read('digits');
  return digits.length === length ? digits : read('alphanumeric');
}
