// The modules for CDNs (dist/cdn), loaded from another origin by a page with a strict Content Security Policy. An import map
// has the hashes of all files. Reference server, Chromium.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after } from 'node:test';
import { setUpDemoTests } from './support/demo-test.mjs';
import { listen } from './support/listen.mjs';
import { startStaticServer } from './support/static-server.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';
import { buildTestSite } from './support/test-site.mjs';

const cdn = await startStaticServer({ 'access-control-allow-origin': '*' });
after(() => cdn.close());

const folder = path.join(await buildTestSite(), 'cdn');
const files = (await readdir(folder, { recursive: true, encoding: 'utf8' })).filter(name => name.endsWith('.js'));
const addressOf = (/** @type {string} */ name) => `${cdn.url}/cdn/${name}`;
const sha = async (/** @type {string} */ name) =>
  `sha384-${createHash('sha384')
    .update(await readFile(path.join(folder, name)))
    .digest('base64')}`;
const hashes = Object.fromEntries(await Promise.all(files.map(async name => [addressOf(name), await sha(name)])));

const demoTest = setUpDemoTests();

// The page that a test visits, and its policy. A real server sends it, because Chromium lets no page served by
// `page.route()` access loopback addresses.
let html = '';
let policy = '';
const site = await listen(
  createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
  }),
);
after(() => site.close());

/**
 * Opens a page whose policy allows scripts from the CDN and its one inline script, the import map.
 * @param {Pick<import('./support/demo-test.mjs').DemoTestContext, 'page' | 'demo'>} context
 * @param {string} content
 * @param {Record<string, string>} integrity
 */
async function openPage({ page, demo }, content, integrity = hashes) {
  const map = JSON.stringify({ integrity });
  const mapHash = createHash('sha256').update(map).digest('base64');
  policy =
    `default-src 'none'; script-src ${cdn.url}/cdn/ 'sha256-${mapHash}'; style-src 'self'; ` +
    `connect-src ${demo.url}; img-src data:; require-trusted-types-for 'script'`;
  html = `<!doctype html><html lang="en"><title>CDN</title><link rel="icon" href="data:,">
    <script type="importmap">${map}</script>${content}</html>`;
  await page.goto(site.url);
}

const script = (/** @type {string} */ name) => `<script type="module" src="${addressOf(name)}"></script>`;
const options = { origins: [cdn.url, site.url] };

demoTest('the widget signs in, and loads each shared file once', options, async ({ page, authPage, demo }) => {
  /** @type {string[]} */
  const loaded = [];
  page.on('request', request => {
    if (request.url().includes('/cdn/shared/')) loaded.push(request.url());
  });
  const widget = `<auth-widget base-url="${demo.url}" mode="login"></auth-widget>`;
  await openPage({ page, demo }, `${script('define/auth-widget.js')}${script('index.js')}${widget}`);
  const login = newLogin();
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  await authPage.signOut();
  assert.deepEqual(loaded, [...new Set(loaded)]);
});

demoTest('an input alone loads neither the widget nor the client', options, async ({ page, demo }) => {
  /** @type {string[]} */
  const loaded = [];
  page.on('request', request => {
    if (request.url().startsWith(cdn.url)) loaded.push(path.basename(request.url()));
  });
  await openPage({ page, demo }, `${script('define/phone-input.js')}<phone-input label="Phone"></phone-input>`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('8 916 123-45-67');
  await page.waitForFunction(() => document.querySelector('phone-input')?.value === '79161234567');
  assert.deepEqual(
    loaded.filter(name => /auth-/.test(name)),
    [],
  );
});

demoTest('every entry loads, and modules on one page share one class per name', options, async ({ page, demo }) => {
  await openPage({ page, demo }, '');
  const result = await page.evaluate(async base => {
    const [all, client, widget, phone, code] = await Promise.all(
      ['index', 'client/index', 'define/auth-widget', 'define/phone-input', 'define/code-input'].map(
        name => import(`${base}${name}.js`),
      ),
    );
    return [
      all.AuthClient === client.AuthClient,
      all.AuthWidget === widget.AuthWidget,
      all.PhoneInput === phone.PhoneInput,
      all.CodeInput === code.CodeInput,
      new client.AuthClient({ baseUrl: '/' }).state.isAuthenticated,
    ];
  }, addressOf(''));
  assert.deepEqual(result, [true, true, true, true, false]);
});

const refused = { ...options, expectedErrors: [/integrity/, /net::ERR/] };
demoTest('a shared file with another hash is refused', refused, async ({ page, demo }) => {
  const shared = Object.keys(hashes).find(address => address.includes('/shared/text-control'));
  assert.ok(shared);
  const message = page.waitForEvent('console', { predicate: entry => entry.text().includes('integrity') });
  await openPage({ page, demo }, `${script('define/phone-input.js')}<phone-input></phone-input>`, {
    ...hashes,
    [shared]: hashes[addressOf('index.js')] ?? '',
  });
  await message;
  assert.equal(await page.evaluate(() => customElements.get('phone-input')), undefined);
});
