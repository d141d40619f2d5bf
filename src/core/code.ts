import { isDigit, toAsciiDigits } from './digits.js';

/** The characters a code may consist of. Letters are Latin and upper case. */
export type CodeAlphabet = 'digits' | 'alphanumeric';

/** The length of a code (at most 6, docs/behaviour/requirements.md#limits) and its alphabet. */
export interface CodeShape {
  readonly length: number;
  readonly alphabet: CodeAlphabet;
}

/**
 * Finds the code in a text: at most `length` characters. A word of exactly that length with a digit in it is preferred,
 * so that a whole SMS can be pasted. Otherwise every character of the alphabet counts, in order: `123-456` and
 * `Код: 123456` both give `123456`. See docs/behaviour/inputs.md#code-paste.
 */
export function sanitizeCode(text: string, { length, alphabet }: CodeShape): string {
  if (isDigit(text)) return text;
  const character = alphabet === 'alphanumeric' ? 'A-Z\\d' : '\\d';
  const plain = toAsciiDigits(text).toUpperCase();
  const word = new RegExp(`\\b(?=\\w*\\d)[${character}]{${length}}\\b`).exec(plain)?.[0];
  return word ?? plain.replace(new RegExp(`[^${character}]`, 'g'), '').slice(0, length);
}
