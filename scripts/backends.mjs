import { readFileSync } from 'node:fs';

/**
 * The entries of package.json in a folder: the one list of them.
 * @param {string} folder
 * @returns {string[]} `<folder>/<name>`: the file in src/ and dist/ without its ending, and the mode that builds it
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

/** The languages that are not in the one file, and `locales/register`, which adds others. */
export const listLocales = () => listEntries('locales');
