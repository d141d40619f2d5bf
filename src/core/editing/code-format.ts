import { sanitizeCode, type CodeShape } from '../code.js';
import type { TextFormat } from './text-format.js';

/**
 * Text of a code field. Content, text and value are the same characters.
 * @param shape is read with every call, so that it may be an object whose properties change
 * @param isRejected whether this content is a code that turned out to be wrong: the next edit replaces all of it
 */
export function createCodeFormat(shape: CodeShape, isRejected: (content: string) => boolean): TextFormat {
  return {
    parse: text => sanitizeCode(text, shape) || (text.trim() ? null : ''),

    // See docs/behaviour/inputs.md#code-editing and docs/behaviour/inputs.md#code-paste.
    edit(content, { start, end, inserted, inputType, hadNoSelection }) {
      const { length } = shape;
      const code = sanitizeCode(inserted, shape);
      if (inserted && !code) return null;
      // A rejected code is replaced as a whole, and any by a whole one. One cell alone is typed over like any other.
      if (isRejected(content) || (code.length === length && inserted.length > 1)) {
        content = '';
        start = end = 0;
      }
      let caret = start + code.length;
      if (code) {
        // Behind the last cell, the last one is overwritten.
        if (start === length) caret = start--;
        // Typing overwrites the cells that it covers.
        end = Math.max(end, caret);
      } else if (inputType.endsWith('Backward') && !hadNoSelection && end - start === 1) {
        // A filled cell is selected. Backspace deletes it and goes back to the one before.
        caret = Math.max(0, caret - 1);
      }
      const next = content.slice(0, start) + code + content.slice(end);
      const isOvertyped = content.length === length;
      return { content: next.slice(0, length), caret: Math.min(caret, length), isOvertyped };
    },

    format: content => content,
    // What the next edit replaces is selected: a rejected code, or the character of a filled cell.
    toSelection(content, caret) {
      const { length } = content;
      return isRejected(content) ? [0, length] : [Math.min(caret, length), Math.min(caret + 1, length)];
    },
    countBefore: (_text, offset) => offset,
    toValue: content => content,
    // A used code must not be restored. See docs/behaviour/inputs.md#code-restore.
    isRestorable: false,
  };
}
