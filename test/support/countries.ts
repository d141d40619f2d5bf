// What the tests of src/countries/ share: every plan, numbers drawn from the metadata, and typing.
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { drawDigits, parsePattern, seeded } from '../../scripts/generate/digit-pattern.mjs';
import '../../src/countries/all.js';
import { createCountriesFormat, type CountriesFormat } from '../../src/core/countries/countries-format.js';
import { countryPlans } from '../../src/core/countries/registry.js';
import type { CountryPlan } from '../../src/core/imported-countries.js';
import { applyTextChange, type TextRange } from '../../src/core/editing/text-format.js';
import { findNumber } from '../../src/core/phone.js';

export const plans: readonly CountryPlan[] = [...countryPlans().values()];

/** A format that takes these regions, the first of which is chosen; or all, with this one chosen. */
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

/** Draws valid mobile numbers of a region. */
export function drawMobiles(region: string, count: number, seed: number): PhoneNumber[] {
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

  /** Inserts a text in place of a range. */
  change(inserted: string, [start, end]: TextRange, inputType: string): boolean {
    const before = this.text;
    const after = before.slice(0, start) + inserted + before.slice(end);
    const isKey = !inserted && end - start === 1;
    const place = inputType.endsWith('Forward') ? start : end;
    const selectionBefore = isKey ? ([place, place] as const) : ([start, end] as const);
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
