// Phone numbers as texts; libphonenumber.ts knows the plans of the countries. In the code, a number is called `phone` and is
// always in wire form. In HTTP bodies, in the log and in the columns of the database, it is called `tel`.

/**
 * Wire form of a phone number: the digits of E.164 without the plus (docs/protocol.md#field-rules). No country code begins
 * with 0 or 89. Mobile numbers of Russia in their national form begin with 89, and are refused.
 */
export const PHONE_PATTERN = /^(?:8[0-8]|[1-79][0-9])[0-9]{5,13}$/;

/** A description of `PHONE_PATTERN`, for error messages and for the OpenAPI document. */
export const PHONE_FORMAT = '7 to 15 digits that begin with the country code';

/** A number for the examples in the OpenAPI document. */
export const EXAMPLE_PHONE = '79161234567';

/** The test numbers of development, with their fixed codes (docs/protocol.md#test-numbers). */
export const DEVELOPMENT_TEST_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['79990000001', '111111'],
  ['79990000002', '222222'],
]);

/** `maskPhone` hides at least this many digits. */
const HIDDEN_DIGITS = 5;

/**
 * A phone number as the log may show it: at most its first four digits and its last two. Of a Russian number, the first four
 * are the country code and the operator code. Of a number with fewer than 11 digits, fewer are shown. The mask has five stars,
 * however many digits it hides.
 */
export function maskPhone(phone: string): string {
  const shown = Math.min(6, Math.max(0, phone.length - HIDDEN_DIGITS));
  const tail = Math.floor(shown / 3);
  return `${phone.slice(0, shown - tail)}*****${phone.slice(phone.length - tail)}`;
}
