import { dictionary } from '@zxcvbn-ts/language-common';

// NIST SP 800-63B, 3.1.1.2: new passwords must be compared with a list of common ones. This list has about 18,000 passwords
// of at least eight characters, in lower case.
const COMMON = new Set(dictionary['passwords-common'].filter(password => password.length >= 8));

// The letters of the Russian keyboard layout, and the Latin characters on the same keys: a common password may be typed in
// the other layout.
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";

const asLatinKeys = (text: string) =>
  Array.from(text, letter => LATIN_KEYS[RUSSIAN_KEYS.indexOf(letter)] ?? letter).join('');

/**
 * Whether a password is the login or one of the most common passwords, in upper or lower case, typed in the Latin or the
 * Russian layout.
 */
export function isCommonPassword(password: string, login: string): boolean {
  const folded = password.toLowerCase();
  return COMMON.has(folded) || COMMON.has(asLatinKeys(folded)) || folded === login.toLowerCase();
}
