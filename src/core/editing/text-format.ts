/** Start and end of a part of a text. Both are the same at a caret. */
export type TextRange = readonly [start: number, end: number];

/** Content of a field, and how many of its characters stand before the caret. */
export interface ContentAtCaret {
  readonly content: string;
  readonly caret: number;
}

/** What an edit leads to. */
export interface EditResult extends ContentAtCaret {
  /** The content was complete before, and only some of its characters were typed over: it is no new content as a whole. */
  readonly isOvertyped?: boolean;
}

/** An edit by the person: the characters of the content from `start` to `end` are replaced with `inserted`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  /** As it was typed or pasted, not sanitised. `''` for a deletion. */
  readonly inserted: string;
  /** `inputType` of the event `input`. */
  readonly inputType: string;
  /** Nothing was selected when the edit began: there was only a caret. */
  readonly hadNoSelection: boolean;
}

/**
 * What a text control does with its text, apart from the DOM.
 *
 * A control keeps its *content*: the characters that matter, without formatting (the national digits of a phone number,
 * the characters of a code). The text in the native input is always rendered from the content.
 */
export interface TextFormat {
  /** Content of a text that arrives as a whole: autofilled, set by a program, pasted over everything. null refuses it. */
  parse(text: string): string | null;
  /** Content after an edit. null refuses the edit. */
  edit(content: string, edit: TextEdit): EditResult | null;
  /** The text that shows the content. */
  format(content: string): string;
  /** What is selected in the text when the caret stands behind so many characters of the content, at most all of them. */
  toSelection(content: string, caret: number): TextRange;
  /** How many characters of the content stand before a place in its text. */
  countBefore(text: string, offset: number): number;
  /** Form value. `''` where an incomplete content has none. */
  toValue(content: string): string;
  /** Whether the browser may keep the content, to restore it with the page. */
  readonly isRestorable: boolean;
}
