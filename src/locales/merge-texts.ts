import { fillIn, type TextTemplate } from '../core/text-template.js';
import type { Texts } from './texts.js';

/** A function of the page's: where it throws, or returns no text, the message is ours. */
function withFallback(
  message: (values: object) => unknown,
  fallback: TextTemplate<object> | undefined,
): TextTemplate<object> {
  return values => {
    try {
      const text = message(values);
      if (typeof text === 'string') return text;
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
    return fillIn(fallback ?? '', values);
  };
}

/**
 * Our texts, the last ones first, with those of the page in their place, the last ones first. A value of the page's that is
 * no text is left out, and a function where the message names nothing that it could be a function of.
 */
export function mergeTexts<T extends object>(
  ours: readonly (Partial<T> | undefined)[],
  layers: readonly (Texts | null | undefined)[],
): T {
  const merged = {} as Record<string, TextTemplate<object> | undefined>;
  Object.assign(merged, ...ours);
  for (const [key, value] of layers.flatMap(layer => Object.entries(layer ?? {}))) {
    const current = merged[key];
    if (typeof value === 'string') merged[key] = value;
    else if (typeof value === 'function' && (typeof current !== 'string' || current.includes('{')))
      merged[key] = withFallback(value as (values: object) => unknown, current);
  }
  return merged as T;
}

let check: ((texts: Texts) => void) | undefined;

/** For the export condition `development`, which brings the check: src/development/check.ts. */
export function setTextsCheck(newCheck: (texts: Texts) => void): void {
  check = newCheck;
}

/** Tells a developer of keys that nothing has the words of, where that is checked. */
export const checkTexts = (texts: Texts): void => check?.(texts);
