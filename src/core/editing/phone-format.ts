import { isDigit } from '../digits.js';
import type { NumberingPlan } from '../numbering-plan.js';
import { dropTypedPrefix, formatNationalDigits, readNationalDigits } from '../phone.js';
import type { TextFormat } from './text-format.js';

/**
 * Creates the format of a phone field. Its content is the national digits, and its value is the wire form of a whole
 * number.
 */
export function createPhoneFormat(plan: NumberingPlan): TextFormat {
  const { countryCode, nationalLength } = plan;
  /** The offset of the first national digit in the text. */
  const firstOffset = plan.pattern.indexOf('#');

  return {
    parse: text => readNationalDigits(text, plan),

    // See docs/behaviour/inputs.md#phone-editing and docs/behaviour/inputs.md#phone-typing.
    edit(content, { start, end, inserted, inputType, hadNoSelection }) {
      if (!inserted) {
        // If only separators were deleted, the digit next to them is deleted instead.
        if (start === end && hadNoSelection) {
          if (inputType.endsWith('Forward')) end++;
          else start = Math.max(0, start - 1);
        }
        return { content: content.slice(0, start) + content.slice(end), caret: start };
      }
      const digits = readNationalDigits(inserted, plan);
      if (!digits) return null;
      // A whole number replaces the content.
      if (digits.length === nationalLength) return { content: digits, caret: nationalLength };
      const typed = content.slice(0, start) + digits + content.slice(end);
      const national = dropTypedPrefix(typed, start, plan);
      if (national === null) return null;
      return { content: national, caret: Math.max(0, start + digits.length - typed.length + national.length) };
    },

    format: content => formatNationalDigits(content, plan),

    toSelection(content, caret) {
      // The caret comes right after the digit before it, or before the first digit.
      const offset = formatNationalDigits(content.slice(0, caret), plan).length || firstOffset;
      return [offset, offset];
    },

    countBefore(text, offset) {
      let count = 0;
      for (let i = firstOffset; i < offset; i++) if (isDigit(text.charAt(i))) count++;
      return count;
    },

    toValue: content => (content.length === nationalLength ? countryCode + content : ''),
    isRestorable: true,
  };
}
