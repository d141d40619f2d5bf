import { importedCountries, type ParsedPhone } from './imported-countries.js';
import { isDigit, toAsciiDigits } from './digits.js';
import { defaultCountry, type NumberingPlan } from './default-country.js';

/**
 * The separators allowed between digits: spaces, brackets, dots and dashes of every script, the tilde of `8~10`, and characters that are
 * invisible or combine with a digit. Address books, documents and emoji put these into and around numbers.
 */
const SEPARATORS = '[\\s\\p{Ps}\\p{Pe}\\p{Pd}\\p{DI}\\p{M}~.·․‧∙⋅・。｡．⁃−˗]*';
const NUMBER = new RegExp(`([+＋﹢]${SEPARATORS})?\\d(${SEPARATORS}\\d)*|^[+＋﹢]$`, 'u');

/** The most digits that a field shows of a number that isn't taken. See docs/behaviour/inputs.md#numbers-that-are-not-taken. */
export const MOST_SHOWN_DIGITS = 20;

/**
 * Finds the first number in a text. `text` is the number from its plus, or else its first digit, to its last digit, with separators and
 * ASCII digits. A text that is only a plus is a number without digits. Returns null if there is no number.
 */
export function findNumber(text: string): { readonly text: string; readonly hasPlus: boolean } | null {
  const [number] = NUMBER.exec(toAsciiDigits(text.trim())) ?? [];
  return number ? { text: number, hasPlus: !isDigit(number[0]!) } : null;
}

/** Whether `digits` begin with `prefix`, followed by one of `firstDigits`. */
function hasPrefix(digits: string, prefix: string, firstDigits: string): boolean {
  return digits.startsWith(prefix) && firstDigits.includes(digits.charAt(prefix.length) || ' ');
}

/**
 * Returns what a field keeps of a number: its national digits, possibly too few. A number that this plan doesn't have stays
 * as it is, with a plus in place of an international prefix. So do a plus and a country code without further digits. Returns null
 * for more than `MOST_SHOWN_DIGITS`. See docs/behaviour/inputs.md#numbers-that-are-not-taken.
 * @param number the digits, after a `+` if the country code comes first
 */
export function toPhoneContent(number: string, plan: NumberingPlan = defaultCountry): string | null {
  const { countryCode, trunkPrefix, nationalLength, firstDigits } = plan;
  const whole = number.replace(plan.internationalPrefix, '+');
  let digits = cleanPhone(whole);
  const hasPlus = digits !== whole;
  const isTaken = !hasPlus || (digits.startsWith(countryCode) && digits !== countryCode);
  for (const prefix of [countryCode, trunkPrefix]) {
    const isPrefix =
      digits.length > nationalLength
        ? hasPrefix(digits, prefix, firstDigits)
        : // After a plus, the country code isn't part of the national digits, however few follow it.
          hasPlus && prefix === countryCode;
    if (isPrefix) digits = digits.slice(prefix.length);
  }
  if (isTaken && digits.length <= nationalLength) return digits;
  return cleanPhone(whole)[MOST_SHOWN_DIGITS] ? null : whole;
}

/**
 * Reads what a field keeps of a text that arrives as a whole: pasted, dropped, autofilled or set by a program. Returns `''`
 * for an empty text, and null if it has no number or one with more than `MOST_SHOWN_DIGITS`. See docs/behaviour/inputs.md#phone-bulk-input.
 */
export function readPhone(text: string, plan: NumberingPlan = defaultCountry): string | null {
  const number = findNumber(text);
  if (number) return toPhoneContent((number.hasPlus ? '+' : '') + cleanPhone(number.text), plan);
  return text.trim() && null;
}

/** Whether a content is national digits, complete or not: no more than a number has, and without a plus or an international prefix. */
export const isNational = (
  content: string,
  { nationalLength, internationalPrefix }: NumberingPlan = defaultCountry,
): boolean => content.length <= nationalLength && !`${content}0`.replace(internationalPrefix, '+').startsWith('+');

/**
 * Removes a typed country code or trunk prefix. See docs/behaviour/inputs.md#phone-typing.
 * @param digits national digits, including the typed ones
 * @param typedAt index of the first typed digit
 */
export function dropTypedPrefix(digits: string, typedAt: number, plan: NumberingPlan = defaultCountry): string {
  const { mobileFirstDigits } = plan;
  const prefix = [plan.countryCode, plan.trunkPrefix].find(
    prefix => typedAt <= prefix.length && hasPrefix(digits, prefix, mobileFirstDigits),
  );
  return prefix ? digits.slice(prefix.length) : digits;
}

/** Formats national digits as far as they go: `+7 (916) 12`. Returns `''` for none. */
export function formatNationalDigits(digits: string, plan: NumberingPlan = defaultCountry): string {
  let text = '';
  let count = 0;
  for (const character of plan.pattern) {
    if (count === digits.length) break;
    text += character === '#' ? digits.charAt(count++) : character;
  }
  return text;
}

/** Returns the national digits of a whole number after +7 in any spelling, or null if there is none. */
function readWhole(text: string): string | null {
  const content = readPhone(text);
  return content?.length === defaultCountry.nationalLength && !content.startsWith('+') ? content : null;
}

/** Throws a TypeError for a number that isn't a text, because an app may be written without type checking. */
function checkText(phone: unknown): void {
  if (typeof phone !== 'string') throw new TypeError('phone must be a string');
}

/** Reads a text as a whole number of those of the named countries that the page has imported; undefined if it's none. E.164 digits need no plus. */
function readImported(text: string, names = 'all'): ParsedPhone | undefined {
  const countries = importedCountries();
  if (!countries) return undefined;
  const { plans, named } = countries.choose(names, countries.plans);
  const parsed = plans[0] && countries.parse(text, { plans, region: named[0]?.region ?? '' }, findNumber, true);
  return parsed?.isComplete ? parsed : undefined;
}

/** Returns the wire form (country code and national digits) of a number after +7 in any spelling, or null if there is none. */
export function parsePhone(text: string): string | null {
  const digits = readWhole(text);
  return digits && defaultCountry.countryCode + digits;
}

/**
 * Returns the wire form of a number in any spelling, or null if there is none that is taken.
 * @param countries whose numbers are taken, as in `<phone-input countries>`. Without one that is imported, those after +7
 */
export function parseTakenPhone(text: string, countries: string | undefined): string | null {
  const imported = importedCountries();
  const isUsed = countries && imported?.choose(countries, imported.plans).plans[0];
  return isUsed ? (readImported(text, countries)?.digits ?? null) : parsePhone(text);
}

/**
 * Returns the display form, `+7 (XXX) XXX-XX-XX`, of a number in any spelling. Any other text is returned unchanged, unless it is a number
 * of a country that the page has imported: `+375 29 123-45-67`.
 * @throws {TypeError} if `phone` isn't a string
 */
export function formatPhone(phone: string): string {
  checkText(phone);
  const digits = readWhole(phone);
  return digits ? formatNationalDigits(digits) : (readImported(phone)?.text ?? phone);
}

/** Removes every character except the digits 0 to 9. See docs/behaviour/requirements.md#phone-number. */
export function cleanPhone(text: string): string {
  checkText(text);
  return text.replace(/\D/g, '');
}

/**
 * Whether `phone`, once cleaned, is the wire form of a number: 11 digits that begin with 7, or the digits of E.164 of a country that the
 * page has imported. See docs/behaviour/requirements.md#phone-number.
 */
export function isValidPhone(phone: string): boolean {
  const digits = cleanPhone(phone);
  const { countryCode, nationalLength } = defaultCountry;
  const isOurs = digits.length === countryCode.length + nationalLength && digits.startsWith(countryCode);
  return isOurs || readImported(digits)?.digits === digits;
}
