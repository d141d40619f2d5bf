// Says what an argument must be that can't be used, and warns about modes that don't exist and unknown keys in `texts`. Only the entries of the export condition `development` import this check, so it
// isn't part of a production build. Bundlers set that condition in development.
import { AUTH_MODES, type AuthMode } from '../core/auth-state.js';
import { requirements } from '../core/misuse.js';
import { setModesCheck, wordsIn } from '../elements/auth-widget/controllers/offered-modes.js';
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../locales/en.js';
import { setTextsCheck } from '../locales/merge-texts.js';

const known = {
  ...errors,
  ...phoneInputTexts,
  ...codeInputTexts,
  ...widgetTexts,
  hours: '',
  minutes: '',
  seconds: '',
  lang: '',
};
const checked = new WeakSet<object>();

function warn(message: string): void {
  // eslint-disable-next-line no-console -- this module is here to warn
  console.warn(`auth-widget: ${message}`);
}

setTextsCheck(texts => {
  // A page may be written without type checks.
  if (Object(texts) !== texts || checked.has(texts)) return;
  checked.add(texts);
  const unknown = Object.keys(texts).filter(key => !Object.hasOwn(known, key));
  if (unknown.length > 0)
    warn(`texts has keys that are not used: ${unknown.join(', ')}. docs/languages.md lists the keys.`);
});

Object.assign(requirements, {
  baseUrl: ': it must be an address with http: or https:, or a path',
  client: ': it must be an AuthClient',
  mode: `: it must be one of ${AUTH_MODES.join(', ')}`,
  options: ': they must be an object, such as { baseUrl }',
  store: ': it must have the synchronous methods read, write, remove and subscribe',
});

setModesCheck((host, changed) => {
  const isKnown = (word: string) => !word || AUTH_MODES.includes(word as AuthMode);
  for (const name of ['mode', 'modes'] as const)
    if (changed.has(name) && host[name] && !wordsIn(host[name]).every(isKnown))
      warn(`the attribute ${name} can name ${AUTH_MODES.join(', ')}, and not "${host[name]}".`);
});
