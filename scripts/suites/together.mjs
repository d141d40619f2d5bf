// Runs several test files in one process, one after another. Each is a group of tests with the path of the file as its name.
import { writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The name of the test that fails if a file can't be loaded. failures.mjs gives the same name to a file that failed by itself. */
export const FILE_ITSELF = 'the file itself';

/** The path of this file. node:test reports it as the file of each group, by which the reporters tell such a group from a test file. */
export const TOGETHER = fileURLToPath(import.meta.url);

/** The ending of the files that `writePrograms` writes. */
const ENDING = '.together.mjs';

/**
 * Whether a file was written by `writePrograms`, and is not a test file. Programs get more time, and no line in the list of times.
 * @param {string} file
 */
export const isProgram = file => file.endsWith(ENDING);

/**
 * Writes programs that run test files together.
 * @param {readonly string[]} files
 * @param {number} count how many programs at most: none is empty
 * @param {string} target where to write them, without a number and the ending
 * @returns {string[]} their paths
 */
export function writePrograms(files, count, target) {
  const shares = Array.from({ length: count }, (_, number) => files.filter((_, index) => index % count === number));
  return shares
    .filter(share => share.length > 0)
    .map((share, number) => {
      const program = `${target}-${number + 1}${ENDING}`;
      const source = `import { runTogether } from ${JSON.stringify(import.meta.url)};\nawait runTogether(${JSON.stringify(share, null, 2)});\n`;
      writeFileSync(program, source);
      return program;
    });
}

/** The functions of `atEndOfProcess`, if `runTogether` runs the files; otherwise undefined. @type {Set<() => Promise<unknown>> | undefined} */
let ends;

/**
 * Calls `end` after the tests of all files of this process, and only once if several files pass it. A file passes it while it loads.
 * @param {() => Promise<unknown>} end closes what the files of a process share
 */
export function atEndOfProcess(end) {
  if (ends) ends.add(end);
  else after(end);
}

/** Runs test files, and then the functions of `atEndOfProcess`. @param {readonly string[]} files paths from the current folder */
export async function runTogether(files) {
  ends = new Set();
  for (const file of files) {
    // A file is loaded once the tests of the one before it have ended: they may have replaced the clock.
    await new Promise(ended => {
      describe(file, async () => {
        try {
          await import(pathToFileURL(file).href);
        } catch (error) {
          test(FILE_ITSELF, () => {
            throw error;
          });
        }
        after(() => ended(undefined)); // runs last: node:test runs hooks in the order of their registration
      });
    });
  }
  for (const end of ends) await end();
}
