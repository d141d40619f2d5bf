// Pages with the first screen as HTML, whose scripts arrive when a test says so.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildTestSite } from './test-site.mjs';

/** @type {typeof import('../../../src/html/first-screen.js')} */
const built = await import(pathToFileURL(path.join(await buildTestSite(), 'html/first-screen.js')).href);
export const { renderFirstScreen, servedScript, styles } = built;
const { styleSrc, scriptSrc } = await built.cspSources();
/** The addresses of the linked style sheets. */
export const styleSheets = { widget: '/widget.css', phoneInput: '/phone-input.css' };

/**
 * Opens a page with the first screen. Its scripts arrive when the returned function is called.
 * @param {import('playwright-core').Page} page
 * @param {import('../../../src/html/first-screen.js').FirstScreenOptions} [options]
 * @param {(html: string) => string} [change] changes what is served
 * @param {string[]} [modules] the addresses of its modules
 */
export async function open(
  page,
  options = {},
  change = html => html,
  modules = ['/html/takeover.js', '/auth-widget.min.js'],
) {
  const screen = renderFirstScreen({ attributes: { 'base-url': '/' }, ...options });
  const sources = options.styleSheets ? "style-src 'self'" : `style-src ${styleSrc}`;
  const policy = `default-src 'none'; ${sources}; script-src 'self' ${scriptSrc}; connect-src 'self'; img-src data:; base-uri 'none'`;
  const body = `<!doctype html><html lang="${options.lang ?? 'en'}"><meta name="viewport" content="width=device-width">
    <title>Page</title><link rel="icon" href="data:,">
    ${modules.map(src => `<script type="module" src="${src}"></script>`).join('')}
    ${change(screen.html)}<p>Below</p></html>`;
  await page.route('**/page.html', route =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body, headers: { 'content-security-policy': policy } }),
  );
  for (const name of /** @type {const} */ (['widget', 'phoneInput']))
    await page.route(`**${styleSheets[name]}`, route => route.fulfill({ contentType: 'text/css', body: styles[name] }));
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise(resolve => (release = () => resolve(undefined)));
  await page.route('**/auth-widget.min.js', async route => {
    await released;
    await route.continue();
  });
  await page.goto('/page.html', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('auth-widget + script + p'));
  await page.evaluate(() => {
    const root = document.querySelector('auth-widget')?.shadowRoot;
    const inputs = [root, root?.querySelector('phone-input')?.shadowRoot].flatMap(one => [
      ...(one?.querySelectorAll('input') ?? []),
    ]);
    Object.assign(window, { servedInputs: inputs });
  });
  return release;
}

/** Resolves once the script has taken over the page. */
export const takenOver = (/** @type {import('playwright-core').Page} */ page) =>
  page.waitForFunction(() => {
    const root = document.querySelector('auth-widget:defined')?.shadowRoot;
    return root?.adoptedStyleSheets.length && !root.querySelector('style, link') && root.querySelector('[type=submit]');
  });

/** What there is on the page after it was taken over. */
export const lookAt = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(async () => {
    const host = document.querySelector('auth-widget');
    const root = /** @type {ShadowRoot} */ (host?.shadowRoot);
    const phone = root.querySelector('phone-input')?.shadowRoot;
    const served = /** @type {HTMLInputElement[]} */ (Reflect.get(window, 'servedInputs'));
    /** @type {number[]} */
    const shifts = await new Promise(resolve => {
      new PerformanceObserver(list => resolve(list.getEntries().map(entry => Reflect.get(entry, 'value')))).observe({
        type: 'layout-shift',
        buffered: true,
      });
      requestAnimationFrame(() => setTimeout(() => resolve([])));
    });
    const active = phone?.activeElement ?? root.activeElement;
    const input = active instanceof HTMLInputElement ? active : undefined;
    return {
      cards: root.querySelectorAll('[part=card]').length,
      forms: root.querySelectorAll('form').length,
      inputs: root.querySelectorAll('input').length + (phone?.querySelectorAll('input').length ?? 0),
      areSame: served.every(one => one.isConnected),
      isFocusKept: !!input && served.includes(input),
      text: input?.value,
      selection: [input?.selectionStart, input?.selectionEnd],
      method: root.querySelector('form')?.getAttribute('method'),
      shifts,
    };
  });

/** A field of the first screen. */
export const field = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.locator(name === 'phone' ? 'phone-input input' : `auth-widget input[name=${name}]`);
