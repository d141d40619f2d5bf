import type { Language } from './text-keys.js';

/** The languages that a page has added to the built-in ones, and the observers of further additions. */
interface Registry {
  /** By tag, in lower case. */
  readonly languages: Map<string, Language>;
  readonly observers: Set<() => void>;
}

const KEY = Symbol.for('auth-widget:languages');

/**
 * Returns the languages that the page has added. They are a property of `globalThis`, because a language file shares no module with
 * the one-file build loaded next to it.
 */
function registry(): Registry {
  const page = globalThis as { [KEY]?: Registry | undefined };
  return (page[KEY] ??= { languages: new Map(), observers: new Set() });
}

/**
 * Adds a language to all elements of the page, or replaces one. All elements render again.
 * @throws {RangeError} if `lang` isn't a BCP 47 tag
 */
export function registerLanguage(texts: Language): void {
  registry().languages.set(String(Intl.getCanonicalLocales(texts.lang.replace(/_/g, '-'))[0]).toLowerCase(), texts);
  renderElements();
}

/** Renders the elements of the page again, because something that they share was added. */
export function renderElements(): void {
  for (const observer of [...registry().observers]) observer();
}

/** Returns the language added under this tag, which is in lower case. */
export const registeredLanguage = (tag: string): Language | undefined => registry().languages.get(tag);

/** Calls `observer` after each addition. Returns a function that stops the calls. */
export function observeLanguages(observer: () => void): () => void {
  const { observers } = registry();
  observers.add(observer);
  return () => void observers.delete(observer);
}
