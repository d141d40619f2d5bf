import { isDigit } from '../digits.js';
import type { NumberingPlan } from '../default-country.js';
import {
  cleanPhone,
  dropTypedPrefix,
  findNumber,
  formatNationalDigits,
  isNational,
  readPhone,
  toPhoneContent,
} from '../phone.js';
import type { TextFormat } from './text-format.js';

/** In a content, separates the national digits from the prefix that an eleventh digit has dropped: `6912345678'8`. */
const DROPPED = "'";

/**
 * Creates the format of a phone field. Its content is the national digits (see also `DROPPED`), and its value is the wire form of a
 * whole number. A number that isn't taken is kept and shown as it is: docs/behaviour/inputs.md#numbers-that-are-not-taken.
 */
export function createPhoneFormat(plan: NumberingPlan): TextFormat {
  const { countryCode, nationalLength } = plan;
  /** The offset of the first national digit in the text. */
  const firstOffset = plan.pattern.indexOf('#');
  const beginning = plan.pattern.slice(0, firstOffset);

  const format = (content: string): string => {
    const [digits = ''] = content.split(DROPPED);
    return isNational(digits, plan) ? formatNationalDigits(digits, plan) : digits;
  };

  return {
    parse: text => readPhone(text, plan),

    // See docs/behaviour/inputs.md#phone-editing and docs/behaviour/inputs.md#phone-typing.
    edit(whole, { start, end, inserted, inputType, hadSelection }) {
      const [content = '', dropped = ''] = whole.split(DROPPED);
      // If only separators were deleted, the digit next to them is deleted instead.
      if (!inserted && start === end && !hadSelection) {
        if (inputType.endsWith('Forward')) end++;
        else start = Math.max(0, start - 1);
      }
      // A plus isn't removed from the digits after it, which would be read as another number.
      if (content.startsWith('+') && end < content.length) start = Math.max(start, 1);
      end = Math.max(start, end);
      const after = content.length - end;
      const number = findNumber(inserted);
      // Digits after a plus, or after a prefix that counts as one, continue that number, unless it would have more than 15 digits.
      if (number && !number.hasPlus && !dropped && start > 0 && content.slice(0, start) !== `+${countryCode}`) {
        const continued = toPhoneContent(content.slice(0, start) + cleanPhone(number.text) + content.slice(end), plan);
        if (continued && !continued[16] && continued.startsWith('+'))
          return { content: continued, caret: continued.length - after };
      }
      const typed = readPhone(inserted, plan);
      if (typed === null || (inserted && !typed)) return null;
      // A plus begins a number.
      if (typed === '+' && (start > 0 || (end < content.length && isNational(content, plan)))) return null;
      // A whole number, or one that isn't taken, replaces the content.
      if (inserted.length > 1 && (typed.length === nationalLength || !isNational(typed, plan)))
        return { content: typed, caret: typed.length };
      const next = content.slice(0, start) + typed + content.slice(end);
      const isShort = next.length <= nationalLength;
      let changed: string | null = next;
      // A prefix is dropped once. With a further digit, it wasn't a prefix, and comes back before the others.
      if (dropped && !isShort) changed = dropped + next;
      else if (inserted || !isNational(content, plan))
        changed = toPhoneContent(isShort ? dropTypedPrefix(next, start, plan) : next, plan);
      if (changed === null) return null;
      const caret = Math.max(0, changed.length - after);
      if (changed === content) return { content: whole, caret };
      const prefix = next.slice(0, -changed.length);
      const isDropped = !isShort && prefix && !changed.startsWith('+') && !next.startsWith('+');
      return { content: isDropped ? changed + DROPPED + prefix : changed, caret };
    },

    format,

    toSelection(content, caret) {
      // The caret comes right after the digit before it, or before the first digit.
      const text = format(content);
      const offset = text.startsWith(beginning)
        ? formatNationalDigits(content.slice(0, caret), plan).length || firstOffset
        : Math.min(caret, text.length);
      return [offset, offset];
    },

    countBefore(text, offset) {
      // A number that isn't taken is shown as it is.
      if (!text.startsWith(beginning)) return Math.min(offset, text.length);
      let count = 0;
      for (let i = firstOffset; i < offset; i++) if (isDigit(text.charAt(i))) count++;
      return count;
    },

    toValue(content) {
      const [digits = ''] = content.split(DROPPED);
      return digits.length === nationalLength && isNational(digits, plan) ? countryCode + digits : '';
    },

    toProblem(content) {
      if (!content.startsWith('+')) return content.length > nationalLength ? 'tooLong' : 'tooShort';
      // While only a part of the code is typed, it may become this country's.
      if (`+${countryCode}`.startsWith(content)) return 'tooShort';
      return content.startsWith(`+${countryCode}`) ? 'tooLong' : 'badInput';
    },

    isRestorable: true,
  };
}
