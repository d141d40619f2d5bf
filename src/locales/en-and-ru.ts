import * as en from './en.js';
import * as ru from './ru.js';

// English and Russian, which every bundle with an element contains. Every other language is a file of its own, on the model of kk.ts.
//
// Each element has its own list, so that a bundle with one input doesn't contain the widget's texts (1.8 kB with
// brotli). The lists are written out because bundlers can't tell which texts a loop over the languages leaves unused.

export const widgetTexts = { en: en.widgetTexts, ru: ru.widgetTexts };
export const errors = { en: en.errors, ru: ru.errors };
export const phoneInputTexts = { en: en.phoneInputTexts, ru: ru.phoneInputTexts };
export const countryTexts = { en: en.countryTexts, ru: ru.countryTexts };
export const codeInputTexts = { en: en.codeInputTexts, ru: ru.codeInputTexts };

/** A built-in language, by its ISO 639-1 code. */
export type Lang = keyof typeof widgetTexts;
