import type { CountryPlan } from '../imported-countries.js';
import type { ContentProblem } from '../editing/text-format.js';
import { groupSize } from './group-size.js';

/** What digits mean as a number of one of the countries that the field takes. See docs/behaviour/countries.md. */
export interface Reading {
  /** `tooShort` while the digits may become a number, `badInput` for a number of a country that isn't taken. */
  readonly state: ContentProblem | 'complete';
  /**
   * The plan of the number; undefined while it is undecided, and if no country that is taken has the number. National digits keep the plan
   * of the chosen region while several other regions of its code may have them, and if none of those that are taken has them.
   */
  readonly plan?: CountryPlan | undefined;
  /** The national digits, in their canonical form. All digits if there is no plan, or if they are too many. */
  readonly digits: string;
  /** Whether the digits were read as an international number. */
  readonly isInternational: boolean;
}

const patterns = new Map<string, RegExp>();

/** Returns the pattern of `source` at the start of the digits, which is compiled once. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (!pattern) patterns.set(source, (pattern = new RegExp(`^(?:${source})`)));
  return pattern;
}

const match = (source: string, digits: string): RegExpExecArray | null => patternOf(source).exec(digits);

/** Whether the region can have a number that begins with these national digits. */
function canBeOf({ lead }: CountryPlan, digits: string): boolean {
  if (!lead || lead === '=') return true;
  const beginnings = lead.split(/[! ]/);
  return beginnings[0]
    ? beginnings.some(own => own.startsWith(digits) || digits.startsWith(own))
    : !beginnings.some(other => other && digits.startsWith(other));
}

/** Whether a national number may begin like this: otherwise the 0 or 1 belongs to a prefix. */
const isPlausible = ({ first }: CountryPlan, [digit]: string): boolean => digit! > '1' || first.includes(digit!);

/** Whether mobile numbers begin like this. */
const startsMobile = ({ first }: CountryPlan, [digit]: string): boolean => first.split('.')[0]!.includes(digit!);

/** Returns the digits after their trunk prefix; `''` if they have no prefix, or nothing after it. */
function withoutTrunk({ trunk, replacement }: CountryPlan, digits: string): string {
  const found = match(trunk, digits);
  // The replacement is for a group that was caught: docs/behaviour/countries.md#trunk-prefix.
  return found?.[0] ? digits.replace(patternOf(trunk), found[1] ? replacement : '') : '';
}

/** The lengths of the mobile numbers of these plans. */
const lengthsOf = (plans: readonly CountryPlan[]): number[] =>
  plans.flatMap(({ groups }) => groups.map(({ length }) => length));

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
   * @param region the chosen region, which the number keeps as long as it can belong to it
   */
  readInternational(digits: string, region: string): Reading {
    const group = this.#plans.filter(({ code }) => digits.startsWith(code));
    const [main] = group;
    if (!main) {
      const isOpen = this.#plans.some(({ code }) => code.startsWith(digits));
      return { state: isOpen ? 'tooShort' : 'badInput', digits, isInternational: true };
    }
    const typed = digits.slice(main.code.length);
    const national = typed.length > Math.max(...lengthsOf(group)) ? withoutTrunk(main, typed) : typed;
    const reading = this.#findRegion(group, national || typed, region, true);
    return reading.plan && reading.state !== 'tooLong' ? reading : { ...reading, digits };
  }

  /**
   * Reads digits without a plus: after the international prefix of `region` as an international number, otherwise as national digits. If they
   * are too many for those, they may begin with the code of `region`, or with that of another country.
   * @param isChosen whether the person has chosen the region for these digits. They are then never read with another country's code
   */
  readBare(digits: string, region: string, isChosen: boolean): Reading {
    const plan = this.planOf(region);
    const prefix = isChosen ? '' : (match(plan?.international ?? '00', digits)?.[0] ?? '');
    if (prefix && prefix !== digits) return this.readInternational(digits.slice(prefix.length), region);
    if (prefix || !plan) return { state: 'tooShort', digits, isInternational: false };
    const group = this.#groupOf(plan);
    const longest = Math.max(...lengthsOf(group));
    const isTooLong = digits.length > longest;
    const afterCode = digits.startsWith(plan.code) ? digits.slice(plan.code.length) : '';
    const options = [digits, withoutTrunk(plan, digits), afterCode, withoutTrunk(plan, afterCode)];
    const isMobile = (option: string, end: string) => group.some(({ mobile }) => match(`(?:${mobile})${end}`, option));
    const ranks = options.map((option, index) => {
      if (!option || option.length > longest) return -1;
      if (isMobile(option, '$')) return 3;
      // The code is dropped only from a number that is too long, or if a mobile number remains.
      if (!isTooLong && index > 1) return -1;
      return group.some(member => startsMobile(member, option)) ? 2 : Number(isPlausible(plan, option));
    });
    const best = Math.max(...ranks);
    if (best > 0 || !isTooLong) {
      return this.#findRegion(group, options[ranks.indexOf(best)]!, region, false);
    }
    const other = this.readInternational(digits, region);
    // Digits that begin with a mobile number of the country are a number of another one only if they are a whole mobile number there.
    const isMistyped = options.some(option => isMobile(option, ''));
    const { state, plan: found } = other;
    const isOther = isMistyped
      ? found && match(`(?:${found.mobile})$`, other.digits)
      : /tooShort|complete/.test(state) && (!found || startsMobile(found, other.digits));
    return isOther && !isChosen ? other : { state: 'tooLong', digits, isInternational: false };
  }

  /** Reads national digits of `region`. No prefix is dropped from them. */
  readNational(digits: string, region: string): Reading {
    return this.#findRegion(this.#groupOf(this.planOf(region)), digits, region, false);
  }

  /** The plans with the code of this one. */
  #groupOf(plan: CountryPlan | undefined): CountryPlan[] {
    return this.#plans.filter(({ code }) => code === plan?.code);
  }

  /** Finds the region of national digits among those with the same code. */
  #findRegion(group: readonly CountryPlan[], digits: string, region: string, isInternational: boolean): Reading {
    const possible = group.filter(member => canBeOf(member, digits));
    const mains = possible.filter(({ lead }) => lead !== '=');
    const plan =
      possible.find(member => member.region === region) ?? (mains[1] ? undefined : (mains[0] ?? possible[0]));
    if (!plan) {
      // Without a code, digits that no region here can have stay those of the chosen region. They are refused at the length of a whole number.
      const isOpen = possible[0] || (!isInternational && !lengthsOf(group).includes(digits.length));
      const chosen = isInternational ? undefined : this.planOf(region);
      return { state: isOpen ? 'tooShort' : 'badInput', plan: chosen, digits, isInternational };
    }
    const { legacy } = plan;
    const national = legacy && match(`${legacy[0]}$`, digits) ? legacy[1] + digits : digits;
    const lengths = lengthsOf([plan]);
    const isComplete = isPlausible(plan, digits) && lengths.includes(national.length);
    const state = national.length > Math.max(...lengths) ? 'tooLong' : isComplete ? 'complete' : 'tooShort';
    return { state, plan, digits: national, isInternational };
  }
}

/**
 * Groups national digits as far as they go, with the code before them: `+375 29 12`.
 * @param digits no more than the longest number of the plan has
 */
export function formatInternational({ code, groups }: CountryPlan, digits: string): string {
  const [best] = groups
    .filter(({ length, pattern }) => length >= digits.length && match(pattern, digits))
    .sort((one, other) => one.length - other.length);
  let text = `+${code} `;
  let at = 0;
  for (const character of best!.template) {
    if (at >= digits.length) break;
    const size = groupSize(character);
    text += size ? digits.slice(at, (at += size)) : character;
  }
  return (text + digits.slice(at)).trimEnd();
}
