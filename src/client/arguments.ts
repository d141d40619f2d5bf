import { AUTH_MODES, type AuthMode } from '../core/modes.js';
import { findCode } from '../core/code.js';
import { invalidArgument } from '../core/misuse.js';

// Readers for the arguments of operations. They don't trust the types, because an app may be written without type
// checking.

/** Returns a string as it is, a number as its digits, and anything else as an empty string. */
export const readText = (value: unknown): string => (/string|number/.test(typeof value) ? String(value) : '');

/** Returns the text without surrounding spaces; null if nothing is left. */
export const readName = (value: unknown): string | null => readText(value).trim() || null;

/**
 * Finds the code in a text such as `Your code: 123-456`. Letters count only if the text has too few digits, and only if they leave
 * no doubt which characters are the code: otherwise they belong to the words around a numeric code. Returns an empty string if the
 * text has no code or leaves open which of its digits are the code: a guess would spend a try. Returns fewer than `length` characters
 * if no more are found. The client sends such a code too, unless it is empty, and the reference server counts it as a wrong one.
 */
export function readCode(value: unknown, length: number): string {
  const text = readText(value);
  const digits = findCode(text, { length, alphabet: 'digits' });
  if (digits.isGuess) return '';
  if (digits.code.length === length) return digits.code;
  const { code, isGuess } = findCode(text, { length, alphabet: 'alphanumeric' });
  return isGuess ? digits.code : code;
}

/** @throws {TypeError} if there is no such mode */
export function checkMode(mode: AuthMode): void {
  if (!AUTH_MODES.includes(mode)) throw invalidArgument('mode');
}
