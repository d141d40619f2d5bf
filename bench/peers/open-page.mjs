// A measured page: a fresh browser context, a cache that is off, and a renderer process that is up before the navigation.
import { setTimeout as sleep } from 'node:timers/promises';
import { watchField } from './in-page.mjs';

/** Lighthouse's "slow 4G": the latency in ms, the throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
/** How long a page may take to show its field (less under the strict policy: go()), and the least time that it then has to come to rest. */
const LIMIT_MS = 60_000;
const REST_MS = 400;

/**
 * @typedef {{ rate?: number, isSlow?: boolean, isStrict?: boolean }} Conditions the factor of the CPU slowdown, whether the network is slow
 * 4G, whether the page has the strict policy
 * @typedef {Awaited<ReturnType<typeof openPage>>} OpenPage
 */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} origin
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {Conditions} [conditions]
 */
export async function openPage(browser, origin, { id, field }, { rate = 1, isSlow = false, isStrict = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await page.addInitScript(
    watchField,
    field.split('>>>').map(selector => selector.trim()),
  );
  /** @type {(shown: { at: number, origin: number }) => void} */
  let resolveShown = () => {};
  /** @type {Promise<{ at: number, origin: number }>} */
  const shown = new Promise(resolve => (resolveShown = resolve));
  await devTools.send('Runtime.enable');
  await devTools.send('Runtime.addBinding', { name: 'tellShown' });
  devTools.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'tellShown') return;
    const [at, origin] = JSON.parse(payload);
    resolveShown({ at, origin });
  });
  // CPU time of the main thread: what other processes do doesn't count.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(`${origin}/blank.html`);
  const slowDown = (/** @type {number} */ rate) => devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await slowDown(rate);
  if (isSlow) await devTools.send('Network.emulateNetworkConditions', SLOW_4G);

  const metric = async (/** @type {string} */ wanted) => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  };
  return {
    page,
    metric,
    slowDown,
    /**
     * Opens the page. Call it once.
     * @returns when its field was shown: `at` in ms since the navigation, `origin` in ms since 1970; undefined if it was not shown in time
     */
    async go() {
      await devTools.send('Page.navigate', { url: `${origin}/p/${id}/${isStrict ? '?strict' : ''}` });
      return Promise.race([shown, sleep(isStrict ? 8000 : LIMIT_MS, undefined, { ref: false })]);
    },
    async rest() {
      await sleep(REST_MS);
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 3000 })));
    },
    /** Resolves to the JS heap in use after a collection, in MB. */
    async heap() {
      for (let i = 0; i < 2; i++) await devTools.send('HeapProfiler.collectGarbage');
      return (await metric('JSHeapUsedSize')) / 1e6;
    },
    /** Clicks into the field, focuses it if that doesn't, and puts the caret of a text or phone field at its end. */
    async focusField() {
      const box = await page.evaluate(() => {
        /** @type {DOMRect} */
        const { x, y, width, height } = Reflect.get(window, 'peer').field.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
      await page.mouse.click(box.x, box.y);
      await page.evaluate(() => {
        /** @type {HTMLInputElement} */
        const field = Reflect.get(window, 'peer').field;
        if (!field.matches(':focus')) field.focus();
        if (/text|tel/.test(field.type)) field.setSelectionRange(field.value.length, field.value.length);
      });
      await sleep(200);
    },
    close: () => context.close(),
  };
}
