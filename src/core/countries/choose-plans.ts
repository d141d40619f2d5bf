import type { Countries } from '../imported-countries.js';

/** Splits a list of countries into its words, in upper case. */
export const countryWords = (countries: string | null | undefined): string[] =>
  (countries ?? '').toUpperCase().match(/[^\s,]+/g) ?? [];

/** See `Countries` in src/core/imported-countries.ts. */
export const choosePlans: Countries['choose'] = (countries, imported) => {
  const words = countryWords(countries);
  const named = [...new Set(words.flatMap(word => imported.get(word) ?? []))];
  const others = words.includes('ALL') ? imported.values() : [];
  return { named, plans: [...new Set([...named, ...others])] };
};
