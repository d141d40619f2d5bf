import { findCode, sanitizeCode, type CodeShape } from '../code.js';
import type { TextFormat } from './text-format.js';

/**
 * Creates the format of a code field. Content, text and value are the same characters.
 * @param shape the length and the alphabet. They are read with every call, so they may change
 * @param isRejected tells whether the content is a rejected code, which the next edit replaces as a whole
 */
export function createCodeFormat(shape: CodeShape, isRejected: (content: string) => boolean): TextFormat {
  return {
    parse: text => sanitizeCode(text, shape) || (text.trim() ? null : ''),
    isDoubtful: text => findCode(text, shape).isGuess,

    // See docs/behaviour/inputs.md#code-editing and docs/behaviour/inputs.md#code-paste.
    edit(content, { start, end, inserted, inputType, hadSelection }) {
      const { length } = shape;
      const { code, isGuess } = findCode(inserted, shape);
      if (inserted && !code) return null;
      // Every edit replaces a rejected code as a whole, and a whole code replaces any content. In a field with a single cell, a
      // typed character does not count as a whole code.
      if (isRejected(content) || (code.length === length && inserted.length > 1)) {
        content = '';
        start = end = 0;
      }
      let caret = start + code.length;
      if (code) {
        // Typing after the last cell overwrites the last one.
        if (start === length) caret = start--;
        // Typing overwrites the cells that it covers.
        end = Math.max(end, caret);
      } else if (inputType.endsWith('Backward') && hadSelection && end - start === 1) {
        // Backspace on a filled cell, which is selected, deletes it and moves back.
        caret = Math.max(0, caret - 1);
      }
      const next = content.slice(0, start) + code + content.slice(end);
      const isDoubtful = content.length === length || isGuess || next.length > length;
      return { content: next.slice(0, length), caret: Math.min(caret, length), isDoubtful };
    },

    format: content => content,
    // The selection is what the next edit replaces: a rejected code, or the character of a filled cell.
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
