import { toAsciiDigits } from './digits.js';

/**
 * What may stand between digits: spaces, brackets, dots and dashes of every kind, and marks that are invisible or drawn
 * onto a digit: address books, documents and emoji put them around and into numbers.
 */
const GAP = '[\\s\\p{Ps}\\p{Pe}\\p{Pd}\\p{DI}\\p{M}.·․‧∙⋅・。｡．⁃−˗]*';
const NUMBER = new RegExp(`([+＋﹢]${GAP})?\\d(${GAP}\\d)*`, 'u');

/** First digits after +7 that a number can have. With any other, a leading 7 or 8 belongs to the number itself. */
const STARTS = /^.[346-9]/;

/**
 * The national part, at most ten digits, of a text that comes in one piece: pasted, dropped, filled in or set by a
 * program. null: nothing in it can be a number of +7. The rules are those of the inputs page, «Bulk input».
 */
export function readNational(text: string): string | null {
  const [number, plus] = NUMBER.exec(toAsciiDigits(text)) ?? [];
  if (!number) return text.trim() ? null : '';
  let digits = cleanPhone(number);
  if (plus && digits[0] !== '7') return null;
  for (const lead of '78') {
    // After a plus, the 7 is no part of the number, however short the rest still is.
    const isDropped = digits.length > 10 ? STARTS.test(digits) : plus && lead === '7';
    if (isDropped && digits[0] === lead) digits = digits.slice(1);
  }
  return digits.length > 10 ? null : digits;
}

/**
 * The national part after typing, or null where a digit must be refused (inputs page, «Typing»).
 * @param digits what stands there with the typed digits in it
 * @param at where they were put in, in digits
 */
export function settleTyped(digits: string, at: number): string | null {
  const isLed = digits.length === 11 ? STARTS.test(digits) : at < 2 && digits[1] === '9';
  const settled = isLed && /^[78]/.test(digits) ? digits.slice(1) : digits;
  return settled.length > 10 ? null : settled;
}

/** Display form of a national part, as far as it goes: `+7 (916) 12`. Empty for none. */
export function formatNational(digits: string): string {
  const part = (mark: string, from: number, to?: number): string => (digits[from] ? mark + digits.slice(from, to) : '');
  return part('+7 (', 0, 3) + part(') ', 3, 6) + part('-', 6, 8) + part('-', 8);
}

/** Wire form (11 digits, the first a 7) of a number in any spelling, or null where it is none. */
export function parsePhone(text: string): string | null {
  const digits = readNational(text);
  return digits?.length === 10 ? '7' + digits : null;
}

/** Display form, `+7 (XXX) XXX-XX-XX`, of a number in any spelling; a text that is no number comes back as it is. */
export function formatPhone(phone: string): string {
  const wire = parsePhone(phone);
  return wire ? formatNational(wire.slice(1)) : phone;
}

/** Removes every character that is not a digit 0 to 9 (requirements, «Phone number»). */
export function cleanPhone(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether this, cleaned, is a Russian number: 11 digits, the first a 7. */
export function isValidPhone(phone: string): boolean {
  return /^7\d{10}$/.test(cleanPhone(phone));
}
