// Phone numbers in the server in memory: their wire form, their spellings, and which of them are mobile.
import { importedCountries } from '../../core/imported-countries.js';
import { defaultCountry } from '../../core/default-country.js';
import { cleanPhone, findNumber, parsePhone, parseTakenPhone } from '../../core/phone.js';

/** Whether a text is the digits of E.164 without the plus: docs/protocol.md#field-rules. No country code begins with 0 or 89. */
export const isWireForm = (text: string): boolean => /^(?:8[0-8]|[1-79]\d)\d{5,13}$/.test(text);

/**
 * Returns the wire form of a number in any spelling. With a plus, it may be of any country. Without a plus, it's read as a number
 * after +7 or of a country that the page has imported. Throws a TypeError if it isn't a number.
 */
export function toWireForm(phone: string): string {
  const wire = parseTakenPhone(phone, 'all') ?? parsePhone(phone);
  if (wire !== null) return wire;
  const number = findNumber(phone);
  const digits = number?.hasPlus ? cleanPhone(number.text) : '';
  if (!isWireForm(digits)) throw new TypeError(`Not a phone number: ${phone}`);
  return digits;
}

/** Whether a number in wire form is one of a mobile phone. Numbers of countries other than Russia count only if the page has imported the country. */
export function isMobile(phone: string): boolean {
  const { countryCode, mobileFirstDigits, nationalLength } = defaultCountry;
  const plans = [...(importedCountries()?.plans.values() ?? [])].map(({ code, mobile }) => [code, mobile]);
  return [[countryCode, `[${mobileFirstDigits}]\\d{${nationalLength - 1}}`], ...plans].some(([code, mobile]) =>
    new RegExp(`^${code}(?:${mobile})$`).test(phone),
  );
}
