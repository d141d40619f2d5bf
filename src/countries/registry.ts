/** How one region writes its mobile numbers. The patterns are sources of regular expressions for national digits. */
export interface CountryPlan {
  /** ISO 3166-1 alpha-2 code in upper case, or `XK`, `AC`, `TA`. */
  readonly region: string;
  /** Country calling code. */
  readonly code: string;
  /** The groups of a mobile number of each possible length. */
  readonly groups: readonly Groups[];
  /** The mobile numbers in use. It chooses between readings and never refuses a number. */
  readonly mobile: string;
  /** The first digits of mobile numbers; after a dot, those of 0 and 1 with which other national numbers begin. */
  readonly first: string;
  /** What is dialled before national digits within the country; `''` for nothing. */
  readonly trunk: string;
  /** What is dialled before the code of another country. */
  readonly international: string;
  /**
   * The beginnings of the region's numbers, if other regions have the same code. After `!`, the beginnings of the others' numbers. `=`
   * for a region that has the same numbers as the main region of its code.
   */
  readonly lead: string;
  /** What replaces a trunk prefix whose pattern has caught a group. */
  readonly replacement: string;
  /** A legacy form, whole, and the digits that it lacks at its start. */
  readonly legacy: readonly [pattern: string, start: string] | undefined;
}

/** The sizes of groups, in base 16, and the characters around them: `(3) 3-2-2`. */
export interface Groups {
  readonly template: string;
  /** The sum of the sizes. */
  readonly length: number;
  /** The pattern of the beginning of the numbers that are grouped like this; `''` for all. */
  readonly pattern: string;
}

const KEY = Symbol.for('auth-widget:countries');

/**
 * Returns the plans of the page by region. The map is a property of `globalThis`, because a country file shares no module with the
 * one-file build loaded next to it.
 */
export function countryPlans(): Map<string, CountryPlan> {
  const page = globalThis as { [KEY]?: Map<string, CountryPlan> | undefined };
  return (page[KEY] ??= new Map<string, CountryPlan>());
}

/**
 * Adds a country to all elements of the page. The generated files in this folder call it.
 * @param groups templates, those of the same numbers separated by commas; after a slash the pattern of these numbers
 */
export function registerCountry(
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
      const [templates = '', pattern = ''] = entry.split('/');
      return templates.split(',').map(template => {
        const length = Array.from(template).reduce((sum, character) => sum + groupSize(character), 0);
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

/** The size that a character of a template stands for, 10 as `a`; 0 for a separator. */
export const groupSize = (character: string): number => parseInt(character, 16) || 0;
