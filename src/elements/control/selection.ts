import type { TextRange } from '../../core/editing/text-format.js';
import { hasFocus } from '../dom.js';

/** An offset past the end of any text. It is finite because `setSelectionRange` treats Infinity as 0. */
export const END_OF_TEXT = 999;
/** The selection before an edit that no event has announced: a caret at the end. */
export const UNKNOWN_SELECTION: TextRange = [END_OF_TEXT, END_OF_TEXT];

/** Returns what is selected in an input. */
export const selectionOf = (input: HTMLInputElement): TextRange => [input.selectionStart!, input.selectionEnd!];

/** Selects a part of the text of an input, if the input has the focus. */
export function setSelection(input: HTMLInputElement, [start, end]: TextRange): void {
  // After most keys, the caret is there already, and setting it again would cost time. A selection is always set, because
  // the current one may be backward, and Shift with an arrow key would extend it from the wrong end.
  const isThere = start === end && input.selectionStart === start && input.selectionEnd === end;
  if (!isThere && hasFocus(input)) input.setSelectionRange(start, end);
}
