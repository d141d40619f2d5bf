// What the settings of the playground ask for, in a form that is the same for all frameworks. snippets.ts makes code of it.
import { stylesOf, textsOf, valueOf, type Settings } from './settings.js';

/** The address of the server in the code, unless the person enters another one as `base-url`. */
export const EXAMPLE_ADDRESS = 'https://example.com';

/** The attributes after `base-url` and `lang`, in the order of the code. */
const ATTRIBUTES = [
  'mode',
  'modes',
  'countries',
  'theme',
  'help-href',
  'recover-href',
  'terms-href',
  'privacy-href',
  'no-auto-login',
  'no-device-memory',
];

const BACKENDS: Readonly<Record<string, string>> = {
  'better-auth': 'BetterAuthBackend',
  supabase: 'SupabaseBackend',
  kratos: 'KratosBackend',
};

/** A property that takes an object: the lines of its value, and what they import. Import paths begin after `auth-widget/`. */
export interface Property {
  readonly name: string;
  readonly lines: readonly string[];
  readonly imports: readonly (readonly [name: string, from: string])[];
  /** The type of the constant, where TypeScript needs it. */
  readonly type?: readonly [name: string, from: string];
}

/** What the settings ask for, the same for all frameworks. */
export interface Embedding {
  readonly address: string;
  /** Modules of the package to import: a language and countries. Their paths begin after `auth-widget/`. */
  readonly modules: readonly string[];
  /** A value of `true` is an attribute without a value. */
  readonly attributes: readonly (readonly [name: string, value: string | true])[];
  readonly properties: readonly Property[];
  /** The content of a style sheet, or ''. `theme` is the name of a theme of the package, or ''. */
  readonly css: string;
  readonly theme: string;
}

/** Returns a text as a string literal of JavaScript, in single quotes. */
export const quote = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`;
const isName = (key: string): boolean => /^\w+$/.test(key);

function propertiesOf(settings: Settings, address: string): Property[] {
  const texts = textsOf(settings);
  const backend = BACKENDS[valueOf(settings, 'backend')];
  const properties: Property[] = [];
  const adapter: Property[] = backend
    ? [
        {
          name: 'backend',
          lines: [
            backend === 'SupabaseBackend'
              ? `new SupabaseBackend(${quote(`${address}/auth/v1`)}, { key: 'sb_publishable_…' })`
              : `new ${backend}(${quote(address)})`,
          ],
          imports: [[backend, `backends/${valueOf(settings, 'backend')}.js`]],
        },
      ]
    : [];
  if (settings['client'])
    properties.push(...adapter, {
      name: 'client',
      lines: [`new AuthClient({ ${backend ? 'backend, ' : ''}baseUrl: ${quote(address)} })`],
      imports: [['AuthClient', 'client']],
    });
  else properties.push(...adapter);
  if (settings['store'] && !settings['client'])
    properties.push({
      name: 'store',
      type: ['SessionStore', 'client'],
      lines: [
        '{',
        '  persistent: false,',
        "  read: () => JSON.parse(sessionStorage.getItem('session') ?? 'null'),",
        "  write: session => sessionStorage.setItem('session', JSON.stringify(session)),",
        "  remove: () => sessionStorage.removeItem('session'),",
        '  subscribe: () => () => {},',
        '}',
      ],
      imports: [],
    });
  if (settings['challenge'])
    properties.push({
      name: 'challenge',
      type: ['ChallengeSolver', 'client'],
      // The line stands for the captcha of a provider, which resolves with a token too.
      lines: ["async ({ siteKey }) => window.prompt(`The token of ${siteKey}`) ?? ''"],
      imports: [],
    });
  if (texts)
    properties.push({
      name: 'texts',
      lines: [
        '{',
        ...Object.entries(texts).map(([key, text]) => `  ${isName(key) ? key : quote(key)}: ${quote(text)},`),
        '}',
      ],
      imports: [],
    });
  return properties;
}

/** Returns the modules for a list such as `ru kz by`. A list with `all` needs only all.js, which has every country. */
function countryModules(countries: string): string[] {
  const names = countries
    .toLowerCase()
    .split(/\s+/)
    .filter(name => /^[a-z]{2}$|^all$/.test(name));
  return names.includes('all') ? ['countries/all.js'] : [...new Set(names)].map(name => `countries/${name}.js`);
}

/** Returns what the settings ask for. A setting with its default value adds no attribute. With `client`, the tag has no `base-url`. */
export function embeddingOf(settings: Settings): Embedding {
  const address = valueOf(settings, 'base-url') || EXAMPLE_ADDRESS;
  const { lang } = settings;
  const values = ATTRIBUTES.map(name => [name, settings[name]] as const);
  const styles = Object.entries(stylesOf(settings)).map(([name, value]) => `  ${name}: ${value};`);
  return {
    address,
    modules: [
      ...(lang === 'en' || lang === 'ru' ? [] : [`locales/${lang}.js`]),
      ...countryModules(settings['countries'] ?? ''),
    ],
    attributes: [
      ...(settings['client'] ? [] : [['base-url', address] as const]),
      ['lang', lang],
      ...values.flatMap(([name, value]) =>
        value === undefined || value === valueOf({ lang: '' }, name)
          ? []
          : [[name, name.startsWith('no-') ? true : value] as const],
      ),
    ],
    properties: propertiesOf(settings, address),
    css: styles.length > 0 ? ['auth-widget {', ...styles, '}'].join('\n') : '',
    theme: settings['look'] ?? '',
  };
}
