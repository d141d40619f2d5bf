// The tag of README.md and the samples of docs/usage.md, on a page with the content security policy of that page. Reference server, Chromium.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from './support/browser.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

const readPage = (/** @type {string} */ name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const pages = (await readPage('README.md')) + (await readPage('docs/usage.md'));
/** The code block of a language with this index, counted from 0. */
const sample = (language, index = 0) =>
  [...pages.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))][index]?.[1] ?? '';
const policy = /```\n(default-src .*?)```/s.exec(pages)?.[1]?.replaceAll('\n', ' ');
assert.ok(policy, 'docs/usage.md has a content security policy');

const demoTest = setUpDemoTests();

/**
 * Serves /sample.html with the first HTML sample and, as a script of `type`, the first JavaScript sample. A classic script
 * runs before the module that defines the widget; a module runs after it.
 */
async function serveSample(page, url, type) {
  const html = sample('html').replace('https://chat.example.com', url).replace('lang=', 'mode="login" lang=');
  assert.ok(html.includes(url));
  const body = `<!doctype html><html lang="en"><title>Sample</title><link rel="icon" href="data:,">
    ${html}<script type="${type}" src="/sample.js"></script></html>`;
  const headers = { 'content-security-policy': `${policy}; img-src data:` };
  await page.route('**/sample.html', route => route.fulfill({ contentType: 'text/html', headers, body }));
  await page.route('**/sample.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js') }));
}

for (const type of ['module', 'text/javascript']) {
  demoTest(
    `a script of type ${type} gets the events of sign-in, restore and sign-out`,
    async ({ page, authPage, demo }) => {
      const logged = text => page.waitForEvent('console', message => message.text() === text);
      const login = newLogin();
      await serveSample(page, demo.url, type);
      await page.goto('/sample.html');
      const greeting = logged(`Hello ${login}`);
      await authPage.submitLogin(login, PASSWORD);
      await greeting;
      const greetingAfterReload = logged(`Hello ${login}`);
      await page.reload();
      await greetingAfterReload;
      assert.ok(await authPage.token());
      const farewell = logged('Bye logout');
      await authPage.signOut();
      await farewell;
    },
  );
}

demoTest('the sample of an authorized call sends the token', async ({ page, authPage, demo }) => {
  const login = newLogin();
  await serveSample(page, demo.url, 'module');
  await page.route('**/call.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js', 1) }));
  await page.route('**/api/messages', route => route.fulfill({ json: [] }));
  await page.goto('/sample.html');
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  const request = page.waitForRequest('**/api/messages');
  await page.evaluate(() => {
    globalThis.widget = document.querySelector('auth-widget');
    const script = document.createElement('script');
    script.type = 'module';
    script.src = globalThis.trustedTypes
      .createPolicy('usage-test', { createScriptURL: url => url })
      .createScriptURL('/call.js');
    document.head.append(script);
  });
  const { authorization } = (await request).headers();
  assert.match(authorization ?? '', /^Bearer [\w-]{20,}$/);
});

demoTest('the classic script registers the tags before the next script runs', async ({ page, authPage, demo }) => {
  const script = await readFile(new URL('../../dist/auth-widget.iife.js', import.meta.url), 'utf8');
  const login = newLogin();
  const body = `<!doctype html><html lang="en"><title>Sample</title><link rel="icon" href="data:,">
    <auth-widget base-url="${demo.url}" mode="login"></auth-widget>
    <script src="/auth-widget.iife.js"></script><script src="/sample.js"></script></html>`;
  const headers = { 'content-security-policy': `${policy}; img-src data:` };
  await page.route('**/sample.html', route => route.fulfill({ contentType: 'text/html', headers, body }));
  await page.route('**/auth-widget.iife.js', route => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route('**/sample.js', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `document.title = [document.querySelector('auth-widget').client.state.verificationStep, Object.keys(authWidget)].join()`,
    }),
  );
  await page.goto('/sample.html');
  assert.equal(await page.title(), 'none,AuthWidget');
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
});

test('a page opened from a file: no module runs, and the console says why; the classic script does', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const browser = await launch();
  t.after(() => browser.close());
  const open = async (/** @type {string} */ name, /** @type {string} */ attributes) => {
    await copyFile(new URL(`../../dist/${name}`, import.meta.url), path.join(folder, name));
    const file = path.join(folder, `${name}.html`);
    await writeFile(
      file,
      `<!doctype html><script ${attributes}src="${name}"></script><auth-widget lang="en"></auth-widget>`,
    );
    const page = await browser.newPage();
    /** @type {string[]} */
    const messages = [];
    page.on('console', message => messages.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    return { page, messages };
  };
  const modules = await open('auth-widget.min.js', 'type="module" ');
  await until('the console', () => modules.messages.length > 0);
  assert.match(modules.messages[0] ?? '', /CORS/);
  assert.equal(await modules.page.locator('auth-widget:defined').count(), 0);
  const classic = await open('auth-widget.iife.js', '');
  await classic.page.locator('phone-input input').waitFor();
});
