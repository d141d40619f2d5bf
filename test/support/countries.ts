// What the tests of src/countries/ share: every country's plan, random numbers that match the metadata, and a field to type into.
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { drawDigits, parsePattern, seeded } from '../../scripts/generate/digit-pattern.mjs';
import '../../src/countries/all.js';
import { createCountriesFormat, type CountriesFormat } from '../../src/core/countries/countries-format.js';
import { countryPlans } from '../../src/core/countries/country-plans.js';
import type { CountryPlan } from '../../src/core/imported-countries.js';
import { applyTextChange, type TextRange } from '../../src/core/editing/text-format.js';
import { findNumber } from '../../src/core/phone.js';

export const plans: readonly CountryPlan[] = [...countryPlans().values()];

/** A format that takes these regions, or all, with `region` chosen; `''` chooses none. */
export const formatOf = (region: string, regions?: readonly string[]): CountriesFormat =>
  createCountriesFormat(
    { plans: regions ? regions.map(name => countryPlans().get(name)!) : plans, region },
    findNumber,
  );

/** The pattern of a region's mobile numbers in the metadata. */
function mobilePattern(region: string): string {
  const types = (metadata as unknown as { countries: Record<string, (readonly [string][] | undefined)[]> }).countries[
    region
  ]![11]!;
  return (types[1] || undefined)?.[0] || types[0]![0];
}

/** Returns up to `count` random mobile numbers of a region, all valid; the same ones for the same seed. */
export function randomMobiles(region: string, count: number, seed: number): PhoneNumber[] {
  const pattern = parsePattern(mobilePattern(region));
  const random = seeded(seed);
  const { code } = countryPlans().get(region)!;
  return Array.from({ length: count }, () =>
    parsePhoneNumberFromString(`+${code}${drawDigits(pattern, random)}`, region as CountryCode),
  ).filter(number => number?.isValid() && /MOBILE/.test(number.getType() ?? '')) as PhoneNumber[];
}

/** A field without a browser: a content, its text and a caret. */
export class Field {
  content = '';
  text = '';
  caret = 0;
  readonly #format: CountriesFormat;

  constructor(format: CountriesFormat, content = '') {
    this.#format = format;
    this.#show(content, content.length);
  }

  get value(): string {
    return this.#format.toValue(this.content);
  }

  /** Types characters one by one at the caret. */
  type(text: string): this {
    for (const character of text) this.change(character, [this.caret, this.caret], 'insertText');
    return this;
  }

  /** Replaces a range of the text. Returns whether the edit was accepted. */
  change(inserted: string, [start, end]: TextRange, inputType: string): boolean {
    const before = this.text;
    const after = before.slice(0, start) + inserted + before.slice(end);
    const isDeletionKey = !inserted && end - start === 1;
    const place = inputType.endsWith('Forward') ? start : end;
    const selectionBefore = isDeletionKey ? ([place, place] as const) : ([start, end] as const);
    const caret = start + inserted.length;
    const next = applyTextChange(this.#format, this.content, { before, after, caret, selectionBefore, inputType });
    if (next) this.#show(next.content, next.caret);
    return !!next;
  }

  #show(content: string, caret: number): void {
    this.content = content;
    this.text = this.#format.format(content);
    this.caret = this.#format.toSelection(content, caret)[1];
  }
}
