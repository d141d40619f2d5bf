// docs/results.md: the results of the last runs of the commands that take too long for `npm test`. Each command writes its own section,
// between `<!-- name -->` and `<!-- /name -->`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatText } from './format-text.mjs';
import { replaceBetween } from './replace-between.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/results.md', import.meta.url));

/**
 * Returns the text of a section. Throws an `Error` if there is no such section.
 * @param {string} name
 */
export function readResult(name) {
  const text = new RegExp(`<!-- ${name} -->([^]*?)<!-- /${name} -->`).exec(readFileSync(PAGE, 'utf8'))?.[1];
  if (text === undefined) throw new Error(`docs/results.md has no section ${name}`);
  return text.trim();
}

/**
 * Replaces the text of a section. Rejects with an `Error` if there is no such section.
 * @param {string} name
 * @param {string} text in Markdown
 */
export async function writeResult(name, text) {
  readResult(name); // throws if there is no such section
  const page = replaceBetween(readFileSync(PAGE, 'utf8'), name, text);
  writeFileSync(PAGE, await formatText(PAGE, page));
}

/**
 * Returns the day (UTC), and the commit whose files were run, with a note if some of them differ from it.
 * @param {string[]} paths the files that matter, from the root; all but the results by default
 */
export function describeRun(...paths) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', ...(paths.length > 0 ? paths : ['.', ':!docs/results.md']));
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changes ? ', with changes' : ''}`,
  };
}
