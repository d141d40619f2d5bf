import { isDigit, toAsciiDigits } from './digits.js';

/** What a code may be made of. Letters are those of the Latin alphabet, in upper case. */
export type CodeAlphabet = 'digits' | 'alphanumeric';

/** Characters of a code (requirements, «Limits»: at most 6) and what they may be. */
export interface CodeShape {
  readonly length: number;
  readonly alphabet: CodeAlphabet;
}

/**
 * The code in a text, at most `length` characters. A word that is just as long as the code wins, so that a whole SMS
 * can be pasted; otherwise whatever the code may be made of, in its order: `123-456` and `Код: 123456` are `123456`.
 */
export function sanitizeCode(text: string, { length, alphabet }: CodeShape): string {
  if (isDigit(text)) return text;
  const character = alphabet === 'alphanumeric' ? 'A-Z\\d' : '\\d';
  const plain = toAsciiDigits(text).toUpperCase();
  const word = plain[length] && new RegExp(`\\b(?=\\w*\\d)[${character}]{${length}}\\b`).exec(plain)?.[0];
  return word || plain.replace(new RegExp(`[^${character}]`, 'g'), '').slice(0, length);
}
