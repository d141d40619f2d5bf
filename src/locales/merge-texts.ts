import type { TextFunction, TextTemplate } from '../core/text-template.js';
import type { Texts } from './text-keys.js';

/** Wraps one of the page's text functions, with the text that it replaces. */
const withFallback = (template: TextFunction<object>, fallback: TextTemplate<object> | undefined) =>
  Object.assign((values: object) => template(values), { fallback });

/**
 * Merges built-in and registered texts with the page's, which take precedence. Later sources win over earlier ones. The
 * page's values are ignored if they aren't texts, or if they are functions for texts without placeholders.
 */
export function mergeTexts<T extends object>(
  base: readonly (Partial<T> | undefined)[],
  pageLayers: readonly (Texts | null | undefined)[],
): T {
  const merged = {} as Record<string, TextTemplate<object> | undefined>;
  Object.assign(merged, ...base);
  for (const [key, value] of pageLayers.flatMap(layer => Object.entries(layer ?? {}))) {
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
