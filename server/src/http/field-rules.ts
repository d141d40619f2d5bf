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

// The first class has control characters, separators of lines and paragraphs, characters that change the direction of the text
// around the name, and code points that Unicode keeps free. The second class has invisible characters, which could make two names
// look alike: the soft hyphen, the word joiner, U+FEFF, tags, fillers. Persian, emoji and Japanese names need the joiners U+200C
// and U+200D and the variation selectors, so `USELESS` decides about those.
const FORBIDDEN =
  // oxlint-disable-next-line no-misleading-character-class -- each of these characters counts alone
  /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\ufff9-\ufffb\p{Noncharacter_Code_Point}]|(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;
// Joiners and selectors change nothing at the beginning of a name, after a letter or digit of a script whose letters don't
// join, and after each other, except for a joiner after the selector of an emoji. At the end, a joiner changes something only
// after a mark, in Malayalam. Ideographic selectors work only after Han characters.
const USELESS =
  // oxlint-disable-next-line no-misleading-character-class -- each of these characters counts alone
  /(?:^|[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{Nd}\p{Z}]\p{M}*|[\u200c\u200d])[\u200c\u200d]|(?<!\p{M})[\u200c\u200d](?:$|\p{Z})|(?:[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{Z}]|[\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]/u;
// A mark at the beginning would stand on the text before the name.
const FIRST_MARK = /^\p{M}/u;
// Marks that pile up cover the lines above and below. Four on one letter are enough for Vietnamese, Hebrew and Thai.
const PILE_OF_MARKS = /\p{M}{5}/u;
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
    !USELESS.test(trimmed) &&
    !FIRST_MARK.test(trimmed) &&
    !PILE_OF_MARKS.test(trimmed.normalize('NFC')) &&
    VISIBLE.test(trimmed);
  if (!isValid) throw refuse('displayName');
  return trimmed;
}
