// The numbering plan. No other module knows what a phone number looks like. In the code, a number is called `phone` and is
// always in wire form. In HTTP bodies and in the columns of the database, it is called `tel`.

/** Wire form of a phone number (docs/protocol.md#field-rules). */
export const PHONE_PATTERN = /^7[0-9]{10}$/;

/**
 * The mobile numbers of Russia, as libphonenumber has them (`mobile` of RU): the codes from 900 to 999. After +7, codes that
 * begin with 3, 4 and 8 are landlines, toll-free or paid numbers, those with 6 and 7 belong to Kazakhstan, and no others
 * are in use.
 * https://github.com/google/libphonenumber/blob/master/resources/PhoneNumberMetadata.xml
 */
const MOBILE_PATTERN = /^79[0-9]{9}$/;

/** Whether a number in wire form can get an SMS. */
export const isMobile = (phone: string): boolean => MOBILE_PATTERN.test(phone);

/** A description of `PHONE_PATTERN`, for error messages and for the OpenAPI document. */
export const PHONE_FORMAT = '11 digits starting with 7';

/** A number for the examples in the OpenAPI document. */
export const EXAMPLE_PHONE = '79161234567';

/** The test numbers of development, with their fixed codes (docs/protocol.md#test-numbers). */
export const DEVELOPMENT_TEST_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['79990000001', '111111'],
  ['79990000002', '222222'],
]);

/** A phone number as the log may show it: only the country code, the operator code and the last two digits. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{4})\d*(\d{2})$/, '$1*****$2');
}
