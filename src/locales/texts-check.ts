import type { Texts } from './texts.js';

let check: ((texts: Texts) => void) | undefined;

/** For the export condition `development`, which brings the check: src/development.ts. */
export function setTextsCheck(newCheck: (texts: Texts) => void): void {
  check = newCheck;
}

/** Tells a developer of keys that nothing has the words of, where that is checked. */
export const checkTexts = (texts: Texts): void => check?.(texts);
