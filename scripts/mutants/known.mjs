// What earlier runs have found out about the mutants of the part `browser` of a group, even runs that were interrupted:
// out/mutants/<group>.json. For the part `node`, StrykerJS keeps a file of its own.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourcesOf } from './groups.mjs';
import { keyOf } from './mutant-key.mjs';

/** @typedef {import('./report.mjs').Location} Location */
/** @typedef {{ file: string, location: Location, replacement: string }} Place */
/**
 * @typedef {object} Finding
 * @property {'Killed' | 'Timeout' | 'Survived'} status
 * @property {{ file: string, test: string } | null} killer the test that noticed the mutant; `test` is `in Node` if a file in Node did
 * @property {boolean} [isOpen] whether the mutant has survived the tests in Chromium, and those in Node haven't been tried
 */
/** @typedef {Finding & { source: string, tests: string }} Entry with the hashes of the source, and of the killer's file or else all tests */

/** @param {string} text */
export const hash = text => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/**
 * Returns the files among `paths`, and those below the folders among them.
 * @param {readonly string[]} paths
 */
const listFiles = paths =>
  paths.flatMap(each =>
    statSync(each).isFile()
      ? [each]
      : readdirSync(each, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => path.join(entry.parentPath, entry.name).replaceAll('\\', '/'))
          .sort(),
  );

/**
 * Returns the numbers, from 1, of the lines that have code. Blank lines have none, and neither do comments that begin a line.
 * @param {readonly string[]} lines
 */
export function codeLinesOf(lines) {
  let isInComment = false;
  return lines.flatMap((line, index) => {
    const text = line.trim();
    const isComment = isInComment || text.startsWith('/*');
    isInComment = isComment && !text.includes('*/');
    const code = isComment ? text.split('*/').slice(1).join('') : text;
    return code === '' || code.startsWith('//') ? [] : [index + 1];
  });
}

/** @param {string} file */
const linesOf = file => readFileSync(file, 'utf8').split('\n');

/** Returns a hash of the lines that have code, so that findings outlive an edit of the other lines. @param {string} file */
function hashFile(file) {
  const lines = linesOf(file);
  return hash(
    codeLinesOf(lines)
      .map(number => lines[number - 1])
      .join('\n'),
  );
}

/** @param {readonly string[]} paths folders and files */
export const hashFiles = paths => hash(listFiles(paths).map(hashFile).join());

/**
 * Opens the findings of a group. A mutant that was noticed stays so as long as its source and the test file that noticed it are the
 * same, and one that survived as long as its source and all tests are. The files count as they are when this is called, because somebody
 * may edit them during the run.
 * @param {string} name of the group
 * @param {import('./groups.mjs').Part} part
 * @param {object} [options]
 * @param {boolean | undefined} [options.isFresh] forgets earlier runs
 * @param {boolean | undefined} [options.keepsSurvivors] a mutant that survived counts as a survivor also after tests have changed
 */
export function openKnown(name, part, { isFresh = false, keepsSurvivors = false } = {}) {
  const target = `out/mutants/${name}.json`;
  /** @type {Record<string, Entry>} */
  const entries = !isFresh && existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')) : {};
  const tests = ['test/support', ...part.tests];
  const hashes = new Map([...sourcesOf(part), ...listFiles(tests)].map(file => [file, hashFile(file)]));
  const hashOf = (/** @type {string} */ file) => hashes.get(file) ?? '';
  const codeLines = new Map(sourcesOf(part).map(file => [file, codeLinesOf(linesOf(file))]));
  /** The key of a mutant, with its lines counted among those that have code. @param {Place} mutant */
  function entryOf({ file, location, replacement }) {
    const codeLine = (/** @type {number} */ number) => codeLines.get(file)?.indexOf(number) ?? -1;
    const { start, end } = location;
    const place = { start: { ...start, line: codeLine(start.line) }, end: { ...end, line: codeLine(end.line) } };
    return `${file}:${keyOf({ location: place, replacement })}`;
  }
  /** Returns what an earlier run found with the same source, whether or not the tests have changed. @param {Place} mutant */
  function findEntry(mutant) {
    const entry = entries[entryOf(mutant)];
    return entry?.source === hashOf(mutant.file) ? entry : undefined;
  }
  /** @param {Entry} entry */
  const isOfSameTests = ({ killer, tests }) => tests === (killer ? hashOf(killer.file) : all);
  const all = hashFiles(tests);
  let lastSave = Date.now();

  function save() {
    lastSave = Date.now();
    mkdirSync(path.dirname(target), { recursive: true });
    // Renamed, so that an interrupted run leaves no half of a file.
    writeFileSync(`${target}.new`, JSON.stringify(entries));
    renameSync(`${target}.new`, target);
  }

  return {
    /**
     * Returns what is known about a mutant; undefined if it has to be tried.
     * @param {Place} mutant
     * @returns {Finding | undefined}
     */
    find(mutant) {
      const entry = findEntry(mutant);
      const isValid = entry && !entry.isOpen && ((keepsSurvivors && !entry.killer) || isOfSameTests(entry));
      return isValid ? entry : undefined;
    },

    /** Returns the test that noticed a mutant of the same source, even if the file of the test has changed since. @param {Place} mutant */
    findLastKiller: mutant => findEntry(mutant)?.killer ?? undefined,

    /** Whether an interrupted run with the same tests has finished those in Chromium, but not those in Node. @param {Place} mutant */
    isOpenInNode(mutant) {
      const entry = findEntry(mutant);
      return Boolean(entry?.isOpen && isOfSameTests(entry));
    },

    /**
     * @param {Place} mutant
     * @param {Finding} finding
     */
    add(mutant, finding) {
      const tests = finding.killer ? hashOf(finding.killer.file) : all;
      entries[entryOf(mutant)] = { ...finding, source: hashOf(mutant.file), tests };
      if (Date.now() - lastSave > 5_000) save();
    },

    save,
  };
}
