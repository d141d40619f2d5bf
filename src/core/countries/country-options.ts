// The texts of the list of countries.
import { importedCountries, type ChosenPlans } from '../imported-countries.js';
import { canonicalTag } from '../language-tag.js';

/** One line of the list. */
export interface CountryOption {
  readonly region: string;
  /** `Belarus (+375)`. */
  readonly text: string;
}

const ownNames = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the names that the page has imported, by language and region, in the alphabetical order of the language. As with `countryPlans`, all
 * bundles use the map of the first.
 */
export const countryNames = (): Map<string, ReadonlyMap<string, string>> => importedCountries()?.names ?? ownNames;

/**
 * Adds names in a language: `AUAustralia|ATAustria`, in the alphabetical order of the language.
 * @param lang a language without script or region: `kk`
 */
export function addCountryNames(lang: string, list: string): void {
  countryNames().set(lang, new Map(list.split('|').map(entry => [entry.slice(0, 2), entry.slice(2)])));
}

/**
 * Returns the lines of the list: the countries that the page names in its order, then the others sorted by their names in a language.
 * The names are those that the page has imported in the language, or else the browser's. If the browser has none in the language, they are
 * English.
 */
export function countryOptions({ plans, named }: ChosenPlans, lang: string): CountryOption[] {
  const tag = canonicalTag(lang) ?? 'en';
  const pageNames = countryNames().get(new Intl.Locale(tag).language);
  const order = pageNames && [...pageNames.keys()];
  const known = Intl.DisplayNames.supportedLocalesOf(tag)[0] ?? 'en';
  const names = new Intl.DisplayNames(known, { type: 'region' });
  const collator = new Intl.Collator(known);
  const lines = plans.map(plan => {
    const { region } = plan;
    // For a region that it has no name for, `Intl` returns the code itself.
    const name = pageNames?.get(region) ?? names.of(region) ?? region;
    return { plan, name, region, text: `${name} (+${plan.code})` };
  });
  const first = lines.filter(({ plan }) => named.includes(plan));
  const rest = lines.filter(line => !first.includes(line));
  rest.sort((a, b) => (order ? order.indexOf(a.region) - order.indexOf(b.region) : collator.compare(a.name, b.name)));
  return [...first, ...rest];
}
