/**
 * The numbering plan: the only module that knows what a phone number looks like. A number is called `phone` in the code
 * and is always in wire form; it is called `tel` in the HTTP bodies and in the columns of the database.
 */

/** Wire form of a phone number (docs/protocol.md#field-rules). */
export const phonePattern = /^7[0-9]{10}$/;

/** `phonePattern` in words, for error messages and for the OpenAPI document. */
export const phoneFormat = '11 digits starting with 7';

/** A number for the examples in the OpenAPI document. */
export const examplePhone = '79161234567';

/** Test numbers of development and their fixed codes (docs/protocol.md#test-numbers). */
export const developmentTestNumbers: ReadonlyMap<string, string> = new Map([
  ['79990000001', '111111'],
  ['79990000002', '222222'],
]);

/** A phone number as the log may show it: country and operator code, and the last two digits. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{4})\d*(\d{2})$/, '$1*****$2');
}
