import { AUTH_MODES } from '../../src/core/modes.js';

/** The languages of the widget: the name of each in that language, by its tag. */
export const LANGUAGES = {
  ar: 'العربية',
  az: 'Azərbaycanca',
  be: 'Беларуская',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  hy: 'Հայերեն',
  ka: 'ქართული',
  kk: 'Қазақша',
  ky: 'Кыргызча',
  ru: 'Русский',
  tg: 'Тоҷикӣ',
  tr: 'Türkçe',
  uk: 'Українська',
  uz: 'O‘zbekcha',
  zh: '中文',
} as const;

interface Named {
  /** The attribute, the property, the custom property, or a name that only the playground uses. It's also the name in the URL. */
  readonly name: string;
}

/**
 * One of several values. The first is the default, which the URL leaves out. Only `lang` is always in the URL, and begins with the language of
 * the browser.
 */
export interface Choice extends Named {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

/** A text; `placeholder` is an example of it. */
export interface TextControl extends Named {
  readonly kind: 'text';
  readonly placeholder: string;
}

/** A CSS length or number. `start` is the default of the widget, without the unit. */
export interface Range extends Named {
  readonly kind: 'range';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly start: number;
  readonly unit: 'px' | '';
}

/** A colour; `start` is the default of the widget, as a CSS `<color>`. That of `--auth-color-on-accent` is only similar, because it's computed. */
export interface Color extends Named {
  readonly kind: 'color';
  readonly start: string;
}

export type Control = Choice | TextControl | Range | Color | (Named & { readonly kind: 'switch' });

const choice = (name: string, ...values: string[]): Control => ({ kind: 'choice', name, values });
const text = (name: string, placeholder: string): Control => ({ kind: 'text', name, placeholder });
const color = (name: string, light: string, dark: string): Control => ({
  kind: 'color',
  name,
  start: `light-dark(${light}, ${dark})`,
});
const toggle = (name: string): Control => ({ kind: 'switch', name });
const range = (name: string, [min, max, step]: [number, number, number], start: number, unit: 'px' | '') =>
  ({ kind: 'range', name, min, max, step, start, unit }) as const;

/** The ways to use the package for which the page shows code to copy. */
export const FRAMEWORKS = ['html', 'react', 'vue', 'svelte', 'angular', 'preact', 'solid', 'client'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** The names shown for them. */
export const FRAMEWORK_NAMES: Readonly<Record<Framework, string>> = {
  html: 'HTML',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  angular: 'Angular',
  preact: 'Preact',
  solid: 'Solid',
  client: 'No element',
};

/** The groups of the panel, in its order. The controls of `page` are elsewhere on the page. */
export const GROUPS = ['screens', 'look', 'colors', 'links', 'session'] as const;
export type Group = (typeof GROUPS)[number] | 'page';

/** Every control, by the group that shows it. The texts have a list of their own: `text.<key>`. */
export const CONTROLS: Readonly<Record<Group, readonly Control[]>> = {
  page: [
    choice('lang', ...Object.keys(LANGUAGES)),
    choice('theme', 'auto', 'light', 'dark'),
    choice('framework', ...FRAMEWORKS),
    toggle('tab'),
  ],
  screens: [
    choice('mode', ...AUTH_MODES),
    choice('modes', '', 'phone-login phone-register', 'login register', 'phone-login', 'login'),
    text('countries', 'ru kz by all'),
  ],
  look: [
    choice('look', '', 'aurora', 'graphite', 'paper'),
    color('--auth-color-accent', '#2457e6', '#8cabff'),
    range('--auth-radius', [0, 28, 1], 12, 'px'),
    range('--auth-density', [0.8, 1.4, 0.05], 1, ''),
    range('--auth-width', [280, 560, 10], 400, 'px'),
    choice('--auth-shadow', '', 'none', '0 24px 60px -12px rgb(0 0 0 / 40%)'),
    choice('--auth-font', '', 'Georgia, serif', 'ui-monospace, monospace'),
    choice('--auth-focus-ring', '', '0 0 0 4px #f59e0b'),
  ],
  colors: [
    color('--auth-color-on-accent', '#fff', '#14171f'),
    color('--auth-color-text', '#14171f', '#f2f4f8'),
    color('--auth-color-muted', '#5a6172', '#a3abbd'),
    color('--auth-color-surface', '#fff', '#171a22'),
    color('--auth-color-field', '#f5f6f9', '#20242f'),
    color('--auth-color-border', '#8b92a1', '#616878'),
    color('--auth-color-error', '#c4213a', '#ff8d97'),
  ],
  links: [
    text('terms-href', '/terms'),
    text('privacy-href', '/privacy'),
    text('recover-href', '/forgotten'),
    text('help-href', '/help'),
  ],
  session: [
    choice('server', 'reference', 'memory'),
    text('base-url', 'https://example.com'),
    choice('backend', '', 'better-auth', 'supabase', 'kratos'),
    choice('store', '', 'tab'),
    toggle('client'),
    toggle('challenge'),
    toggle('no-auto-login'),
    toggle('no-device-memory'),
  ],
};

export const ALL_CONTROLS: readonly Control[] = Object.values(CONTROLS).flat();

/** The maximum length of a text, in UTF-16 code units. A field accepts no longer text, and a longer one in a link counts as missing. */
export const MAX_TEXT = 300;

/** Returns whether a link, which may come from anybody, can give a control this value. `''` is possible only for a choice that lists it. */
export function isPossible(control: Control, value: string): boolean {
  switch (control.kind) {
    case 'choice':
      return control.values.includes(value);
    case 'switch':
      return value === 'on';
    case 'color':
      return /^#[\da-f]{6}$/i.test(value);
    case 'range': {
      const number = Number(value.replace(/px$/, ''));
      return value === `${number}${control.unit}` && number >= control.min && number <= control.max;
    }
    case 'text':
      return value !== '' && value.length <= MAX_TEXT;
  }
}
