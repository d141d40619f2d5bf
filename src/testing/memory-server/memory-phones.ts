// The numbers of the server in memory: those after +7, and those of the countries that the page has imported.
import { importedCountries } from '../../core/imported-countries.js';
import { defaultCountry } from '../../core/default-country.js';
import { cleanPhone, findNumber, parsePhone, parseTakenPhone } from '../../core/phone.js';

/** Whether a text is the digits of E.164 without the plus: docs/protocol.md#field-rules. */
export const isWireForm = (text: string): boolean => /^(?:8[0-8]|[1-79]\d)\d{5,13}$/.test(text);

/**
 * Returns the wire form of a number in any spelling: with a plus, of any country, and else of an imported country or after +7.
 * Throws a TypeError if it isn't a number.
 */
export function toWireForm(phone: string): string {
  const wire = parseTakenPhone(phone, 'all') ?? parsePhone(phone);
  if (wire !== null) return wire;
  const digits = findNumber(phone)?.hasPlus ? cleanPhone(phone) : '';
  if (!isWireForm(digits)) throw new TypeError(`Not a phone number: ${phone}`);
  return digits;
}

/** Whether a number in wire form is one of a mobile phone, as far as the plans tell. */
export function isMobile(phone: string): boolean {
  const { countryCode, mobileFirstDigits, nationalLength } = defaultCountry;
  const plans = [...(importedCountries()?.plans.values() ?? [])].map(({ code, mobile }) => [code, mobile]);
  return [[countryCode, `[${mobileFirstDigits}]\\d{${nationalLength - 1}}`], ...plans].some(([code, mobile]) =>
    new RegExp(`^${code}(?:${mobile})$`).test(phone),
  );
}
