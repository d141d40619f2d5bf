// The mutants of the elements: StrykerJS makes them, and a seed draws some of them.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = 'src/elements';

/**
 * One change of a source file.
 * @typedef {object} Mutant
 * @property {string} id what switches it on: `globalThis.__stryker__.activeMutant`
 * @property {string} file `src/elements/…`
 * @property {number} line of the source, from 1
 * @property {string} mutator StrykerJS's name for the kind of change
 * @property {string} original the code that it changes, in one line
 * @property {string} replacement in one line
 * @property {boolean} isIgnored by a comment `Stryker disable`: it is in no file, and cannot be run
 */

/** @typedef {{ line: number, column: number }} Position */

const no = () => false;
const nothing = () => {};
/** StrykerJS reports here; its counts of files and mutants are not shown. */
const logger = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, trace: nothing, debug: nothing, info: nothing },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{ warn: console.warn, error: console.error, fatal: console.error },
};

const LONGEST_CODE = 100;

/** @param {string} code */
function inOneLine(code) {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_CODE ? `${line.slice(0, LONGEST_CODE)}…` : line;
}

/**
 * The code between two positions, which StrykerJS counts from 0.
 * @param {string} text
 * @param {{ start: Position, end: Position }} location
 */
function codeAt(text, { start, end }) {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines.push(lines.pop()?.slice(0, end.column) ?? '');
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return lines.join('\n');
}

/**
 * Copies sources and tests into a folder, with every mutant of the elements in the copy: all mutators, no file left out.
 * @param {string} copy inside of the repository, so that packages are found; emptied first
 * @returns {Promise<Mutant[]>} in the order of files and places
 */
export async function copyWithMutants(copy) {
  rmSync(copy, { recursive: true, force: true });
  for (const folder of ['src', 'test']) cpSync(folder, path.join(copy, folder), { recursive: true });
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .sort()
    .map(name => ({ name: `${FOLDER}/${name}`, mutate: true, content: readFileSync(path.join(FOLDER, name), 'utf8') }));
  const { files, mutants } = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: false,
  });
  for (const { name, content } of files) writeFileSync(path.join(copy, name), content);
  const textOf = new Map(sources.map(({ name, content }) => [name, content]));
  return mutants.map(({ id, fileName, location, mutatorName, replacement, status }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: inOneLine(codeAt(textOf.get(fileName) ?? '', location)),
    replacement: inOneLine(replacement),
    isIgnored: status === 'Ignored',
  }));
}

/**
 * Random numbers from 0 to 1: mulberry32.
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws items, none of them twice. The same seed draws the same ones of the same list.
 * @template T
 * @param {readonly T[]} items
 * @param {number} count
 * @param {number} seed
 */
export function draw(items, count, seed) {
  const random = createRandom(seed);
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}
