import { Refusal } from '../common/refusal.js';

// The rules of docs/protocol.md#field-rules.

const refuse = (what: 'login' | 'password' | 'displayName') => new Refusal(422, { what });

// Half of a UTF-16 surrogate pair isn't a character, and UTF-8 can't encode it for the database.
const LONE_SURROGATE = /\p{Cs}/u;

const countCodePoints = (text: string) => Array.from(text).length;

/**
 * Checks a login. Returns it as it is stored, in lower case.
 * @throws Refusal 422 `login`
 */
export function parseLogin(login: string): string {
  if (!/^[A-Za-z0-9_.-]{4,32}$/.test(login)) throw refuse('login');
  return login.toLowerCase();
}

/**
 * Checks a password. Returns it as it is hashed, in Unicode normalization form KC, because some keyboards enter a letter
 * such as й as one code point, and others as two.
 * @throws Refusal 422 `password`
 */
export function parsePassword(password: string): string {
  const normalized = password.normalize('NFKC');
  const length = countCodePoints(normalized);
  if (length < 8 || length > 128 || LONE_SURROGATE.test(normalized)) throw refuse('password');
  return normalized;
}

// Control characters, line and paragraph separators, and bidirectional formatting characters, which would change the
// direction of the text around the name.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
// Hangul fillers are letters and U+2800 (Braille pattern blank) is a symbol, but both are invisible.
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Checks a display name, which needs at least one visible character. Returns it as it is stored, trimmed.
 * @throws Refusal 422 `displayName`
 */
export function parseDisplayName(name: string): string {
  const trimmed = name.trim();
  const isValid =
    countCodePoints(trimmed) <= 64 &&
    !LONE_SURROGATE.test(trimmed) &&
    !FORBIDDEN.test(trimmed) &&
    VISIBLE.test(trimmed);
  if (!isValid) throw refuse('displayName');
  return trimmed;
}
