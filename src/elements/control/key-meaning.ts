import { isDigit } from '../../core/digits.js';

/**
 * What a key press means for a text field. `none`: the key types a digit, belongs to an input method, or is a held Enter. `undo`: Ctrl or Cmd
 * with Z. `redo`: with Shift and Z, or with Y.
 */
export type KeyMeaning = 'none' | 'enter' | 'undo' | 'redo' | 'other';

export function keyMeaning(event: KeyboardEvent): KeyMeaning {
  // Chromium's autofill sends a keydown without `key` and `code`.
  const { key = '', code = '' } = event as Partial<KeyboardEvent>;
  // A digit is handled by `input` alone and must cost as little time as possible. In Safari, the Enter that ends a
  // composition has `isComposing: false` but key code 229 (https://webkit.org/b/165004).
  // oxlint-disable-next-line typescript/no-deprecated -- see above: only keyCode tells
  if (isDigit(key) || event.isComposing || event.keyCode === 229) return 'none';
  // A held key keeps sending `keydown`.
  if (key === 'Enter') return event.repeat ? 'none' : 'enter';
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return 'other';
  // If the key types a character that isn't ASCII, the keyboard layout isn't Latin, and the key's position counts: `KeyZ`.
  const letter = (/[^ -~]/.test(key) ? code.slice(3) : key).toLowerCase();
  if (letter === 'y') return 'redo';
  if (letter !== 'z') return 'other';
  return event.shiftKey ? 'redo' : 'undo';
}
