import { dictionary } from '@zxcvbn-ts/language-common';

// NIST SP 800-63B, 3.1.1.2: new passwords are compared with a list of those that are commonly used. This one has some 18,000
// with at least eight characters, in lower case, most common first. Sorted into a set once, when the server starts.
const common = new Set(dictionary['passwords-common'].filter(password => password.length >= 8));

/** The Latin letters on the keys of the Russian letters: a Latin password that was typed in the other layout. */
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";

const asLatinKeys = (text: string) =>
  Array.from(text, letter => latinKeys[russianKeys.indexOf(letter)] ?? letter).join('');

/**
 * Whether a password is one of the most common ones, in any case and in either layout of a Russian keyboard, or the login
 * itself.
 */
export function isCommonPassword(password: string, login: string): boolean {
  const folded = password.toLowerCase();
  return common.has(folded) || common.has(asLatinKeys(folded)) || folded === login.toLowerCase();
}
