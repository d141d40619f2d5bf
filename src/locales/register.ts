/** Entry `auth-widget/locales/register.js`: adds your own language to the elements of the page. */
export { registerLanguage } from './page-languages.js';
export type { Language, Texts } from './texts.js';
