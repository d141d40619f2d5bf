// Makes the mutants of sources with StrykerJS, copies the sources with them, and draws samples of them by a seed.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from '../known.mjs';
import { codeAt } from '../report.mjs';

/**
 * One change of a source file.
 * @typedef {object} Mutant
 * @property {string} id the value of `globalThis.__stryker__.activeMutant` that switches it on
 * @property {string} file `src/…`
 * @property {import('../report.mjs').Location} location in the source
 * @property {string} mutator StrykerJS's name for the kind of change
 * @property {string} original the code that it changes
 * @property {string} replacement
 * @property {boolean} isIgnored by a comment `Stryker disable`: the mutant is in no file, and cannot be run
 */

/** What tests import and read, except for packages. */
export const COPIED = ['src', 'test', 'types', 'scripts/suites', 'server/src', 'custom-elements.json'];

const no = () => false;
const nothing = () => {};
/** Hides the counts of files and mutants that StrykerJS logs. */
const logger = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, trace: nothing, debug: nothing, info: nothing },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{ warn: console.warn, error: console.error, fatal: console.error },
};

/**
 * Makes every mutant of some sources, with all mutators.
 * @param {readonly string[]} names of the sources
 * @returns {Promise<{ files: { name: string, content: string }[], mutants: Mutant[] }>} the sources with all of their mutants, and
 * these in the order of files and places
 */
export async function makeMutants(names) {
  const sources = names.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const { files, mutants } = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: false,
  });
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  return {
    files: [...files],
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement, status }) => {
      // StrykerJS counts lines and columns from 0 here, and from 1 in its reports.
      const location = {
        start: { line: start.line + 1, column: start.column + 1 },
        end: { line: end.line + 1, column: end.column + 1 },
      };
      const original = codeAt(linesOf.get(fileName) ?? [], location);
      return {
        ...{ id, file: fileName, location, mutator: mutatorName, original, replacement },
        isIgnored: status === 'Ignored',
      };
    }),
  };
}

/**
 * Copies sources and tests (`COPIED`) into a folder. In the copy, the named sources have all of their mutants.
 * @param {string} copy a folder inside the repository, so that packages are found; emptied first
 * @param {readonly string[]} names of the sources
 * @returns {Promise<Mutant[]>}
 */
export async function copyWithMutants(copy, names) {
  rmSync(copy, { recursive: true, force: true });
  for (const name of COPIED) cpSync(name, path.join(copy, name), { recursive: true });
  const { files, mutants } = await makeMutants(names);
  for (const { name, content } of files) writeFileSync(path.join(copy, name), content);
  return mutants;
}

/** The seed of samples, if the command names none. */
export const SEED = 2026;

/**
 * Draws mutants; all of them if there are fewer than `count`. The lot of a mutant depends on the seed, its file and its own change alone. So a
 * change of other code replaces few mutants of a sample, and a larger sample begins with those of a smaller one.
 * @template {{ file: string, original: string, replacement: string }} T
 * @param {readonly T[]} mutants
 * @param {number} count
 * @param {number} seed
 */
export function draw(mutants, count, seed) {
  /** How often the same change of the same code was seen in a file. @type {Map<string, number>} */
  const seen = new Map();
  return mutants
    .map(mutant => {
      const text = [seed, mutant.file, mutant.original, mutant.replacement].join('\n');
      const repeats = seen.get(text) ?? 0;
      seen.set(text, repeats + 1);
      return { mutant, lot: hash(`${text}\n${repeats}`) };
    })
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
