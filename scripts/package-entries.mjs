// The entries of the package that are built one by one. The mode of vite.config.ts that builds an entry has the same name, but the
// mode `countries` builds all countries, because they share modules.
import { readFileSync } from 'node:fs';

/**
 * The entries below a path in the `exports` of package.json.
 * @param {string} folder
 * @returns {string[]} `<folder>/<name>`: the path in src/ and dist/ without its extension
 */
function listEntries(folder) {
  /** @type {{ exports: Record<string, unknown> }} */
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return Object.keys(exports)
    .filter(name => name.startsWith(`./${folder}/`))
    .map(name => name.replace(/^\.\/|\.js$/g, ''));
}

/** The adapters for other servers. */
export const listBackends = () => listEntries('backends');

/** The languages that the one file does not include, and `locales/register`, which registers a language of the page. */
export const listLocales = () => listEntries('locales');

/** The tags of the languages of `listLocales`. */
export const listLanguages = () =>
  listLocales().flatMap(name => (name === 'locales/register' ? [] : name.replace('locales/', '')));

/**
 * The first screen as HTML, what takes it over in the page, and the command. They are listed here, because the first is exported
 * as `./html` and the command is not exported.
 */
export const listHtml = () => ['html/first-screen', 'html/takeover', 'html/command'];

/**
 * The countries, `countries/all`, `countries/parse`, which reads numbers of them, and `countries/names-<language>`, which
 * register the names of countries. They share dist/countries-engine.js and dist/countries-field.js.
 */
export const listCountries = () => listEntries('countries');
