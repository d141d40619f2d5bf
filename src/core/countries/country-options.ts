// The texts of the list of countries.
import type { ChosenPlans } from '../imported-countries.js';
import { canonicalTag } from '../language-tag.js';

/** One line of the list. */
export interface CountryOption {
  readonly region: string;
  /** `Belarus (+375)`. */
  readonly text: string;
}

/** The names that the page has imported, by language and region, in the order of the language. */
export const countryNames = new Map<string, ReadonlyMap<string, string>>();

/** Adds names in a language: `AUAustralia|ATAustria`, in the order of the language. */
export function addCountryNames(lang: string, list: string): void {
  countryNames.set(lang, new Map(list.split('|').map(entry => [entry.slice(0, 2), entry.slice(2)])));
}

/**
 * Returns the lines of the list: the countries that the page names in its order, then the others sorted by their names in a language.
 * The names are those that the page has imported in the language, or else the browser's. If it has none, they are English.
 */
export function countryOptions({ plans, named }: ChosenPlans, lang: string): CountryOption[] {
  const tag = canonicalTag(lang) ?? 'en';
  const own = countryNames.get(new Intl.Locale(tag).language);
  const order = own && [...own.keys()];
  const known = Intl.DisplayNames.supportedLocalesOf(tag)[0] ?? 'en';
  const names = new Intl.DisplayNames(known, { type: 'region' });
  const collator = new Intl.Collator(known);
  const lines = plans.map(plan => {
    const { region } = plan;
    // ISO 3166-1 reserves some codes, and not every browser names them.
    const name = own?.get(region) ?? names.of(region) ?? region;
    return { plan, name, region, text: `${name} (+${plan.code})` };
  });
  const isNamed = lines.filter(({ plan }) => named.includes(plan));
  const rest = lines.filter(line => !isNamed.includes(line));
  rest.sort((a, b) => (order ? order.indexOf(a.region) - order.indexOf(b.region) : collator.compare(a.name, b.name)));
  return [...isNamed, ...rest];
}
