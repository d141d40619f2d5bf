import { sanitizeCode, type CodeShape } from './code.js';
import type { TextFormat } from './text-format.js';

/**
 * Text of a code field. Content, text and value are the same characters.
 * @param shape is read with every call, so that it may be an object whose properties change
 */
export function createCodeFormat(shape: CodeShape): TextFormat {
  return {
    parse: text => sanitizeCode(text, shape) || (text.trim() ? null : ''),

    // See docs/behaviour/inputs.md#code-editing and docs/behaviour/inputs.md#code-paste.
    edit(content, { start, end, inserted, inputType, hadNoSelection }) {
      const { length } = shape;
      const code = sanitizeCode(inserted, shape);
      let caret = start + code.length;
      if (inserted) {
        if (!code) return null;
        // A whole code replaces what was there.
        if (code.length === length) return { content: code, caret: length };
        // Behind the last cell, the last one is overwritten.
        if (start === length) caret = start--;
        // Typing overwrites the cells that it covers.
        end = Math.max(end, caret);
      } else if (inputType.endsWith('Backward') && !hadNoSelection && end - start === 1) {
        // A filled cell is selected. Backspace deletes it and goes back to the one before.
        caret = Math.max(0, caret - 1);
      }
      const next = content.slice(0, start) + code + content.slice(end);
      return { content: next.slice(0, length), caret: Math.min(caret, length) };
    },

    format: content => content,
    // The character of a filled cell is selected, so that the browser overwrites or deletes it.
    toSelection: (content, caret) => [caret, caret < content.length ? caret + 1 : caret],
    countBefore: (_text, offset) => offset,
    toValue: content => content,
    // A used code must not be restored. See docs/behaviour/inputs.md#code-restore.
    isRestorable: false,
  };
}
