/**
 * The languages of `<auth-widget>`, one line for each. The file of a language exports `errors`, `widgetTexts` and
 * `inputTexts`. A language stands in `inputs.ts` as well.
 */
export * as en from './en.js';
export * as ru from './ru.js';
