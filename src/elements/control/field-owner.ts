import type { EditResult } from '../../core/editing/text-format.js';

/** The element that a field belongs to. The editor dispatches `input` on it if the browser's own event is missing or stays in the shadow root. */
export interface FieldOwner extends EventTarget {
  /** Called when the content has changed or the caret may have moved. */
  onContentOrCaret(): void;
  /** Called during an event when the person has changed the content, other than by undo or redo. */
  onEdited(edit: EditResult): void;
  /** Called when an edit was refused, with the text that it would have made. Code that reads a value may cause the call, outside of any event. */
  onRefused?(text: string): void;
  /** Called when the person has chosen a country, or has left the field or pressed Enter after a change of the content. */
  onCommit(): void;
  /** Called when a key was pressed that may do something other than type a digit. A held Enter key counts once. */
  onKey(event: KeyboardEvent): void;
}
