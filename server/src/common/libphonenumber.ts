// The numbering plans of all countries, as libphonenumber has them: which country a number belongs to, and whether it is a
// mobile one. https://github.com/google/libphonenumber/blob/master/resources/PhoneNumberMetadata.xml
import { type CountryCode, isSupportedCountry, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number of a country. Numbers without one (satellite phones, international toll-free numbers) are never described. */
export interface NumberedPhone {
  /** The region as ISO 3166-1 has it, in upper case; the main one of those that no number tells apart. */
  readonly country: string;
  /**
   * `mobile` also if the plan doesn't tell landlines and mobile numbers apart. `unknown`: the plan knows no such number, but
   * it looks like a mobile one of a range that is new.
   */
  readonly kind: 'mobile' | 'unknown' | 'other';
}

/** Regions whose mobile numbers are those of a larger neighbour: listing one of them takes all. */
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

/** The country with this code, in upper or lower case; undefined if there is none. */
export function parseCountry(code: string): string | undefined {
  const region = code.toUpperCase();
  return isSupportedCountry(region) ? mainRegion(region) : undefined;
}

/** What `Metadata` has of a kind of numbers, and its types leave out. */
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
 * Whether a pattern of the metadata matches numbers that begin with this digit: the first atom of an alternative decides.
 * Exported for tests.
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
 * Describes a number in its canonical wire form. Undefined if it belongs to no country, or is written with a prefix that
 * doesn't belong to it, such as the trunk prefix of its country.
 */
export function describePhone(phone: string): NumberedPhone | undefined {
  const parsed = parsePhoneNumberFromString(`+${phone}`);
  if (parsed?.number !== `+${phone}`) return undefined;
  const type = parsed.getType();
  // Of a calling code that several regions share, an unknown number belongs to the main region, which comes first.
  const region = parsed.country ?? (type ? undefined : parsed.getPossibleCountries()[0]);
  if (region === undefined) return undefined;
  const country = mainRegion(region);
  if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return { country, kind: 'mobile' };
  const isUnknown = type === undefined && looksMobile(country, parsed.nationalNumber);
  return { country, kind: isUnknown ? 'unknown' : 'other' };
}

/**
 * The canonical form of a number in wire form: Mexico's mobile numbers have no 1 after the country code any more, and
 * Argentina's have a 9 there, instead of the 15 after the area code.
 */
export function canonicalPhone(phone: string): string {
  if (phone.startsWith('52')) return phone.replace(/^521(?=\d{10}$)/, '52');
  if (!phone.startsWith('54')) return phone;
  const parsed = parsePhoneNumberFromString(`+${phone}`)?.number.slice(1) ?? phone;
  return (parsed.startsWith('549') ? parsed : phone).replace(/^54(?=[1-3]\d{9}$)/, '549');
}
