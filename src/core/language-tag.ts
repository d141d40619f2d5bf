/** Returns the tag of a language in the form that `Intl` accepts; undefined if it is no tag, or if `Intl` doesn't know the language. */
export const knownLanguage = (lang: unknown): string | undefined =>
  Intl.NumberFormat.supportedLocalesOf(canonicalTag(lang) ?? [])[0];

/**
 * Returns a tag in the spelling of BCP 47: `ru-RU` for `ru_RU`. A deprecated tag is replaced: `fil` for `tl`. undefined if it is no
 * tag. Never throws, unlike `Intl` with a tag that it refuses.
 * @param lang anything that a page may have set
 */
export function canonicalTag(lang: unknown): string | undefined {
  try {
    return Intl.getCanonicalLocales(String(lang).replace(/_/g, '-'))[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns a tag and its fallbacks in lower case, the most specific first: `zh-hans-cn`, `zh-hans`, `zh`. A deprecated tag is
 * replaced first. A text that is no tag is split in the same way.
 */
export function fallbacks(tag: unknown): string[] {
  const text = String(tag).trim();
  const parts = (canonicalTag(text) ?? text).toLowerCase().split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}
