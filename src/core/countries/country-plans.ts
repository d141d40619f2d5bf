import { importedCountries, type CountryPlan } from '../imported-countries.js';
import { groupSize } from './group-size.js';

const ownPlans = new Map<string, CountryPlan>();

/** Returns the plans of the page by region. A second copy of this module, of another bundle, adds to those of the first. */
export const countryPlans = (): Map<string, CountryPlan> => importedCountries()?.plans ?? ownPlans;

/**
 * Adds the plan of a region to those of the page.
 * @param groups templates, those of the same numbers separated by commas; after a slash the pattern of these numbers
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
