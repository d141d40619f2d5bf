import { Refusal } from '../common/refusal.js';

// The rules of docs/protocol.md#field-rules that need nothing but the text. Those for new logins are in domain/password-sign-in.ts.

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

// The part before the `|` has these characters:
// - control characters, and separators of lines and paragraphs
// - characters that change the direction of the text around the name
// - noncharacters, and code points for private use, whose look depends on the font
// - blank characters that Unicode doesn't classify as spaces: those of Braille, Khitan and musical notation
// - U+FFF9 to U+FFFC: the marks of annotations, and the placeholder of an embedded object
// The part after it has invisible characters, such as the soft hyphen, the word joiner, U+FEFF, tags and fillers. With them, two
// different names could look the same. It leaves out the joiners U+200C and U+200D and the variation selectors, because Persian,
// Japanese and emoji names need them: `USELESS` decides where they are allowed.
const FORBIDDEN =
  // oxlint-disable-next-line no-misleading-character-class -- each of these characters counts alone
  /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\ufff9-\ufffc\u2800\u{16fe4}\u{1d159}\p{Co}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;

// Where joiners change what is seen, as in RFC 5892 (appendix A): U+200C between letters of the scripts that join their letters,
// and both after a virama, which is the sign of a consonant without a vowel in the scripts of India and its neighbours. U+200D
// also stands between a letter and a virama, and joins emoji.
const CURSIVE = String.raw`(?=\p{L})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}]`;
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u17d2\u1b44\ua9c0]`;
const JOINED = [
  String.raw`(?<=${CURSIVE}\p{M}*)\u200c(?=${CURSIVE})`,
  String.raw`(?<=${VIRAMA})[\u200c\u200d]`,
  String.raw`(?<=\p{L})\u200d(?=${VIRAMA})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
];
// Where variation selectors change what is seen (StandardizedVariants.txt and emoji-variation-sequences.txt of Unicode): after an
// emoji, in a keycap such as 1️⃣, and after a Han character.
const SELECTED = [
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
];
// A joiner or a variation selector anywhere else.
const USELESS = new RegExp(
  String.raw`(?!${[...JOINED, ...SELECTED].join('|')})[\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  'u',
);
// A mark at the beginning would stand on the text before the name.
const FIRST_MARK = /^\p{M}/u;
// Marks that pile up cover the lines above and below. Four on one letter are enough for Vietnamese, Hebrew and Thai.
const PILE_OF_MARKS = /\p{M}{5}/u;
// A character that can be seen. `FORBIDDEN` refuses most invisible ones anyway, but not an empty name.
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

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
