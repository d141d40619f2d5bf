import { ALL_CONTROLS, isPossible, LANGUAGES, MAX_TEXT, type Control } from './controls.js';
import { TEXT_KEYS } from './widget-texts.js';

/** The prefix of the texts of the widget among the settings: `text.signIn`. */
const TEXT_PREFIX = 'text.';

/** The settings of a demo page by the names of their controls. The URL keeps them; a setting that is missing has its default. */
export type Settings = Readonly<Record<string, string>> & { readonly lang: string };

const fallbackOf = (control: Control): string => (control.kind === 'choice' ? control.values[0]! : '');

/** The value of a setting, or its default. */
export function valueOf(settings: Settings, name: string): string {
  const control = ALL_CONTROLS.find(known => known.name === name);
  return settings[name] ?? (control ? fallbackOf(control) : '');
}

/**
 * Reads the settings from a URL query. A value that its control can't have counts as missing.
 *
 * @param language the language of the browser (BCP 47), for a query without a known `lang`. One that the widget doesn't have counts as English
 */
export function readSettings(query: string, language: string): Settings {
  const params = new URLSearchParams(query);
  const primary = language.replace(/-.*/s, '').toLowerCase();
  const settings: Record<string, string> & { lang: string } = {
    lang: Object.hasOwn(LANGUAGES, primary) ? primary : 'en',
  };
  for (const control of ALL_CONTROLS) {
    const value = params.get(control.name);
    if (value !== null && isPossible(control, value)) settings[control.name] = value;
  }
  for (const name of TEXT_KEYS.map(key => TEXT_PREFIX + key)) {
    const value = params.get(name);
    if (value && value.length <= MAX_TEXT) settings[name] = value;
  }
  return settings;
}

/** Returns the settings with one of them changed. A setting that has its default again is left out. */
export function withSetting(settings: Settings, name: string, value: string): Settings {
  const { [name]: _, ...others } = settings;
  const isDefault = name !== 'lang' && value === valueOf({ lang: '' }, name);
  return { ...others, lang: settings.lang, ...(isDefault ? {} : { [name]: value }) };
}

/** The settings as a URL query that begins with a question mark. Leaves out the defaults, but never `lang`. */
export function toQuery(settings: Settings): string {
  const entries = Object.entries(settings).filter(
    ([name, value]) => name === 'lang' || value !== valueOf({ lang: '' }, name),
  );
  return `?${new URLSearchParams(entries).toString()}`;
}

/** The texts that replace the widget's, by their keys; undefined if there are none. */
export function textsOf(settings: Settings): Readonly<Record<string, string>> | undefined {
  const texts = Object.entries(settings).filter(([name, value]) => name.startsWith(TEXT_PREFIX) && value);
  return texts.length > 0
    ? Object.fromEntries(texts.map(([name, value]) => [name.slice(TEXT_PREFIX.length), value]))
    : undefined;
}

/** The custom properties that are set, by their names. */
export const stylesOf = (settings: Settings): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settings).filter(([name, value]) => name.startsWith('--') && value));
