// Chromium as a person has it: started without Playwright's flags, which switch off the password manager, the back/forward
// cache and the throttling of hidden tabs; and used without Playwright's focus emulation, by which every tab is visible.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { FLAGS } from './browser.mjs';

/** Waits for the line in which Chromium says where it can be driven. */
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
 * @param {string} profile folder of its profile, made where there is none
 * @param {object} [options]
 * @param {string} [options.display] name of the X display to show its window on; without one it is headless
 */
export async function startPlainChromium(profile, { display } = {}) {
  const view = display ? ['--ozone-platform=x11'] : ['--headless'];
  const child = spawn(
    requireEngine('chromium'),
    [
      ...FLAGS,
      ...view,
      '--remote-debugging-port=0',
      '--password-store=basic', // no keyring of the desktop
      '--no-default-browser-check',
      `--user-data-dir=${profile}`,
      // Otherwise the first tab loads the start page of the browser, fails, and changes its process for the new tab page:
      // Playwright, which attaches to it meanwhile, then waited for an answer for ever in 1 of 40 starts.
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
     * Crashes the renderer of a page and loads the page again, as a click on a crashed or discarded tab does.
     * @param {import('playwright-core').Page} page of no use afterwards: Playwright gives a crashed page up
     * @param {() => Promise<unknown>} meanwhile runs between crash and load
     * @returns {Promise<import('playwright-core').Page>} the same tab, over another connection
     */
    async crashAndReload(page, meanwhile) {
      const url = page.url();
      const tab = await context.newCDPSession(page);
      await tab.send('Page.enable');
      const crashed = page.waitForEvent('crash');
      void tab.send('Page.crash').catch(() => {}); // the answer is lost with the renderer
      await crashed;
      await meanwhile();
      // Attached to while it loads, the tab might change its process meanwhile: see `about:blank` above.
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
    /** Closes the browser like its user does, so that it writes its profile, and waits for its end. */
    async close() {
      await cdp.send('Browser.close');
      await ended;
    },
    kill,
  };
}
