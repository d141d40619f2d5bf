import type { Language } from './texts.js';

/** The languages that a page has added to those of the elements, and who wants to know of another one. */
interface Registry {
  /** By the tag in lower case. */
  readonly languages: Map<string, Language>;
  readonly observers: Set<() => void>;
}

const KEY = Symbol.for('auth-widget:languages');

/**
 * One for the page, by its key on `globalThis`: the file of a language has no import in common with the one-file build that
 * it stands beside.
 */
function registry(): Registry {
  const page = globalThis as { [KEY]?: Registry | undefined };
  return (page[KEY] ??= { languages: new Map(), observers: new Set() });
}

/**
 * Adds a language to all elements of the page, or replaces one. Elements in that language are rendered again.
 * @throws {RangeError} if `lang` is not a tag of BCP 47
 */
export function registerLanguage(texts: Language): void {
  const { languages, observers } = registry();
  languages.set(String(Intl.getCanonicalLocales(texts.lang)[0]).toLowerCase(), texts);
  for (const observer of [...observers]) observer();
}

/** The language that was added under this tag, in lower case. */
export const registeredLanguage = (tag: string): Language | undefined => registry().languages.get(tag);

/** Calls `observer` after each addition. Returns what stops it. */
export function observeLanguages(observer: () => void): () => void {
  const { observers } = registry();
  observers.add(observer);
  return () => void observers.delete(observer);
}

/** A tag and what it falls back to, in lower case: `zh-Hans-CN`, `zh-hans`, `zh`. */
export function fallbacks(tag: string): string[] {
  const parts = tag.trim().toLowerCase().split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}
