// Fails if a code block of a Markdown page (at the root or under docs/) differs from the file that it was copied from. Prints
// file:line of each mismatch.
//   node scripts/checks/check-excerpts.mjs [folder]
//
// A comment on a separate line right before the block gives the path of the file from the root:
//
//   <!-- from examples/vue/src/App.vue -->
//
// The lines of the block have to be consecutive lines of that file; the indentation that all of them share may be left out.
// In the pages of NEEDS_SOURCE, every block of program code needs such a comment.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));

/** Pages, and the languages whose blocks in them are copied from files that are tested. */
const NEEDS_SOURCE = [
  {
    pages:
      /^docs\/(?:frameworks\/[\w-]+|backends\/(?:better-auth|kratos|supabase)|your-app|your-api|testing|proxy|forms|checkout|second-factor|migrating)\.md$/,
    languages: /^(?:[cm]?[jt]sx?|html|css|svelte|vue|astro)$/,
  },
];

/** @typedef {{ line: number, language: string, lines: string[], source: string | undefined }} Block `line` counts from 0 */

/**
 * The fenced code blocks of a page.
 * @param {string} text
 */
function blocksOf(text) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {{ fence: string, indent: number, block: Block } | undefined} */
  let open;
  /** @type {string | undefined} */
  let source;
  text.split('\n').forEach((line, index) => {
    const [, space = '', fence, language = ''] = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/.exec(line) ?? [];
    if (open) {
      if (fence?.startsWith(open.fence) && language === '') {
        blocks.push(open.block);
        open = undefined;
      } else open.block.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
    } else if (fence !== undefined) {
      open = { fence, indent: space.length, block: { line: index, language, lines: [], source } };
      source = undefined;
    } else if (line.trim() !== '') source = /^\s*<!-- from (\S+) -->\s*$/.exec(line)?.[1];
  });
  return blocks;
}

/**
 * Removes the indentation that all lines share, and the spaces at their ends.
 * @param {string[]} lines
 */
function dedent(lines) {
  const indents = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return lines.map(line => line.slice(shared).trimEnd());
}

/**
 * Whether `block` is a part of `file`.
 * @param {string[]} block
 * @param {string[]} file
 */
function isExcerpt(block, file) {
  const wanted = dedent(block).join('\n');
  return file.some((_, start) => dedent(file.slice(start, start + block.length)).join('\n') === wanted);
}

/**
 * What is wrong with a block; undefined if nothing is.
 * @param {string} page
 * @param {Block} block
 */
function problemOf(page, { language, lines, source }) {
  if (source === undefined) {
    const isNeeded = NEEDS_SOURCE.some(({ pages, languages }) => pages.test(page) && languages.test(language));
    return isNeeded ? 'a block of code without <!-- from … -->' : undefined;
  }
  const file = path.join(root, source);
  if (path.relative(root, file).startsWith('..') || !existsSync(file)) return `${source} does not exist`;
  if (lines.every(line => line.trim() === '')) return 'an empty block';
  return isExcerpt(lines, readFileSync(file, 'utf8').split('\n')) ? undefined : `not in ${source}, line for line`;
}

/** @type {string[]} */
const pages = readdirSync(root).filter(name => name.endsWith('.md'));
if (existsSync(path.join(root, 'docs')))
  for (const name of readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md')) pages.push(path.posix.join('docs', name.split(path.sep).join('/')));

const problems = pages.sort().flatMap(page =>
  blocksOf(readFileSync(path.join(root, page), 'utf8')).flatMap(block => {
    const problem = problemOf(page, block);
    return problem === undefined ? [] : [`${page}:${block.line + 1}: ${problem}`];
  }),
);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
