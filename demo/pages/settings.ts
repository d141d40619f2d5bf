import { AUTH_MODES, type AuthMode } from '../../src/core/auth-state.js';
import type { Lang } from './texts.js';

const LANGS: readonly Lang[] = ['en', 'ru'];
const THEMES = ['auto', 'light', 'dark'] as const;

/** Colour theme of page and widget; `auto` follows the system. */
export type Theme = (typeof THEMES)[number];

/** Settings of a demo page. They are stored in the query of its URL, which keeps them over a reload. */
export interface Settings {
  readonly lang: Lang;
  readonly theme: Theme;
  /** The widget's first mode. */
  readonly mode: AuthMode;
  /** The countries whose numbers the widget takes; `''` for the numbers after +7. */
  readonly countries: string;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null, fallback: T): T =>
  values.find(known => known === value) ?? fallback;

/**
 * Reads the settings from a URL query. An unknown value counts as missing.
 *
 * @param language the language of the browser, for a query without `lang`
 */
export function readSettings(query: string, language: string): Settings {
  const params = new URLSearchParams(query);
  return {
    lang: oneOf(LANGS, params.get('lang'), /^ru\b/i.test(language) ? 'ru' : 'en'),
    theme: oneOf(THEMES, params.get('theme'), 'auto'),
    mode: oneOf(AUTH_MODES, params.get('mode'), 'phone-login'),
    countries: oneOf(['', 'ru kz by all'], params.get('countries'), ''),
  };
}

/** The settings as a URL query that begins with a question mark. */
export function toQuery(settings: Settings): string {
  const { countries, ...others } = settings;
  return `?${new URLSearchParams({ ...others, ...(countries ? { countries } : {}) }).toString()}`;
}

/** Applies the settings to the page and, if they differ, to the widget's attributes. */
export function applySettings(settings: Settings, widget: Element): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = settings.theme;
  for (const [name, value] of Object.entries({ ...settings })) {
    if ((widget.getAttribute(name) ?? '') !== value) widget.setAttribute(name, value);
  }
  for (const radio of document.querySelectorAll<HTMLInputElement>('.segments input')) {
    radio.checked = radio.value === settings[radio.name as keyof Settings];
  }
}
