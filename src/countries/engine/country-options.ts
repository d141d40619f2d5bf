// The texts of the list of countries.
import type { ChosenPlans } from '../../core/countries.js';
import { knownLanguage } from '../../core/language-tag.js';

/** One line of the list. */
export interface CountryOption {
  readonly region: string;
  /** `Belarus (+375)`. */
  readonly text: string;
}

/**
 * Returns the lines of the list: the countries that the page names in its order, then the others sorted by their names in a language. The
 * names are the browser's. It has none in some languages, such as Kazakh in Chromium, and then they are English.
 */
export function countryOptions({ plans, named }: ChosenPlans, lang: string): CountryOption[] {
  const known = Intl.DisplayNames.supportedLocalesOf(knownLanguage(lang) ?? [])[0] ?? 'en';
  const names = new Intl.DisplayNames(known, { type: 'region' });
  const collator = new Intl.Collator(known);
  const lines = plans.map(plan => {
    // ISO 3166-1 reserves these codes, and not every browser names them.
    const name = names.of(plan.region) ?? plan.region;
    return { plan, name, region: plan.region, text: `${name} (+${plan.code})` };
  });
  const isNamed = lines.filter(({ plan }) => named.includes(plan));
  const rest = lines.filter(line => !isNamed.includes(line)).sort((a, b) => collator.compare(a.name, b.name));
  return [...isNamed, ...rest];
}
