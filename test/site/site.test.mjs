// The documentation site as `npm run docs` builds it: every link leads somewhere, and the first page is light. The suite `site`
// is not part of `npm test` without names, because it installs VitePress.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = path.join(root, 'out/site');

/** The limit for the document, the scripts and the style sheets of the first page, in bytes of brotli. */
const FIRST_PAGE_LIMIT = 90_000;

/** @type {Map<string, string>} the pages, by their paths from the root of the site */
const pages = new Map();

before(() => {
  execFileSync(process.execPath, ['scripts/docs.mjs'], { cwd: root, stdio: 'ignore' });
  for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) pages.set(name.split(path.sep).join('/'), readFileSync(path.join(site, name), 'utf8'));
});

/** The addresses in a page: of links, scripts, style sheets and pictures. */
const addressesOf = (/** @type {string} */ html) =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

test('every page of the guides is there', () => {
  for (const page of ['index', 'starting', 'installing', 'usage', 'api', 'backends/index', 'server/index', 'changelog'])
    assert.ok(pages.has(`${page}.html`), page);
});

test('the playground is there, and its addresses are relative: the site works in any folder', () => {
  const html = pages.get('playground/index.html') ?? '';
  assert.match(html, /<auth-widget/);
  assert.deepEqual(
    addressesOf(html).filter(address => address.startsWith('/')),
    [],
  );
});

test('every link of a page leads to a file of the site, and to a heading that it has', () => {
  const problems = [];
  for (const [name, html] of pages) {
    if (name === '404.html') continue;
    for (const address of addressesOf(html)) {
      if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) continue;
      const { pathname, hash } = new URL(address, `https://site.example/${name}`);
      let target = decodeURI(pathname).slice(1);
      if (target === '' || target.endsWith('/')) target += 'index.html';
      if (!existsSync(path.join(site, target)) && existsSync(path.join(site, `${target}.html`))) target += '.html';
      const isFile = existsSync(path.join(site, target)) && statSync(path.join(site, target)).isFile();
      const anchor = decodeURI(hash.slice(1));
      if (!isFile) problems.push(`${name}: ${address}`);
      else if (anchor && pages.has(target) && !pages.get(target)?.includes(`id="${anchor}"`))
        problems.push(`${name}: ${address} has no such heading`);
    }
  }
  assert.deepEqual(problems, []);
});

test('the first page is light', () => {
  const html = pages.get('index.html') ?? '';
  const files = new Set(addressesOf(html).filter(address => /\.(?:js|css)$/.test(address)));
  const compress = (/** @type {Buffer} */ content) => brotliCompressSync(content).length;
  let size = compress(Buffer.from(html));
  for (const file of files) size += compress(readFileSync(path.join(site, file)));
  assert.ok(size <= FIRST_PAGE_LIMIT, `${size} bytes`);
});
