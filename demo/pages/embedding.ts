// What the settings of the playground ask for, before it has the form of a framework.
import { stylesOf, textsOf, valueOf, type Settings } from './settings.js';

/** The address of a server in the code, until a person enters theirs. */
export const EXAMPLE_ADDRESS = 'https://example.com';

/** The attributes after `base-url` and `lang`, in the order of the code. With a client of its own, the tag has no `base-url`. */
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

/** The declarations of the properties that take an object: the lines of each, and what they import. */
export interface Property {
  readonly name: string;
  readonly lines: readonly string[];
  readonly imports: readonly (readonly [name: string, from: string])[];
  /** The type of the constant, where TypeScript needs it. */
  readonly type?: readonly [name: string, from: string];
}

/** What the settings ask for, before it has the form of a framework. */
export interface Embedding {
  readonly address: string;
  /** Modules to import: languages and countries. */
  readonly modules: readonly string[];
  /** A value of `true` is an attribute without a value. */
  readonly attributes: readonly (readonly [name: string, value: string | true])[];
  readonly properties: readonly Property[];
  /** The content of a style sheet, or ''. `theme` is a file of the package. */
  readonly css: string;
  readonly theme: string;
}

/** A text as a literal of JavaScript. */
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

/** The files of the countries in a list such as `ru kz by`. `all.js` has every country, so no other file is needed then. */
function countryModules(countries: string): string[] {
  const names = countries
    .toLowerCase()
    .split(/\s+/)
    .filter(name => /^[a-z]{2}$|^all$/.test(name));
  return names.includes('all') ? ['countries/all.js'] : [...new Set(names)].map(name => `countries/${name}.js`);
}

/** What the settings ask for. */
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
