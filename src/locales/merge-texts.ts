import type { TextFunction, TextTemplate } from '../core/text-template.js';
import type { Texts } from './text-keys.js';

/** Returns a copy of a text function that has the text it replaces as its `fallback`, which `fillIn` uses if the function throws. */
const withFallback = (template: TextFunction<object>, fallback: TextTemplate<object> | undefined) =>
  Object.assign((values: object) => template(values), { fallback });

/**
 * Merges texts. A layer replaces those of `base` and of earlier layers. A value in `layers` is ignored if it's neither a string nor a
 * function, or if it's a function in place of a text without placeholders.
 * @param base built-in dictionaries of one language
 * @param layers the texts of a registered language and of the page
 */
export function mergeTexts<T extends object>(
  base: readonly Partial<T>[],
  layers: readonly (Texts | null | undefined)[],
): T {
  const merged = {} as Record<string, TextTemplate<object> | undefined>;
  Object.assign(merged, ...base);
  for (const [key, value] of layers.flatMap(layer => Object.entries(layer ?? {}))) {
    const current = merged[key];
    if (typeof value === 'string') merged[key] = value;
    else if (typeof value === 'function' && (typeof current !== 'string' || current.includes('{')))
      merged[key] = withFallback(value as TextFunction<object>, current);
  }
  return merged as T;
}

let textsCheck: ((texts: Texts) => void) | undefined;

/** Sets the check for unknown keys. Only the export condition `development` sets one: src/development/check.ts. */
export function setTextsCheck(newCheck: (texts: Texts) => void): void {
  textsCheck = newCheck;
}

/** Warns the developer about unknown keys, if there is a check. */
export const checkTexts = (texts: Texts): void => textsCheck?.(texts);
