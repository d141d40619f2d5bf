// Languages for the tests of elements: the ones in src/locales, and made-up ones.
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../../src/locales/en.js';
import { registerLanguage } from '../../src/locales/language-registry.js';
import type { Language, Texts } from '../../src/locales/text-keys.js';

/** The languages that the one-file build does not include. */
export const FILES = [
  'ar',
  'az',
  'be',
  'de',
  'es',
  'fr',
  'hy',
  'ka',
  'kk',
  'ky',
  'tg',
  'tr',
  'uk',
  'uz',
  'zh',
] as const;

export const english = { ...errors, ...phoneInputTexts, ...codeInputTexts, ...widgetTexts, lang: 'en' } as Language;

const REGISTRY = Symbol.for('auth-widget:languages');

/** Registers a language. Its module registers itself, but only when it is imported for the first time. */
export async function loadLanguage(lang: (typeof FILES)[number]): Promise<void> {
  const { texts } = (await import(`../../src/locales/${lang}.ts`)) as { texts: Language };
  registerLanguage(texts);
}

/** Removes the languages that a test has registered. */
export function forgetLanguages(): void {
  (Reflect.get(globalThis, REGISTRY) as { languages: Map<string, Language> } | undefined)?.languages.clear();
}

/** English, with every text changed outside its placeholders. */
function changed(change: (text: string) => string): Texts {
  const changeText = (text: string) =>
    text.replace(/(\{\w+\}|[[\]|])|[^{[\]|]+/g, (part: string, mark?: string) => (mark ? part : change(part)));
  const { lang: _lang, ...texts } = english;
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'function' ? (values: never) => changeText(text(values)) : changeText(text as string),
  ]);
  return Object.fromEntries(entries) as Texts;
}

/** English with an accent on every letter, so that a word without a translation stands out: `Ŝîgñ îñ`. */
export const pseudo = (lang: string): Language =>
  ({
    ...changed(part => part.replace(/[a-z]/gi, letter => `${letter}\u0302`)),
    hours: '{n} h\u0302',
    minutes: '{n} m\u0302',
    seconds: '{n} s\u0302',
    lang,
  }) as Language;

/** English with every text 40 % longer, by repeating its words. */
export const longer = (lang: string): Language => {
  const words = (part: string) => Array.from(part.matchAll(/\p{L}+/gu), match => match[0]);
  const extend = (part: string) => {
    const all = words(part);
    const more = all.length > 1 ? all.slice(0, Math.ceil(all.length * 0.4)).join(' ') : '';
    const extended = more
      ? `${part.trimEnd()} ${more}`
      : part.replace(/\p{L}+/u, word => word + word.slice(0, Math.ceil(word.length * 0.4)));
    return extended + (/\s*$/.exec(part)?.[0] ?? '');
  };
  return { ...changed(extend), hours: '{n} hours and more', minutes: '{n} minutes and more', lang } as Language;
};
