/** The structure and display form of one country's phone numbers. Digits are ASCII. */
export interface NumberingPlan {
  /** Country calling code. The wire form of a number is this code followed by its national digits. */
  readonly countryCode: string;
  /** The digits dialled within the country before the national digits, instead of the country code. */
  readonly trunkPrefix: string;
  /** The digits dialled before the code of another country, instead of a plus, if a further digit follows. */
  readonly internationalPrefix: RegExp;
  /** Number of national digits. */
  readonly nationalLength: number;
  /**
   * The possible first national digits. In a number that is too long, a prefix is dropped only if one of these follows.
   */
  readonly firstDigits: string;
  /** First digits of mobile numbers. During typing, a prefix is recognised as soon as one of these follows it. */
  readonly mobileFirstDigits: string;
  /** Display form, with a `#` for each national digit. */
  readonly pattern: string;
}

/**
 * Russia, and Kazakhstan, which shares the country code and whose national digits start with a 6 or a 7. This plan applies unless the page
 * has set countries and imported their files (docs/behaviour/countries.md).
 * The rules come from docs/behaviour/inputs.md#phone-bulk-input and docs/behaviour/inputs.md#phone-typing.
 */
export const defaultCountry: NumberingPlan = {
  countryCode: '7',
  trunkPrefix: '8',
  internationalPrefix: /^(810|00)(?=\d)/,
  nationalLength: 10,
  firstDigits: '346789',
  mobileFirstDigits: '9',
  pattern: '+7 (###) ###-##-##',
};
