// The texts of the widget that a page can replace, and what each says in a language.
import type { TextTemplate } from '../../src/core/text-template.js';
import { codeInputTexts, countryTexts, errors, phoneInputTexts, widgetTexts } from '../../src/locales/en-and-ru.js';

type Templates = Readonly<Record<string, string>>;

/** Examples, in English, of the texts that a language may leave to `Intl`, as English does with all three. */
const DURATIONS: Templates = { hours: '{n} h', minutes: '{n} min', seconds: '{n} s' };

/** The number that stands for `n` in a text with plural forms. None of these texts contains the number itself. */
const SAMPLE = 7;

/** Returns a text as a template. A function, which chooses the plural form of a number, gives its form for `SAMPLE`. */
const templateOf = (text: TextTemplate<{ n: number }>): string =>
  typeof text === 'string' ? text : text({ n: SAMPLE }).replace(`${SAMPLE}`, '{n}');

/** The texts of a language as templates, by their keys. */
export function templatesOf(texts: object): Templates {
  const { lang: _, ...all } = texts as Record<string, TextTemplate<{ n: number }>>;
  return {
    ...DURATIONS,
    ...Object.fromEntries(Object.entries(all).map(([key, text]) => [key, templateOf(text)])),
  };
}

/** The texts of a built-in language. */
export const builtInTexts = (lang: 'en' | 'ru'): object =>
  Object.assign(
    {},
    ...[widgetTexts, phoneInputTexts, countryTexts, codeInputTexts, errors].map(texts => texts[lang]),
  ) as object;

/** The key of each text. */
export const TEXT_KEYS: readonly string[] = Object.keys(templatesOf(builtInTexts('en')));
