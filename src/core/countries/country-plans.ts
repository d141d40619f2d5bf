import { importedCountries, type CountryPlan } from '../imported-countries.js';
import { groupSize } from './group-size.js';

const ownPlans = new Map<string, CountryPlan>();

/**
 * Returns the plans of the page by region. register-country.ts makes them a property of the page: if several bundles have this module, all use
 * the map of the first.
 */
export const countryPlans = (): Map<string, CountryPlan> => importedCountries()?.plans ?? ownPlans;

/**
 * Adds the plan of a region to those of the page. Country files call it through `registerCountry`. The parameters are members of
 * `CountryPlan`.
 * @param groups each entry has templates separated by commas, one for each length, and after a slash the pattern of the numbers that they group
 */
export function addCountry(
  region: string,
  code: string,
  groups: readonly string[],
  mobile: string,
  first: string,
  trunk = '',
  international = '00',
  lead = '',
  replacement = '',
  legacy?: CountryPlan['legacy'],
): void {
  countryPlans().set(region, {
    region,
    code,
    groups: groups.flatMap(entry => {
      const [templates, pattern = ''] = entry.split('/');
      return templates!.split(',').map(template => {
        const length = template.split('').reduce((sum, character) => sum + groupSize(character), 0);
        return { template, length, pattern };
      });
    }),
    mobile,
    first,
    trunk,
    international,
    lead,
    replacement,
    legacy,
  });
}
