// Chromium as people use it. It runs without Playwright's flags, which switch off the password manager, the back/forward cache
// and the throttling of hidden tabs, and without Playwright's focus emulation, which makes every tab visible.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { CHROMIUM_FLAGS } from '../../../scripts/engines/chromium-flags.mjs';

/** Waits for the line in which Chromium prints its DevTools address. */
const readEndpoint = child =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`Chromium ended with ${code}: ${output}`)));
    let output = '';
    child.stderr.on('data', data => {
      output += String(data);
      const endpoint = /^DevTools listening on (\S+)$/m.exec(output)?.[1];
      if (endpoint) resolve(endpoint);
    });
  });

/**
 * Starts Chromium.
 * @param {string} profile folder of its profile, created if there is none
 * @param {object} [options]
 * @param {string} [options.display] name of the X display to show its window on; without one it is headless
 */
export async function startPlainChromium(profile, { display } = {}) {
  const view = display ? ['--ozone-platform=x11'] : ['--headless'];
  const child = spawn(
    requireEngine('chromium'),
    [
      ...CHROMIUM_FLAGS,
      ...view,
      '--remote-debugging-port=0',
      '--password-store=basic', // no keyring of the desktop
      '--no-default-browser-check',
      `--user-data-dir=${profile}`,
      // Otherwise the first tab loads the browser's start page, fails, and changes its process for the new tab page. In 1 of 40
      // starts, Playwright attached to it meanwhile and waited forever for an answer.
      'about:blank',
    ],
    { env: { ...process.env, ...(display && { DISPLAY: display }) }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise(resolve => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const endpoint = await readEndpoint(child);
  const connect = () => chromium.connectOverCDP(endpoint, { noDefaults: true });
  const browser = await connect();
  const context = /** @type {import('playwright-core').BrowserContext} */ (browser.contexts()[0]);
  const cdp = await browser.newBrowserCDPSession();
  return {
    context,
    /**
     * Crashes the renderer of a page and reloads the page, as a click on a crashed or discarded tab does.
     * @param {import('playwright-core').Page} page unusable afterwards, because Playwright gives up a crashed page
     * @param {() => Promise<unknown>} meanwhile runs between the crash and the reload
     * @returns {Promise<import('playwright-core').Page>} the same tab, through another connection
     */
    async crashAndReload(page, meanwhile) {
      const url = page.url();
      const tab = await context.newCDPSession(page);
      await tab.send('Page.enable');
      const crashed = page.waitForEvent('crash');
      void tab.send('Page.crash').catch(() => {}); // the answer is lost with the renderer
      await crashed;
      await meanwhile();
      // A tab that Playwright attaches to while it loads may change its process, as with `about:blank` above.
      const loaded = new Promise(resolve => tab.once('Page.loadEventFired', resolve));
      await tab.send('Page.reload');
      await loaded;
      const pages = (await connect()).contexts().flatMap(other => other.pages());
      const reloaded = pages.find(other => other.url() === url);
      if (!reloaded) throw new Error(`no tab has ${url}`);
      return reloaded;
    },
    /** Commands to the browser itself. */
    cdp,
    /** Closes the browser as its user does, so that it writes its profile, and waits until it has ended. */
    async close() {
      await cdp.send('Browser.close');
      await ended;
    },
    kill,
  };
}
