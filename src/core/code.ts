import { isDigit, toAsciiDigits } from './digits.js';

/** The characters a code may consist of. Letters are Latin and upper case. */
export type CodeAlphabet = 'digits' | 'alphanumeric';

/** The length of a code (at most 6, docs/behaviour/requirements.md#limits) and its alphabet. */
export interface CodeShape {
  readonly length: number;
  readonly alphabet: CodeAlphabet;
}

/** What `findCode` has found in a text. */
export interface FoundCode {
  /** At most `length` characters; `''` if the text has none of the alphabet. */
  readonly code: string;
  /**
   * Whether the text leaves open which of its characters are the code. It does if it has several different words of the kind that
   * `findCode` prefers. If it has no such word, it does if it has more than `length` characters of the alphabet.
   */
  readonly isGuess: boolean;
}

/**
 * Finds the code in a text. A word of exactly `length` characters with a digit in it is preferred, so that a whole SMS can
 * be pasted: `Код: 123456`. Otherwise the first `length` characters of the alphabet count: `123-456` gives `123456`.
 * See docs/behaviour/inputs.md#code-paste.
 */
export function findCode(text: string, { length, alphabet }: CodeShape): FoundCode {
  if (isDigit(text)) return { code: text, isGuess: false };
  const character = alphabet === 'alphanumeric' ? 'A-Z\\d' : '\\d';
  const plain = toAsciiDigits(text).toUpperCase();
  const words = new Set(plain.match(new RegExp(`\\b(?=\\w*\\d)[${character}]{${length}}\\b`, 'g')));
  const [word] = words;
  if (word) return { code: word, isGuess: words.size > 1 };
  const characters = plain.replace(new RegExp(`[^${character}]`, 'g'), '');
  return { code: characters.slice(0, length), isGuess: characters.length > length };
}

/** Returns the text of the code that `findCode` finds, even if it is a guess. */
export const sanitizeCode = (text: string, shape: CodeShape): string => findCode(text, shape).code;
