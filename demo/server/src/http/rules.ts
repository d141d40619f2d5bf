import { Refusal } from '../domain/refusal.js';

const refuse = (what: 'login' | 'password' | 'displayName') => new Refusal(422, { what });

// Half of a pair: no character, and nothing that UTF-8 could carry to the database.
const lone = /\p{Cs}/u;

/** Length in characters as people count them, near enough: code points. */
const lengthOf = (text: string) => [...text].length;

/**
 * A login as it is stored: 4 to 32 of `a-z 0-9 _ . -`, in lower case.
 * @throws Refusal 422 `login`
 */
export function readLogin(login: string): string {
  if (!/^[A-Za-z0-9_.-]{4,32}$/.test(login)) throw refuse('login');
  return login.toLowerCase();
}

/**
 * A password as it is hashed: 8 to 128 characters. Keyboards write the same letter in different ways (й is one
 * character or two), so the text is normalised.
 * @throws Refusal 422 `password`
 */
export function readPassword(password: string): string {
  const normal = password.normalize('NFKC');
  const length = lengthOf(normal);
  if (length < 8 || length > 128 || lone.test(normal)) throw refuse('password');
  return normal;
}

// Controls, line and paragraph separators, and the marks that turn the direction of the text around them.
const control = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
// Fillers are letters, and an empty pattern of Braille is a symbol, but nothing is to be seen of them.
const visible = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A display name as it is stored: 1 to 64 characters after trimming, none of them a control character, one at least to
 * be seen.
 * @throws Refusal 422 `displayName`
 */
export function readDisplayName(name: string): string {
  const trimmed = name.trim();
  if (lengthOf(trimmed) > 64 || lone.test(trimmed) || control.test(trimmed) || !visible.test(trimmed))
    throw refuse('displayName');
  return trimmed;
}
