import { AUTH_MODES, type AuthMode } from '../../src/core/auth-state.js';
import type { Lang } from './texts.js';

const LANGS: readonly Lang[] = ['en', 'ru'];
const THEMES = ['auto', 'light', 'dark'] as const;

/** The colours of page and widget; `auto` follows the system. */
export type Theme = (typeof THEMES)[number];

/** What the controls of the page set. Kept in the address, so that it survives a reload and can be shared. */
export interface Settings {
  readonly lang: Lang;
  readonly theme: Theme;
  /** The screen with which the widget starts; a person may go to another one inside the widget. */
  readonly mode: AuthMode;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null, otherwise: T): T =>
  values.find(known => known === value) ?? otherwise;

/**
 * Reads the settings from an address.
 *
 * @param search the query of the address; what it holds that is not known counts as absent
 * @param language the language of the browser, for an address without one
 */
export function readSettings(search: string, language: string): Settings {
  const query = new URLSearchParams(search);
  return {
    lang: oneOf(LANGS, query.get('lang'), /^ru\b/i.test(language) ? 'ru' : 'en'),
    theme: oneOf(THEMES, query.get('theme'), 'auto'),
    mode: oneOf(AUTH_MODES, query.get('mode'), 'phone-login'),
  };
}

/** The address query of the settings. */
export function writeSettings(settings: Settings): string {
  return `?${new URLSearchParams({ ...settings }).toString()}`;
}

/** Applies the settings to the page and to the widget's attributes. An attribute that is right is not written again. */
export function applySettings(settings: Settings, widget: Element): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = settings.theme;
  for (const [name, value] of Object.entries(settings)) {
    if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('.segments input')) {
    input.checked = input.value === settings[input.name as keyof Settings];
  }
}
