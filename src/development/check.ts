// This module says what a refused argument must be, and warns about unknown modes, themes and keys in `texts`, and about languages, countries
// and names of countries that aren't imported. It also sets up the checks of answers (answer-check.ts) and of listeners
// (hydration-check.ts). Only the entries of the export condition `development`, which bundlers set in development, import this module,
// so no production build includes it.
import { AUTH_MODES, type AuthMode } from '../core/modes.js';
import { importedCountries } from '../core/imported-countries.js';
import { requirements } from '../core/misuse.js';
import { countryWords } from '../core/countries/choose-plans.js';
import { setModesCheck, wordsIn } from '../elements/auth-widget/controllers/offered-modes.js';
import { addPhoneExtension, type PhoneHost } from '../elements/phone-input/extension.js';
import { codeInputTexts, countryTexts, errors, phoneInputTexts, widgetTexts } from '../locales/en.js';
import { setTextsCheck } from '../locales/merge-texts.js';
import { canonicalTag, fallbacks } from '../core/language-tag.js';
import { registeredLanguage } from '../locales/language-registry.js';
import type { Texts } from '../locales/text-keys.js';
import './answer-check.js';
import { checkHydration } from './hydration-check.js';
import { warn } from './warn.js';

const known = {
  ...errors,
  ...phoneInputTexts,
  ...countryTexts,
  ...codeInputTexts,
  ...widgetTexts,
  hours: '',
  minutes: '',
  seconds: '',
};
const checked = new WeakSet<object>();

setTextsCheck(texts => {
  // A page without type checks may set a string, which a WeakSet refuses.
  if (Object(texts) !== texts || checked.has(texts)) return;
  checked.add(texts);
  const unknown = Object.keys(texts).filter(key => !Object.hasOwn(known, key));
  if (unknown.length > 0)
    warn(`texts has keys that are not used: ${unknown.join(', ')}. docs/languages.md lists the keys.`);
});

Object.assign(requirements, {
  backend: ': it must be an object with the methods of AuthBackend',
  baseUrl: ': it must be an address with http: or https:, or a path',
  client: ': it must be an AuthClient',
  mode: `: it must be one of ${AUTH_MODES.join(', ')}`,
  options: ': they must be an object, such as { baseUrl }',
  store: ': it must have the synchronous methods read, write, remove and subscribe',
});

/** Calls `look` in a later task, once all modules of the page have run: a later one may import what is missing. */
function afterLoad(look: () => void): void {
  if (document.readyState === 'complete') setTimeout(look);
  else window.addEventListener('load', look, { once: true });
}

const languages = new WeakMap<object, string | null>();

/**
 * Warns if there are no texts in the `lang` of the widget's own tag. Called with every update of the widget; it looks only after `lang`
 * has changed, and once the page is complete, because a file with a language may load late.
 */
function checkLang(host: Partial<Element>): void {
  const lang = host.getAttribute?.('lang') ?? null;
  if (languages.get(host) === lang) return;
  languages.set(host, lang);
  if (!lang) return;
  const look = (): void => {
    // English and Russian are built in.
    const hasTexts = (tag: string) => ['en', 'ru'].includes(tag) || registeredLanguage(tag);
    const { texts, client } = host as { texts?: Texts; client?: { texts?: Texts | undefined } };
    const isNamed = (tag: string) =>
      [client?.texts, texts].some(each => canonicalTag(each?.lang)?.toLowerCase() === tag);
    if (host.getAttribute?.('lang') !== lang || fallbacks(lang).some(tag => hasTexts(tag) || isNamed(tag))) return;
    warn(`there are no texts in lang="${lang}", so it shows English. docs/languages.md lists the files to import.`);
  };
  afterLoad(look);
}

/** The countries, and the modules with names of countries, that were reported. Each is reported once. */
const reported = new Set<string>();

/** Those of the widget's languages in which Chromium has no names of countries: docs/behaviour/countries.md#the-list. */
const NAMELESS = ['az', 'be', 'hy', 'ka', 'kk', 'ky', 'tg', 'uz'];

/** Warns about a list whose names are English because the page hasn't imported those in its language. */
function checkNames({ countries, language }: PhoneHost): void {
  const lang = language.lang.split('-')[0]!.toLowerCase();
  const module = `names-${lang}`;
  const isList = countryWords(countries).includes('ALL') || countryWords(countries).length > 1;
  const areMissing = () => !importedCountries()?.names.has(lang) && !reported.has(module);
  if (!isList || !NAMELESS.includes(lang) || !areMissing()) return;
  afterLoad(() => {
    if (!areMissing()) return;
    reported.add(module);
    warn(`the list of countries has no names in lang="${lang}". Import auth-widget/countries/${module}.js.`);
  });
}

addPhoneExtension(checkNames);

addPhoneExtension(host => {
  const missing = countryWords(host.countries).filter(
    word => word !== 'ALL' && !importedCountries()?.plans.has(word) && !reported.has(word),
  );
  if (missing.length === 0) return;
  afterLoad(() => {
    for (const word of missing) {
      if (importedCountries()?.plans.has(word) || reported.has(word)) continue;
      reported.add(word);
      warn(
        `countries names "${word}", which is not imported. Import auth-widget/countries/${word.toLowerCase()}.js, if it is a country.`,
      );
    }
  });
});

setModesCheck((host, changed) => {
  const isKnown = (word: string) => !word || AUTH_MODES.includes(word as AuthMode);
  for (const name of ['mode', 'modes'] as const)
    if (
      changed.has(name) &&
      host[name] &&
      !(name === 'mode' ? isKnown(host[name]) : wordsIn(host[name]).every(isKnown))
    )
      warn(`the attribute ${name} can name ${AUTH_MODES.join(', ')}, and not "${host[name]}".`);
  const { theme } = host as { theme?: string };
  if (changed.has('theme') && theme && !['light', 'dark'].includes(theme))
    warn(`the attribute theme can be light or dark, and not "${theme}".`);
  checkLang(host as Partial<Element>);
  checkHydration(host);
});
