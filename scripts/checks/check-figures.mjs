// Fails if a paragraph or a list item has a figure but names no source: a test that checks it, or a command, a file of server/bench/ or a gist
// that measured it. A link to another page is no source.
// It checks the pages that state the server's limits, and prints the first figure of each such block, with file:line of the block.
//   node scripts/checks/check-figures.mjs [folder]
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));

const PAGES = ['docs/security.md', 'docs/challenge.md', 'server/README.md'];

/** Generated text and code blocks, which aren't checked. */
const UNCHECKED = /<!-- (\w+)(?:[ :][^>]*)? -->[^]*?<!-- \/\1 -->|^ *```[^]*?^ *```/gm;

const WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|hundreds?|thousands?|millions?|half|quarter|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|twice|double';
const FIGURE = new RegExp(String.raw`\d+(?:[.,]\d+)*|\b(?:${WORDS})\b`, 'i');

/** What contains digits and is no figure: HTTP statuses, names of standards and versions, prefix lengths of networks, an address. */
const NAMES =
  /\b(?:403|410|429|503)\b|\bstatus of 400 to 499\b|\bIPv[46]\b|\/(?:24|48|56|64)s?\b|\bSHA-256\b|\bargon2id\b|\bPBKDF2\S*|\bOpenAPI \d\.\d|\bAVX-512\b|\bSP 800-63B\b|\bISO 3166-1\b|\bNode \d+\b|\b127\.0\.0\.1\b/g;

/** The sources of figures: a test, an npm command, a file of a benchmark, or a gist of somebody who measured it. */
const SOURCE = /\b[\w/-]+\.test\.ts\b|`npm (?:run|test)\b|\bserver\/bench\/[\w/.-]+|\]\(https:\/\/gist\.github\.com\//;

/**
 * Returns the paragraphs and the items of lists, each with the number of its first line.
 * @param {string} text
 * @returns {{ line: number, text: string }[]}
 */
function blocksOf(text) {
  /** @type {{ line: number, text: string }[]} */
  const blocks = [];
  let isOpen = false;
  text.split('\n').forEach((line, index) => {
    const isText = /\S/.test(line) && !/^\s*(?:#|\||!\[|<!--)/.test(line);
    const last = isOpen && !/^\s*(?:[-*]|\d+\.)\s/.test(line) ? blocks.at(-1) : undefined;
    if (isText && last) last.text += ` ${line.trim()}`;
    else if (isText) blocks.push({ line: index + 1, text: line.trim() });
    isOpen = isText;
  });
  return blocks;
}

const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, '');

/** @type {string[]} */
const problems = [];
for (const name of PAGES) {
  const file = path.join(root, name);
  if (!existsSync(file)) {
    problems.push(`${name} does not exist`);
    continue;
  }
  for (const { line, text } of blocksOf(readFileSync(file, 'utf8').replace(UNCHECKED, blank))) {
    // A figure counts outside of code, links and names; its source may be a link.
    const prose = text
      .replace(/^(?:[-*]|\d+\.)\s/, '')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/`[^`]*`/g, '``')
      .replace(NAMES, '');
    const figure = FIGURE.exec(prose)?.[0];
    if (figure !== undefined && !SOURCE.test(text))
      problems.push(`${name}:${line}: no test or command is cited for “${figure}”`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
