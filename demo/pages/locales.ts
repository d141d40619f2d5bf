import { countryPlans } from '../../src/core/countries/country-plans.js';
import type { Language } from '../../src/locales/text-keys.js';
import { LANGUAGES } from './controls.js';
import { builtInTexts } from './widget-texts.js';

/** The functions that load the languages that are not built in, by the paths of their files. A file registers its language when it's loaded. */
const FILES = import.meta.glob<{ texts: Language }>(
  '../../src/locales/{ar,az,be,de,es,fr,hy,ka,kk,ky,tg,tr,uk,uz,zh}.ts',
);

/** Resolves to the texts of a language for the widget. The first call for one that isn't built in registers it with the widget. */
export async function loadTexts(lang: string): Promise<object> {
  const file = FILES[`../../src/locales/${lang}.ts`];
  return file ? (await file()).texts : builtInTexts(lang === 'ru' ? 'ru' : 'en');
}

/** Returns the code, in lower case, and the name in a language of each country that the page has imported, sorted by name. */
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
