// The shapes that the country files of a page share with the rest of the widget, and where a page keeps them. No country is imported here.

/**
 * How one region writes its mobile numbers. Patterns are sources of regular expressions that match from the first digit: `international` in
 * the digits as typed, `trunk` in national digits with the prefix before them, the others in national digits.
 */
export interface CountryPlan {
  /** ISO 3166-1 alpha-2 code in upper case, or `XK`, `AC`, `TA`. */
  readonly region: string;
  /** Country calling code. */
  readonly code: string;
  /** The groups of a mobile number of each possible length. */
  readonly groups: readonly Groups[];
  /** The pattern of the mobile numbers in use. It chooses between readings and never refuses a number. */
  readonly mobile: string;
  /** The first digits of mobile numbers: `79`. After a dot comes a 0 or 1 with which only other national numbers begin: `34.01`. */
  readonly first: string;
  /** The pattern of what is dialled before national digits within the country; `''` for nothing. */
  readonly trunk: string;
  /** The pattern of what is dialled before the code of another country. */
  readonly international: string;
  /**
   * Which numbers of a shared code are the region's. `6 7`: those that begin like this. `!268 684`: those that don't. `=`: the same as those
   * of the main region of the code. `''`: all.
   */
  readonly lead: string;
  /** The replacement of a trunk prefix whose pattern has a group that matched: `9$1`. */
  readonly replacement: string;
  /** The pattern of a whole number in a legacy form, and the digits to put before it. */
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

/** Which numbers a field takes. */
export interface CountryChoice {
  /** In the page's order. */
  readonly plans: readonly CountryPlan[];
  /** The region that an empty field has; `''` for none. */
  readonly region: string;
}

/** A number in any spelling, as the countries that a page has imported read it. */
export interface ParsedPhone {
  /** ISO 3166-1 code in upper case (`BY`); `''` while several are possible, if none that is imported has the number, and if it's too long. */
  readonly region: string;
  /** The digits of E.164 without the plus, 7 to 15; `''` unless the number is complete. */
  readonly digits: string;
  /** The digits after the country code, without a trunk prefix. All digits if `region` is `''`. */
  readonly national: string;
  /** The number in the international form of its country, as far as it goes: `+375 29 123-45-67`. Without `region`, the digits as typed. */
  readonly text: string;
  /** Whether a mobile number of the country can have this length. It may still be nobody's. */
  readonly isComplete: boolean;
}

/** Finds the first number in a text: `findNumber` in src/core/phone.ts. */
export type FindNumber = (text: string) => { readonly text: string; readonly hasPlus: boolean } | null;

/** The countries that a page names: `all` is every one that it has imported. */
export interface ChosenPlans {
  /** In the page's order. */
  plans: readonly CountryPlan[];
  /** Those that are named one by one. The first is the default. */
  named: readonly CountryPlan[];
}

/** What country files add to a page. */
export interface Countries {
  /** By region, in the order of the imports. */
  readonly plans: Map<string, CountryPlan>;
  /** The names of countries by language and region, for languages in which browsers have none. */
  readonly names: Map<string, ReadonlyMap<string, string>>;
  /** Finds the plans of a list such as `ru kz by` or `by all`, in any case. What isn't imported is left out. */
  readonly choose: (countries: string | null | undefined, imported: ReadonlyMap<string, CountryPlan>) => ChosenPlans;
  /**
   * Reads a text as a number of these plans.
   * @param isValue whether digits without a plus are tried as E.164 first, and as national digits of `choice.region` only then
   */
  readonly parse: (text: string, choice: CountryChoice, find: FindNumber, isValue: boolean) => ParsedPhone;
}

const KEY = Symbol.for('auth-widget:countries');

/**
 * Returns the countries of the page, or undefined if it has loaded no file of `auth-widget/countries/`. They are a property of `globalThis`, because
 * a country file shares no module with the one-file build loaded next to it.
 */
export const importedCountries = (): Countries | undefined => (globalThis as { [KEY]?: Countries })[KEY];

/** Sets the countries of the page. `auth-widget/countries/….js` calls it. */
export function setCountries(countries: Countries): void {
  (globalThis as { [KEY]?: Countries })[KEY] = countries;
}
