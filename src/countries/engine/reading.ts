import type { CountryPlan } from '../../core/countries.js';
import { groupSize } from './group-size.js';

/** What digits are as a number of the countries that are taken. See docs/behaviour/countries.md. */
export interface Reading {
  /** `partial` while the digits may become a number, `foreign` once no country that is taken can come of them. */
  readonly state: 'partial' | 'complete' | 'foreign' | 'too-long';
  /** The plan of the number; undefined while it is undecided and if it isn't taken. */
  readonly plan?: CountryPlan | undefined;
  /** The national digits, in their canonical form. Without a plan, all digits. */
  readonly digits: string;
  /** Whether the digits were read as an international number. */
  readonly isInternational: boolean;
  /** Whether a prefix was dropped because there were too many digits. */
  readonly isShortened?: boolean;
}

const patterns = new Map<string, RegExp>();

/** Matches `source` at the start of the digits, compiling it once. */
function match(source: string, digits: string): RegExpExecArray | null {
  let pattern = patterns.get(source);
  if (!pattern) patterns.set(source, (pattern = new RegExp(`^(?:${source})`)));
  return pattern.exec(digits);
}

/** Whether the region can have a number that begins with these national digits. */
function canBeOf({ lead }: CountryPlan, digits: string): boolean {
  if (!lead || lead === '=') return true;
  if (lead.startsWith('!'))
    return !lead
      .slice(1)
      .split(' ')
      .some(other => digits.startsWith(other));
  return lead.split(' ').some(own => own.startsWith(digits) || digits.startsWith(own));
}

/** Whether a national number may begin like this: otherwise the 0 or 1 belongs to a prefix. */
const isPlausible = ({ first }: CountryPlan, [digit = '']: string): boolean => digit > '1' || first.includes(digit);

/** Returns the digits without their trunk prefix; `''` if they have none. */
function withoutTrunk({ trunk, replacement }: CountryPlan, digits: string): string {
  const found = trunk ? match(trunk, digits) : null;
  if (!found?.[0]) return '';
  // The replacement is for a group that was caught: docs/behaviour/countries.md#trunk-prefix.
  const start =
    found.at(-1) === undefined ? '' : replacement.replace(/\$(\d)/, (_, index: string) => found[Number(index)] ?? '');
  return start + digits.slice(found[0].length);
}

/** The length of the longest mobile number of these plans. */
const longestOf = (plans: readonly CountryPlan[]): number =>
  Math.max(...plans.flatMap(({ groups }) => groups.map(({ length }) => length)));

/** Reads numbers of the countries that are taken. */
export class NumberReader {
  readonly #plans: readonly CountryPlan[];

  /** @param plans in the page's order */
  constructor(plans: readonly CountryPlan[]) {
    this.#plans = plans;
  }

  planOf(region: string): CountryPlan | undefined {
    return this.#plans.find(plan => plan.region === region);
  }

  /**
   * Reads the digits after a plus.
   * @param region the region that stays as long as the number can be its
   */
  readInternational(digits: string, region: string): Reading {
    const group = this.#plans.filter(({ code }) => digits.startsWith(code));
    const [main] = group;
    if (!main) {
      const isOpen = this.#plans.some(({ code }) => code.startsWith(digits));
      return { state: isOpen ? 'partial' : 'foreign', digits, isInternational: true };
    }
    const typed = digits.slice(main.code.length);
    const national = typed.length > longestOf(group) ? withoutTrunk(main, typed) : typed;
    const reading = this.#findRegion(group, national || typed, region, true);
    return reading.plan && reading.state !== 'too-long' ? reading : { ...reading, digits };
  }

  /** Reads digits without a plus: national ones of `region`, unless they begin with its international prefix. */
  readBare(digits: string, region: string): Reading {
    const plan = this.planOf(region);
    const prefix = match(plan?.international ?? '00', digits)?.[0] ?? '';
    if (prefix && prefix !== digits) return this.readInternational(digits.slice(prefix.length), region);
    if (prefix || !plan) return { state: 'partial', digits, isInternational: false };
    const group = this.#plans.filter(({ code }) => code === plan.code);
    const longest = longestOf(group);
    const isTooLong = digits.length > longest;
    const afterCode = digits.startsWith(plan.code) ? digits.slice(plan.code.length) : '';
    const options = [digits, withoutTrunk(plan, digits), afterCode, withoutTrunk(plan, afterCode)];
    const ranks = options.map((option, index) => {
      if (!option || option.length > longest) return -1;
      if (group.some(({ mobile }) => match(`(?:${mobile})$`, option))) return 3;
      // The code is dropped only from a number that is too long, or if a mobile number remains.
      if (!isTooLong && index > 1) return -1;
      return group.some(({ first }) => first.split('.')[0]?.includes(option.charAt(0)))
        ? 2
        : Number(isPlausible(plan, option));
    });
    const best = Math.max(...ranks);
    if (best > 0 || !isTooLong) {
      const reading = this.#findRegion(group, options[ranks.indexOf(best)]!, region, false);
      return { ...reading, isShortened: isTooLong };
    }
    const other = this.readInternational(digits, region);
    return /partial|complete/.test(other.state) ? other : { state: 'too-long', digits, isInternational: false };
  }

  /** Reads national digits without a prefix. */
  readNational(digits: string, region: string): Reading {
    const code = this.planOf(region)?.code;
    return this.#findRegion(
      this.#plans.filter(plan => plan.code === code),
      digits,
      region,
      false,
    );
  }

  /** Finds the region of national digits among those with the same code. */
  #findRegion(group: readonly CountryPlan[], digits: string, region: string, isInternational: boolean): Reading {
    const possible = group.filter(member => canBeOf(member, digits));
    const mains = possible.filter(({ lead }) => lead !== '=');
    const plan =
      possible.find(member => member.region === region) ?? (mains[1] ? undefined : (mains[0] ?? possible[0]));
    const isWhole = (plans: readonly CountryPlan[], { length }: string) =>
      plans.some(({ groups }) => groups.some(each => each.length === length));
    if (!plan) {
      // Bare digits are those of the chosen region, until they are a number that only a region that isn't taken has.
      const isOpen = possible[0] || (!isInternational && !isWhole(group, digits));
      const chosen = isInternational ? undefined : this.planOf(region);
      return { state: isOpen ? 'partial' : 'foreign', plan: chosen, digits, isInternational };
    }
    const [legacy, start = ''] = plan.legacy ?? [];
    const national = legacy && match(`${legacy}$`, digits) ? start + digits : digits;
    const isComplete = isPlausible(plan, digits) && isWhole([plan], national);
    const state = national.length > longestOf([plan]) ? 'too-long' : isComplete ? 'complete' : 'partial';
    return { state, plan, digits: national, isInternational };
  }
}

/** Groups national digits as far as they go, with the code before them: `+375 29 12`. */
export function formatInternational({ code, groups }: CountryPlan, digits: string): string {
  let best: CountryPlan['groups'][number] | undefined;
  for (const candidate of groups) {
    const { length, pattern } = candidate;
    const isUsable = length >= digits.length && (!pattern || match(pattern, digits));
    if (isUsable && (!best || length < best.length)) best = candidate;
  }
  let text = `+${code} `;
  let at = 0;
  for (const character of best?.template ?? '') {
    if (at >= digits.length) break;
    const size = groupSize(character);
    text += size ? digits.slice(at, (at += size)) : character;
  }
  return (text + digits.slice(at)).trimEnd();
}
