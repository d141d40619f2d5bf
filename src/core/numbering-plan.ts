/** How the phone numbers of one country are made up and written. Digits are ASCII. */
export interface NumberingPlan {
  /** Country calling code. The wire form of a number is this code and its national digits. */
  readonly countryCode: string;
  /** Dialled before the national digits inside the country, in place of the country code. */
  readonly trunkPrefix: string;
  /** How many national digits a number has. */
  readonly nationalLength: number;
  /** First digits that numbers can have. Before any other digit, a country code or trunk prefix is part of the number. */
  readonly firstDigits: string;
  /** First digits of mobile numbers. While a number is typed, a prefix before one of these is recognised at once. */
  readonly mobileFirstDigits: string;
  /** Display form. Each `#` stands for one national digit. */
  readonly pattern: string;
}

/**
 * Russia, and Kazakhstan, which shares its country code: numbers that start with a 7 after it.
 * The rules are those of docs/behaviour/inputs.md#phone-bulk-input and docs/behaviour/inputs.md#phone-typing.
 */
export const russia: NumberingPlan = {
  countryCode: '7',
  trunkPrefix: '8',
  nationalLength: 10,
  firstDigits: '346789',
  mobileFirstDigits: '9',
  pattern: '+7 (###) ###-##-##',
};
