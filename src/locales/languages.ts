/** The languages of `<auth-widget>`: one file and one line here for each. A file exports `errors` and `widgetTexts`. */
export * as en from './en.js';
export * as ru from './ru.js';
