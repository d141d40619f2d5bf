import type { TextFunction, TextTemplate } from '../core/text-template.js';
import type { Texts } from './text-keys.js';

/** Wraps a text function, with the text that it replaces. */
const withFallback = (template: TextFunction<object>, fallback: TextTemplate<object> | undefined) =>
  Object.assign((values: object) => template(values), { fallback });

/**
 * Merges built-in texts with those of a registered language and of the page, which take precedence. Later sources win over
 * earlier ones. Values in `layers` are ignored if they aren't texts, or if they are functions for texts without placeholders.
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

let check: ((texts: Texts) => void) | undefined;

/** Sets the check for unknown keys. Only the development build has one: src/development/check.ts. */
export function setTextsCheck(newCheck: (texts: Texts) => void): void {
  check = newCheck;
}

/** Warns the developer about unknown keys, in the development build. */
export const checkTexts = (texts: Texts): void => check?.(texts);
