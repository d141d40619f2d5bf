/**
 * The languages of `<auth-widget>`, one line for each. The file of a language exports `errors` and `widgetTexts`; the
 * texts of the inputs are in `inputs.ts`, so that an input on its own comes without those of the widget.
 */
export * as en from './en.js';
export * as ru from './ru.js';
