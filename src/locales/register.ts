/** Entry `auth-widget/locales/register.js`: adds your own language to the elements of the page. */
// A language file of this folder is an entry of its own, such as `auth-widget/locales/kk.js`. `exports` and `sideEffects` of
// package.json list those entries; docs/changing.md#a-language says what else a new language takes.
export { registerLanguage } from './language-registry.js';
export type { Language, Texts } from './text-keys.js';
