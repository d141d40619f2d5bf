import type { Countries } from '../imported-countries.js';

/** Splits a list of countries into its words, in upper case. A page that is written without type checking may set an array. */
export const countryWords = (countries: string | readonly string[] | null | undefined): string[] =>
  String(countries ?? '')
    .toUpperCase()
    .match(/[^\s,]+/g) ?? [];

/**
 * Chooses the plans of the countries in a list: those that it names, each once and in its order, and with `all` every other imported one
 * after them. A country that isn't imported is left out.
 */
export const choosePlans: Countries['choose'] = (countries, imported) => {
  const words = countryWords(countries);
  const named = [...new Set(words.flatMap(word => imported.get(word) ?? []))];
  const others = words.includes('ALL') ? imported.values() : [];
  return { named, plans: [...new Set([...named, ...others])] };
};
