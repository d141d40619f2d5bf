import { countryPlans } from '../../src/core/countries/country-plans.js';
import type { Language } from '../../src/locales/text-keys.js';
import { LANGUAGES } from './controls.js';
import { builtInTexts } from './widget-texts.js';

/** The languages that are not built in, by the paths of their files. Each registers itself. */
const FILES = import.meta.glob<{ texts: Language }>(
  '../../src/locales/{ar,az,be,de,es,fr,hy,ka,kk,ky,tg,tr,uk,uz,zh}.ts',
);

/** Registers a language, and resolves to its texts. */
export async function loadTexts(lang: string): Promise<object> {
  const file = FILES[`../../src/locales/${lang}.ts`];
  return file ? (await file()).texts : builtInTexts(lang === 'ru' ? 'ru' : 'en');
}

/** The code and the name of each country of the package, in a language, sorted by name. */
export function countriesIn(lang: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames([lang, 'en'], { type: 'region' });
  return [...countryPlans().keys()]
    .map(region => [region.toLowerCase(), names.of(region) ?? region] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, lang));
}

/** Fills the list of languages in the header. */
export function fillLanguages(select: HTMLSelectElement): void {
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, tag);
    option.lang = tag;
    select.append(option);
  }
}
