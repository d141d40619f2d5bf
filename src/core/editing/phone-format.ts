import { isDigit } from '../digits.js';
import type { NumberingPlan } from '../numbering-plan.js';
import { dropTypedPrefix, formatNationalDigits, readNationalDigits } from '../phone.js';
import type { TextFormat } from './text-format.js';

/** Text of a phone field. Its content is the national digits; its value the wire form of a whole number. */
export function createPhoneFormat(plan: NumberingPlan): TextFormat {
  const { countryCode, nationalLength } = plan;
  /** Where the first national digit stands in the text. */
  const firstOffset = plan.pattern.indexOf('#');

  return {
    parse: text => readNationalDigits(text, plan),

    // See docs/behaviour/inputs.md#phone-editing and docs/behaviour/inputs.md#phone-typing.
    edit(content, { start, end, inserted, inputType, hadNoSelection }) {
      if (!inserted) {
        // Only separators were deleted: the digit next to them was meant.
        if (start === end && hadNoSelection) {
          if (inputType.endsWith('Forward')) end++;
          else start = Math.max(0, start - 1);
        }
        return { content: content.slice(0, start) + content.slice(end), caret: start };
      }
      const digits = readNationalDigits(inserted, plan);
      if (!digits) return null;
      // A whole number replaces what was there.
      if (digits.length === nationalLength) return { content: digits, caret: nationalLength };
      const typed = content.slice(0, start) + digits + content.slice(end);
      const national = dropTypedPrefix(typed, start, plan);
      if (national === null) return null;
      return { content: national, caret: Math.max(0, start + digits.length - typed.length + national.length) };
    },

    format: content => formatNationalDigits(content, plan),

    toSelection(content, caret) {
      // Behind the digits before it, or before the first one.
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
