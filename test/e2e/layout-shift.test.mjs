// What moves on a page while the widget loads: the text below it must stay where it is, even if the script and the server are slow.
// Reference server, Chromium.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

const reserveCss = await readFile(new URL('../../src/reserve.css', import.meta.url), 'utf8');
const usage = await readFile(new URL('../../docs/usage.md', import.meta.url), 'utf8');
const snippet = /```css\n(:where\(auth-widget.*?)```/s.exec(usage)?.[1];

/** Resolves once the page has been painted as it is. Chromium measures a layout shift from one frame to the next. */
const painted = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Opens a page with `css` and the tag, and has it painted before the script arrives and again before the server answers.
 * Resolves to the layout shifts, each with Chromium's score, once the widget shows its final screen.
 * @param {import('playwright-core').Page} page
 * @param {string} css
 * @param {string} attributes
 * @param {'form' | '.person'} screen what the widget shows in the end
 */
async function measure(page, css, attributes, screen) {
  const body = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><style>${css}</style>
    <script type="module" src="/auth-widget.min.js"></script>
    <h1>Sign in</h1><auth-widget base-url="/" ${attributes}></auth-widget><p>Below</p></html>`;
  await page.route('**/page.html', route => route.fulfill({ contentType: 'text/html', body }));
  await page.route('**/auth-widget.min.js', async route => {
    await painted(page);
    await route.continue();
  });
  await page.route('**/v1/**', async route => {
    await painted(page);
    await route.continue();
  });
  await page.goto('/page.html');
  await page.waitForFunction(
    selector => document.querySelector('auth-widget')?.shadowRoot?.querySelector(selector),
    screen,
  );
  await painted(page);
  await page.unrouteAll({ behavior: 'wait' }); // a call that is still held back would fail when the page is closed
  return page.evaluate(
    () =>
      new Promise(resolve => {
        new PerformanceObserver(list => resolve(list.getEntries().map(entry => Reflect.get(entry, 'value')))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        // An observer is never called if there are no shifts.
        requestAnimationFrame(() => setTimeout(() => resolve([])));
      }),
  );
}

demoTest('without the snippet, the text below the widget is pushed down', async ({ page }) => {
  const shifts = await measure(page, '', '', 'form');
  assert.ok(shifts.length > 0);
});

for (const mode of ['phone-login', 'phone-register', 'login', 'register']) {
  for (const [width, lang] of /** @type {const} */ ([
    [320, 'en'],
    [800, 'ru'],
  ])) {
    demoTest(`reserve.css: nothing moves, ${mode}, ${lang}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1000 });
      const attributes = `lang="${lang}" ${mode === 'phone-login' ? '' : `mode="${mode}"`}`;
      assert.deepEqual(await measure(page, reserveCss, attributes, 'form'), []);
    });
  }
}

for (const [name, css] of Object.entries({ 'reserve.css': reserveCss, 'the snippet of docs/usage.md': snippet })) {
  demoTest(`${name}: nothing moves while a session is restored`, { mode: 'login' }, async ({ page, authPage }) => {
    assert.ok(css);
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    assert.deepEqual(await measure(page, css, '', '.person'), []);
  });
}

demoTest('the snippet of docs/usage.md: nothing moves without a session', async ({ page }) => {
  assert.ok(snippet);
  assert.deepEqual(await measure(page, snippet, '', 'form'), []);
});
