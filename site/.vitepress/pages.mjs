// Which files of the repository are pages of the site, and where links between them lead.
import { existsSync, mkdirSync, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, in which VitePress looks for pages. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Matches the paths of the pages of the site, from the root. */
const PAGES = /^(?:site\/index|docs\/.+|server\/README|contract-check\/README|CHANGELOG)\.md$/;
/** Pages for contributors, which need the repository. */
const NOT_PUBLISHED = /^docs\/(?:changing|releasing)\.md$/;

/** Globs of everything that VitePress must not read as a page, from the root. */
export const EXCLUDED = [
  ...[
    '.*/**',
    'bench/**',
    'create/**',
    'demo/**',
    'examples/**',
    'out/**',
    'scripts/**',
    'src/**',
    'test/**',
    'types/**',
  ],
  ...['**/node_modules/**', 'server/*/**', 'contract-check/*/**', 'site/*/**', 'docs/changing.md', 'docs/releasing.md'],
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
];

/** @param {string} file a path from the root */
const isPage = file => PAGES.test(file) && !NOT_PUBLISHED.test(file);

/**
 * The path of a page on the site: without `docs/` and `site/`, and `index` in place of README.
 * @param {string} file a path from the root
 */
export const pathOf = file =>
  file
    .replace(/^(?:docs|site)\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/^CHANGELOG\.md$/, 'changelog.md');

/** Files that pages link to and that are no pages, as paths from the root. The site has each of them as `files/<path>.txt`. */
const linkedFiles = new Set();

/**
 * Returns where a link of a page leads on the site: to a page, or to the copy of another file, which it adds to `linkedFiles`. Returns
 * undefined for a folder that is no page, and for what doesn't exist.
 * @param {string} target as it stands in the page
 * @param {string} page a path from the root
 */
function resolveLink(target, page) {
  const [relative = '', anchor] = target.split('#');
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (relative === '') return target;
  let found = path.posix.join(path.posix.dirname(page), decodeURI(relative)).replace(/\/$/, '');
  const isFolder = existsSync(path.join(root, found)) && statSync(path.join(root, found)).isDirectory();
  if (isFolder) found = `${found}/README.md`;
  if (isPage(found)) return `/${pathOf(found).replace(/(?:(^|\/)index)?\.md$/, '$1')}${end}`;
  if (isFolder || !existsSync(path.join(root, found))) return undefined;
  linkedFiles.add(found);
  return `/files/${found}.txt`;
}

/**
 * Rewrites the relative links of a page: to pages, to their paths on the site; to other files, to copies of them; a link to
 * anything else, such as a folder, becomes text.
 * @param {import('markdown-it')} md
 */
export function rewriteLinks(md) {
  md.core.ruler.push('links between pages', state => {
    const page = path.posix.relative(root, state.env.realPath ?? state.env.path);
    for (const { children } of state.tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isDropped) {
          token.hidden = true;
          token.type = 'text';
          token.tag = '';
          token.nesting = 0;
          isDropped = false;
        }
        if (token.type !== 'link_open') continue;
        const href = String(token.attrGet('href'));
        if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(href)) continue;
        const resolved = resolveLink(href, page);
        if (resolved === undefined) {
          token.type = 'text';
          token.tag = '';
          token.nesting = 0;
          isDropped = true;
        } else {
          token.attrSet('href', resolved);
          // The router of the site knows pages alone.
          if (resolved.startsWith('/files/')) token.attrSet('target', '_self');
        }
      }
    }
  });
}

/**
 * Shows double braces as they are. VitePress compiles each page as a Vue template, in which they begin an expression.
 * @param {import('markdown-it')} md
 */
export function showBraces(md) {
  for (const rule of ['text', 'code_inline']) {
    const render = md.renderer.rules[rule];
    md.renderer.rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
  }
}

/**
 * Turns the header cells without a text into data cells, because a screen reader would announce an empty header.
 * @param {import('markdown-it')} md
 */
export function emptyHeaders(md) {
  md.core.ruler.push('empty headers', ({ tokens }) => {
    tokens.forEach((token, index) => {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') return;
      token.tag = 'td';
      const close = tokens.slice(index).find(({ type }) => type === 'th_close');
      if (close) close.tag = 'td';
    });
  });
}

/**
 * Copies the files that pages link to into the built site. Must be called once all pages are rendered.
 * @param {string} folder
 */
export function copyLinkedFiles(folder) {
  for (const file of linkedFiles) {
    const target = path.join(folder, 'files', `${file}.txt`);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(root, file), target);
  }
}
