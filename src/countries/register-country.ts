// Every country file imports this module, which sets up the lists of plans and names of the page, and the part of phone-input that only pages
// with countries have.
import { setCountries } from '../core/imported-countries.js';
import { extendPhoneInputs } from '../elements/country-field/country-field.js';
import { renderElements } from '../locales/language-registry.js';
import { choosePlans } from '../core/countries/choose-plans.js';
import { addCountryNames, countryNames } from '../core/countries/country-options.js';
import { parseNumber } from '../core/countries/parse-number.js';
import { addCountry, countryPlans } from '../core/countries/country-plans.js';

setCountries({ plans: countryPlans(), names: countryNames(), choose: choosePlans, parse: parseNumber });
extendPhoneInputs();

/** Adds a country to those that the page has imported, and renders all elements again. The generated files in this folder call it. */
export function registerCountry(...plan: Parameters<typeof addCountry>): void {
  addCountry(...plan);
  renderElements();
}

/**
 * Adds the names of the countries in a language in which some browsers have none. The generated files `names-….ts` call it.
 * @param lang a language without script or region: `kk`
 * @param list `AUAustralia|ATAustria`, in the alphabetical order of the language
 */
export function registerCountryNames(lang: string, list: string): void {
  addCountryNames(lang, list);
  renderElements();
}
