// Fails if a citation leads nowhere: in code, tests and pages a `docs/….md` with an optional `#heading`; in comments of code a
// path in the repository, such as `src/core/code.ts`; in Markdown a relative link, and a path in backticks. Prints file:line
// of each.
//   node scripts/checks/check-citations.mjs [folder]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { headingAnchor } from '../heading-anchor.mjs';

const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'out']);
const TEXT = /\.(?:[cm]?[jt]sx?|css|html|md|ya?ml|sql|svelte|vue)$/;
const FOLDERS = [
  'src',
  'server',
  'contract-check',
  'create',
  'bench',
  'demo',
  'examples',
  'scripts',
  'test',
  'site',
  'types',
  'docs',
  '.github',
];

/** A path that begins at the root of the repository or of a workspace. */
const PATH = String.raw`(?:${FOLDERS.filter(name => name !== '.github').join('|')})/[\w./-]+`;
/** Such a path in a comment, unless it is part of another path or an address. Of `src/core/*.ts` it is `src/core`; `src/*.ts` has none. */
const PATH_IN_COMMENT = new RegExp(String.raw`(?<![\w/.:@-])(${PATH})(?![\w*{<…])`, 'g');
const PATH_IN_BACKTICKS = new RegExp(`^${PATH}$`);

/** What a comment looks like, by the extension of its file. */
const COMMENTS = [
  { files: /\.(?:[cm]?[jt]sx?|css|svelte|vue)$/, comment: /(?:(?<![:\w'"`])\/\/|\/\*|^\s*\*)(.*)/ },
  { files: /\.(?:html|svelte|vue)$/, comment: /<!--(.*)/ },
  { files: /\.ya?ml$/, comment: /(?:^|\s)#(.*)/ },
  { files: /\.sql$/, comment: /--(.*)/ },
];

/**
 * Whether the paths in backticks of a page may be gone: a changelog, and the results of earlier runs. Its links are checked all the same.
 * @param {string} name
 */
const isHistory = name => name.endsWith('CHANGELOG.md') || name === 'docs/results.md';

/**
 * Files with text, as paths from the root: those in FOLDERS, and the pages and configurations in the root.
 * @returns {string[]}
 */
function listFiles() {
  /** @type {string[]} */
  const found = [];
  /** @param {string} folder */
  const walk = folder => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        // Within the listed folders, those whose names begin with a dot (.data, .next, .angular) were written by a tool.
        if (!IGNORED_FOLDERS.has(entry.name) && !entry.name.startsWith('.')) walk(name);
      } else if (TEXT.test(name)) found.push(name);
    }
  };
  for (const folder of FOLDERS) if (existsSync(path.join(root, folder))) walk(folder);
  for (const name of readdirSync(root)) if (/\.(?:md|mjs|ts)$/.test(name)) found.push(name);
  return found.sort();
}

/** @param {string} name */
const read = name => readFileSync(path.join(root, name), 'utf8');

/**
 * The lines of a page, with those of code blocks emptied.
 * @param {string} text
 */
function proseLines(text) {
  /** @type {string | undefined} */
  let fence;
  return text.split('\n').map(line => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return mark === undefined ? line : '';
    }
    if (mark?.startsWith(fence)) fence = undefined;
    return '';
  });
}

/** @type {Map<string, Set<string>>} */
const anchorsByPage = new Map();

/**
 * The anchors of a page: those of its headings and of `<a id>`. If a heading occurs again, its anchor ends in a number.
 * @param {string} name
 */
function anchorsOf(name) {
  let anchors = anchorsByPage.get(name);
  if (anchors) return anchors;
  anchors = new Set();
  for (const line of proseLines(read(name))) {
    for (const [, id] of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) if (id) anchors.add(id);
    const heading = /^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const slug = headingAnchor(heading);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  anchorsByPage.set(name, anchors);
  return anchors;
}

/**
 * Whether a path exists below the root, or below one of the folders around a file, because one of them may be a workspace.
 * @param {string} target
 * @param {string} name of the file
 */
function existsFor(target, name) {
  if (target.split('/').some(part => IGNORED_FOLDERS.has(part))) return true; // written by a command
  const parts = path.posix.dirname(name).split('/');
  return (
    parts.some((_, index) => existsSync(path.join(root, ...parts.slice(0, index + 1), target))) ||
    existsSync(path.join(root, target))
  );
}

/**
 * What is wrong with a reference to a file or folder and, in a page, to a heading; undefined if it leads somewhere.
 * @param {string} target from the root, with `/`
 * @param {string} [anchor]
 */
function problemOf(target, anchor) {
  const file = path.join(root, target);
  if (path.relative(root, file).startsWith('..')) return `${target} is outside of the repository`;
  if (!existsSync(file)) return `${target} does not exist`;
  if (!anchor) return undefined;
  if (!target.endsWith('.md') || !statSync(file).isFile()) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${target} has no heading #${anchor}`;
}

/** @type {string[]} */
const problems = [];

for (const name of listFiles()) {
  const text = read(name);
  /** @type {(line: number, problem: string | undefined) => void} */
  const report = (line, problem) => {
    if (problem !== undefined) problems.push(`${name}:${line + 1}: ${problem}`);
  };
  text.split('\n').forEach((line, index) => {
    // A `docs/` within a longer path or an address is no citation. The relative links of pages are checked below.
    for (const [, page = '', anchor] of line.matchAll(/(?<![\w/.-])(docs\/[\w./-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu)) {
      report(index, problemOf(page, anchor));
    }
  });
  for (const { comment } of COMMENTS.filter(({ files }) => files.test(name)))
    text.split('\n').forEach((line, index) => {
      for (const [, found = ''] of (comment.exec(line)?.[1] ?? '').matchAll(PATH_IN_COMMENT)) {
        const target = found.replace(/[./-]+$/, '');
        if (!/^docs\/.*\.md$/.test(target) && !existsFor(target, name)) report(index, `${target} does not exist`);
      }
    });
  if (!name.endsWith('.md')) continue;

  const folder = path.posix.dirname(name);
  /** @param {number} line @param {string} link */
  const checkLink = (line, link) => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return;
    const [, page = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(link) ?? [];
    const target = page === '' ? name : path.posix.join(folder, decodeURI(page));
    // In a page at the root, this link also looks like a citation, which was checked above.
    if (folder === '.' && /^docs\/[\w./-]+\.md$/.test(page)) return;
    report(line, problemOf(target, anchor && decodeURI(anchor)));
  };
  proseLines(text).forEach((line, index) => {
    for (const [, code = ''] of line.matchAll(/`([^`]+)`/g)) {
      if (isHistory(name) || !PATH_IN_BACKTICKS.test(code)) continue;
      // The pages in docs/ were checked above. Any other path may also begin at the folder of this page, which may be a workspace.
      if (/^docs\/.*\.md/.test(code) || existsSync(path.join(root, folder, code))) continue;
      report(index, problemOf(code));
    }
    const prose = line.replace(/`[^`]*`/g, '``');
    for (const [, link] of prose.matchAll(/\]\(<?([^()\s>]+)>?(?:\s+"[^"]*")?\)/g)) if (link) checkLink(index, link);
    const reference = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/.exec(prose)?.[1];
    if (reference) checkLink(index, reference);
  });
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} ${problems.length === 1 ? 'citation leads' : 'citations lead'} nowhere`);
  process.exitCode = 1;
}
