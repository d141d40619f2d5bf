/** Entry `auth-widget/countries/parse.js`: reads numbers of the countries that the page has imported. */
import type { ParsedPhone } from '../core/imported-countries.js';
import { findNumber } from '../core/phone.js';
import { countryPlans } from '../core/countries/country-plans.js';
import { parseNumber } from '../core/countries/parse-number.js';

export type { ParsedPhone } from '../core/imported-countries.js';

/**
 * Reads a number in any spelling: `parsePhone('8 029 123-45-67', 'by')` is `{ region: 'BY', digits: '375291234567', national: '291234567',
 * text: '+375 29 123-45-67', isComplete: true }`. Without a region, digits without a plus are read as E.164. See docs/behaviour/countries.md.
 * @param region the country whose national numbers are read, in upper or lower case. It must be imported to have an effect
 * @throws {TypeError} if `text` isn't a string
 */
export function parsePhone(text: string, region = ''): ParsedPhone {
  if (typeof text !== 'string') throw new TypeError('phone must be a string');
  const plans = [...countryPlans().values()];
  const plan = countryPlans().get(region.toUpperCase());
  return parseNumber(text, { plans, region: plan?.region ?? '' }, findNumber, !plan);
}
