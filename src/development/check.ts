// The export condition `development`, which bundlers set while an app is being written: its entries are those of the package,
// with a check of `texts` that a page in production does not need.
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../locales/en.js';
import { setTextsCheck } from '../locales/merge-texts.js';

const known = { ...errors, ...phoneInputTexts, ...codeInputTexts, ...widgetTexts, hours: '', lang: '' };
const checked = new WeakSet<object>();

setTextsCheck(texts => {
  if (checked.has(texts)) return;
  checked.add(texts);
  const unknown = Object.keys(texts).filter(key => !Object.hasOwn(known, key));
  if (unknown.length > 0)
    // eslint-disable-next-line no-console -- what this module is for
    console.warn(
      `auth-widget: texts has keys that are not used: ${unknown.join(', ')}. docs/languages.md lists the keys.`,
    );
});
