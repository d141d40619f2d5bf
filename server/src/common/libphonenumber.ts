// The numbering plans of all countries, as libphonenumber has them: which country a number belongs to, and whether it is a
// mobile one. https://github.com/google/libphonenumber/blob/master/resources/PhoneNumberMetadata.xml
import { type CountryCode, isSupportedCountry, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number of a country. Numbers without one (satellite phones, international toll-free numbers) are never described. */
export interface NumberedPhone {
  /** The code of the region in upper case: that of ISO 3166-1, or AC, TA or XK. A key of `MAIN_REGIONS` counts as its value. */
  readonly country: string;
  /**
   * `mobile`: a mobile number, or one that may be a landline, because the plan doesn't tell the two apart. `unknown`: the plan
   * has no such number, but its length and first digit are those of a mobile number, so its range may be new. `other`: any
   * other number.
   */
  readonly kind: 'mobile' | 'unknown' | 'other';
}

/**
 * The regions whose mobile numbers can't be told from those of a larger neighbour. Each counts as that neighbour, its main region. If
 * `COUNTRIES` names a main region or one of its small neighbours, the numbers of all of these are taken.
 */
const MAIN_REGIONS: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'GP',
  CC: 'AU',
  CX: 'AU',
  EH: 'MA',
  MF: 'GP',
  SJ: 'NO',
  VA: 'IT',
};

const mainRegion = (region: string) => MAIN_REGIONS[region] ?? region;

/** Returns the country of a region code in any case, as in `NumberedPhone.country`; undefined if there is none. */
export function parseCountry(code: string): string | undefined {
  const region = code.toUpperCase();
  return isSupportedCountry(region) ? mainRegion(region) : undefined;
}

/** One kind of numbers in a plan. The library has these methods, but its types don't declare them. */
interface NumberRange {
  pattern(): string;
  possibleLengths(): readonly number[];
}

interface MobilePlan {
  readonly lengths: ReadonlySet<number>;
  readonly firstDigits: ReadonlySet<string>;
}

const DIGITS = '0123456789';

/**
 * Whether numbers that a pattern of the metadata matches can begin with this digit. Only the first atom of each alternative is
 * read, and the next one if that atom is optional. Exported for tests.
 */
export function canBegin(pattern: string, digit: string): boolean {
  let depth = 0;
  let start = 0;
  const alternatives: string[] = [];
  for (let i = 0; i <= pattern.length; i++) {
    if (pattern[i] === '(') depth++;
    if (pattern[i] === ')') depth--;
    if (i < pattern.length && (depth > 0 || pattern[i] !== '|')) continue;
    alternatives.push(pattern.slice(start, i));
    start = i + 1;
  }
  if (alternatives.length > 1) return alternatives.some(alternative => canBegin(alternative, digit));
  if (!pattern.startsWith('(?:')) {
    const [head, atom, isOptional] = /^(\[[^\]]*\]|\\d|\d)(\?)?/.exec(pattern) ?? [];
    if (head === undefined) return false;
    return (
      new RegExp(`^${atom!}$`).test(digit) || (isOptional !== undefined && canBegin(pattern.slice(head.length), digit))
    );
  }
  let end = 0;
  do {
    if (pattern[end] === '(') depth++;
    if (pattern[end] === ')') depth--;
    end++;
  } while (depth > 0);
  const isOptional = pattern[end] === '?';
  return canBegin(pattern.slice(3, end - 1), digit) || (isOptional && canBegin(pattern.slice(end + 1), digit));
}

const metadata = new Metadata();
const mobilePlans = new Map<string, MobilePlan | undefined>();

function readMobilePlan(country: string): MobilePlan | undefined {
  metadata.selectNumberingPlan(country as CountryCode);
  const plan = metadata.numberingPlan as unknown as { type(name: string): NumberRange | undefined };
  const mobile = plan.type('MOBILE');
  if (!mobile) return undefined;
  // If mobile numbers and landlines share all ranges, the pattern is that of the landlines.
  const pattern = mobile.pattern() || plan.type('FIXED_LINE')!.pattern();
  const firstDigits = Array.from(DIGITS).filter(digit => canBegin(pattern, digit));
  return { lengths: new Set(mobile.possibleLengths()), firstDigits: new Set(firstDigits) };
}

/** Whether a national number has the length and the first digit of a mobile number of the country. */
function looksMobile(country: string, national: string): boolean {
  if (!mobilePlans.has(country)) mobilePlans.set(country, readMobilePlan(country));
  const plan = mobilePlans.get(country);
  return plan !== undefined && plan.lengths.has(national.length) && plan.firstDigits.has(national[0]!);
}

/**
 * Describes a number in its canonical wire form.
 * @returns undefined if the number belongs to no country, or has digits that aren't part of it, such as the trunk prefix of its
 *   country
 */
export function describePhone(phone: string): NumberedPhone | undefined {
  const parsed = parsePhoneNumberFromString(`+${phone}`);
  if (parsed?.number !== `+${phone}`) return undefined;
  const type = parsed.getType();
  // Several regions can share a calling code. A number that no region's plan has then counts for the first region whose numbers can
  // have its length. The library lists the main region first.
  const region = parsed.country ?? (type ? undefined : parsed.getPossibleCountries()[0]);
  if (region === undefined) return undefined;
  const country = mainRegion(region);
  if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return { country, kind: 'mobile' };
  const isUnknown = type === undefined && looksMobile(country, parsed.nationalNumber);
  return { country, kind: isUnknown ? 'unknown' : 'other' };
}

/**
 * The canonical form of a number in wire form. Mexico's mobile numbers have no 1 after the country code any more. Argentina's
 * have a 9 there, and no 15 after the area code. A number with neither, such as 54 11 …, may be a landline, but is taken for a mobile one.
 */
export function canonicalPhone(phone: string): string {
  if (phone.startsWith('52')) return phone.replace(/^521(?=\d{10}$)/, '52');
  if (!phone.startsWith('54')) return phone;
  const parsed = parsePhoneNumberFromString(`+${phone}`)?.number.slice(1) ?? phone;
  return (parsed.startsWith('549') ? parsed : phone).replace(/^54(?=[1-3]\d{9}$)/, '549');
}
