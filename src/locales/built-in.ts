import * as en from './en.js';
import * as ru from './ru.js';

// A list for each element, so that a bundle with one element has the texts of that element alone: those of the widget are
// 1.8 kB of brotli. Written out, because bundlers can't tell which texts a loop over all languages leaves out.

export const widgetTexts = { en: en.widgetTexts, ru: ru.widgetTexts };
export const errors = { en: en.errors, ru: ru.errors };
export const phoneInputTexts = { en: en.phoneInputTexts, ru: ru.phoneInputTexts };
export const codeInputTexts = { en: en.codeInputTexts, ru: ru.codeInputTexts };

/** A language of the elements, by its code in ISO 639-1. */
export type Lang = keyof typeof widgetTexts;
