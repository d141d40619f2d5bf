// Warns about unknown keys in `texts`. Only the entries of the export condition `development` import this check, so it
// isn't part of a production build. Bundlers set that condition in development.
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../locales/en.js';
import { setTextsCheck } from '../locales/merge-texts.js';

const known = { ...errors, ...phoneInputTexts, ...codeInputTexts, ...widgetTexts, hours: '', lang: '' };
const checked = new WeakSet<object>();

setTextsCheck(texts => {
  if (checked.has(texts)) return;
  checked.add(texts);
  const unknown = Object.keys(texts).filter(key => !Object.hasOwn(known, key));
  if (unknown.length > 0)
    // eslint-disable-next-line no-console -- this module is here to warn
    console.warn(
      `auth-widget: texts has keys that are not used: ${unknown.join(', ')}. docs/languages.md lists the keys.`,
    );
});
