// The documentation site as `npm run docs` builds it: every link leads somewhere, the first page is light and works, the pages can
// be read on a phone and in the dark, and the search finds. The suite `site` is not part of `npm test` without names, because it
// installs VitePress.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { findAxeViolations } from '../e2e/support/axe.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { listen } from '../e2e/support/listen.mjs';

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

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** The built site, and nothing else. */
const server = await listen(
  createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(site, path.normalize(decodeURI(pathname)).replace(/\/$/, '/index.html'));
    if (!file.startsWith(site) || !existsSync(file)) return void response.writeHead(404).end();
    const type = /** @type {Record<string, string>} */ (TYPES)[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  }),
);
after(() => server.close());
const browser = await launch();
after(() => browser.close());

/**
 * Opens a page of the site, in a context of its own, and fails if it logs an error.
 * @param {string} address
 * @param {(page: import('playwright-core').Page) => Promise<unknown>} run
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(address, run, options = {}) {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB', ...options });
  context.setDefaultTimeout(15_000);
  /** @type {string[]} */
  const errors = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', error => errors.push(String(error)));
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
    await page.goto(address);
    await run(page);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

/** The addresses in a page: of links, scripts, style sheets and pictures. */
const addressesOf = (/** @type {string} */ html) =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

test('every page of the guides is there', () => {
  for (const page of [
    'index',
    'starting',
    'installing',
    'usage',
    'api',
    'proxy',
    'forms',
    'migrating',
    'security',
    'testing',
    'accessibility',
    'languages',
    'browsers',
    'speed',
    'backends/index',
    'server/index',
    'changelog',
  ])
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

test('on the first page a person signs in', () =>
  open('/', async page => {
    const widget = page.locator('auth-widget');
    await widget.getByRole('textbox', { name: 'Phone number' }).fill('+7 999 000-00-01');
    await widget.getByRole('button', { name: 'Get a code' }).click();
    await widget.getByRole('textbox', { name: 'Enter the code' }).fill('111111');
    await widget.getByRole('textbox', { name: 'Your name' }).fill('Vera');
    await widget.getByRole('button', { name: 'Continue' }).click();
    await widget.getByText('Signed in as Vera').waitFor();
    await page.getByRole('link', { name: 'Playground' }).first().click();
    await page.getByRole('heading', { name: 'Sign-in by phone, in one tag' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/playground/index.html');
    // Its own links lead back.
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { level: 1, name: 'The first minutes' }).waitFor();
  }));

for (const [words, title] of /** @type {const} */ ([
  ['nginx', 'Where /v1 lives'],
  ['preact', 'Preact'],
  ['hcaptcha', 'Challenges'],
  ['--auth-radius', 'Theming'],
]))
  test(`the search finds “${words}”`, () =>
    open('/starting.html', async page => {
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByRole('searchbox').fill(words);
      const result = page.locator('.result', { hasText: title }).first();
      await result.click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }));

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`phone, ${colorScheme}: no page is wider than the window`, () =>
    open(
      '/',
      async page => {
        const wide = [];
        for (const name of pages.keys()) {
          await page.goto(`/${name}`);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (overflow > 0) wide.push(`${name}: ${overflow} px`);
        }
        assert.deepEqual(wide, []);
        await page.goto('/starting.html');
        const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
        assert.equal(isDark, colorScheme === 'dark');
        // The menu of the pages is behind a button.
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('navigation').getByRole('link', { name: 'Theming' }).click();
        await page.getByRole('heading', { level: 1, name: 'Theming' }).waitFor();
      },
      { colorScheme, viewport: { width: 360, height: 740 } },
    ));

/** Faults of VitePress's own theme: the name of its search button, and links in groups of its menu that are buttons too. */
const OF_VITEPRESS = /^(?:label-content-name-mismatch: \.DocSearch|nested-interactive: \.collapsible)/;

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`axe finds no violation: ${colorScheme}`, () =>
    open(
      '/',
      async page => {
        const problems = [];
        for (const name of ['', 'starting.html', 'api.html', 'frameworks/vue.html', 'theming.html']) {
          await page.goto(`/${name}`);
          await page.locator('h1').first().waitFor();
          const found = (await findAxeViolations(page)).filter(problem => !OF_VITEPRESS.test(problem));
          problems.push(...found.map(problem => `${name}: ${problem}`));
        }
        assert.deepEqual(problems, []);
      },
      { colorScheme, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
    ));

test('README.md fits on three screens of 900 px', async () => {
  // VitePress's own renderer. The column is as wide as on GitHub.
  const { createMarkdownRenderer } = await import(path.join(root, 'site/node_modules/vitepress/dist/node/index.js'));
  const markdown = await createMarkdownRenderer(root);
  const html = markdown.render(readFileSync(path.join(root, 'README.md'), 'utf8'));
  const picture = `data:image/webp;base64,${readFileSync(path.join(root, 'docs/demo.webp')).toString('base64')}`;
  await open(
    'about:blank',
    async page => {
      await page.setContent(`<style>
body { inline-size: 836px; margin: 32px auto; font: 16px/1.5 sans-serif } img { max-inline-size: 100% } p, table, pre { margin: 0 0 16px }
pre { padding: 16px; font: 13.6px/1.45 monospace } table { border-collapse: collapse } td, th { padding: 6px 13px; border: 1px solid }
h2 { margin: 24px 0 16px; padding-block-end: 8px } </style>${html.replace('docs/demo.webp', picture)}`);
      await page.waitForFunction(() => [...document.images].every(image => image.complete));
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(height > 1000 && height <= 3 * 900, `${height} px`);
    },
    { viewport: { width: 1280, height: 900 } },
  );
});
