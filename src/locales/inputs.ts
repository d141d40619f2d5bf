/**
 * The languages of `<phone-input>` and `<code-input>`, one line for each: the same as in `languages.ts`, without the texts
 * of the widget, 1.8 kB of brotli that an input on its own would load for nothing.
 */
export { inputTexts as en } from './en.js';
export { inputTexts as ru } from './ru.js';
