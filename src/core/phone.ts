import { toAsciiDigits } from './digits.js';
import { russia, type NumberingPlan } from './numbering-plan.js';

/**
 * The separators allowed between digits: spaces, brackets, dots and dashes of every script, and characters that are
 * invisible or combine with a digit. Address books, documents and emoji put these into and around numbers.
 */
const SEPARATORS = '[\\s\\p{Ps}\\p{Pe}\\p{Pd}\\p{DI}\\p{M}.·․‧∙⋅・。｡．⁃−˗]*';
const NUMBER = new RegExp(`([+＋﹢]${SEPARATORS})?\\d(${SEPARATORS}\\d)*`, 'u');

/** Whether `digits` begin with `prefix`, followed by one of `firstDigits`. */
function hasPrefix(digits: string, prefix: string, firstDigits: string): boolean {
  const next = digits[prefix.length];
  return !!next && digits.startsWith(prefix) && firstDigits.includes(next);
}

/**
 * Reads the national digits, possibly too few, from a text that arrives as a whole: pasted, dropped, autofilled or set by
 * a program. Returns `''` for an empty text and null if it has no number of this plan. See
 * docs/behaviour/inputs.md#phone-bulk-input.
 */
export function readNationalDigits(text: string, plan: NumberingPlan = russia): string | null {
  const { countryCode, trunkPrefix, nationalLength, firstDigits } = plan;
  const [number, plus] = NUMBER.exec(toAsciiDigits(text)) ?? [];
  if (!number) return text.trim() ? null : '';
  let digits = cleanPhone(number);
  if (plus && !digits.startsWith(countryCode)) return null;
  for (const prefix of [countryCode, trunkPrefix]) {
    const isPrefix =
      digits.length > nationalLength
        ? hasPrefix(digits, prefix, firstDigits)
        : // After a plus, the country code isn't part of the national digits, however few follow it.
          plus && prefix === countryCode;
    if (isPrefix) digits = digits.slice(prefix.length);
  }
  return digits.length > nationalLength ? null : digits;
}

/**
 * Removes a typed country code or trunk prefix. Returns null if there are too many digits, so that the input is refused. See
 * docs/behaviour/inputs.md#phone-typing.
 * @param digits national digits, including the typed ones
 * @param typedAt index of the first typed digit
 */
export function dropTypedPrefix(digits: string, typedAt: number, plan: NumberingPlan = russia): string | null {
  const { nationalLength, firstDigits, mobileFirstDigits } = plan;
  const isTooLong = digits.length > nationalLength;
  const prefix = [plan.countryCode, plan.trunkPrefix].find(
    prefix =>
      (isTooLong || typedAt <= prefix.length) && hasPrefix(digits, prefix, isTooLong ? firstDigits : mobileFirstDigits),
  );
  const national = prefix ? digits.slice(prefix.length) : digits;
  return national.length > nationalLength ? null : national;
}

/** Formats national digits as far as they go: `+7 (916) 12`. Returns `''` for none. */
export function formatNationalDigits(digits: string, plan: NumberingPlan = russia): string {
  let text = '';
  let count = 0;
  for (const character of plan.pattern) {
    if (count === digits.length) break;
    text += character === '#' ? digits.charAt(count++) : character;
  }
  return text;
}

/** Returns the wire form (country code and national digits) of a number in any spelling, or null if there is none. */
export function parsePhone(text: string): string | null {
  const digits = readNationalDigits(text);
  return digits?.length === russia.nationalLength ? russia.countryCode + digits : null;
}

/** Returns the display form, `+7 (XXX) XXX-XX-XX`, of a number in any spelling. Any other text is returned unchanged. */
export function formatPhone(phone: string): string {
  const digits = readNationalDigits(phone);
  return digits?.length === russia.nationalLength ? formatNationalDigits(digits) : phone;
}

/** Removes every character except the digits 0 to 9. See docs/behaviour/requirements.md#phone-number. */
export function cleanPhone(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether `phone`, once cleaned, is the wire form of a number. See docs/behaviour/requirements.md#phone-number. */
export function isValidPhone(phone: string): boolean {
  const digits = cleanPhone(phone);
  const { countryCode, nationalLength } = russia;
  return digits.length === countryCode.length + nationalLength && digits.startsWith(countryCode);
}
