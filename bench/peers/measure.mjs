// The measurements of one page: in each round, and once.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { describePage, mountAndRemove } from './in-page.mjs';
import { typeKeys } from './keys.mjs';
import { openPage } from './open-page.mjs';
import { brotli } from './server.mjs';

/** How many elements are mounted and removed, and for how many seconds at most. The warm-up fills the caches of the browser. */
const MOUNTS = 1000;
const WARM_UP = 50;
const MOUNT_SECONDS = 6;

/**
 * @typedef {import('./contestants.mjs').Contestant} Contestant
 * @typedef {{ browser: import('playwright-core').Browser, origin: string, slowdown: number }} Setting
 * `slowdown`: the factor by which the CPU is slowed down
 *
 * @typedef {object} Round what is measured in each round: times in ms, memory in MB
 * @property {number} first from the navigation to the end of the frame that shows the field
 * @property {number} firstSlowCpu with the CPU slowed down
 * @property {number} firstSlow4G with the CPU slowed down on slow 4G
 * @property {number} blocking what tasks take beyond 50 ms each, with the CPU slowed down
 * @property {number} script CPU time of scripts, with the CPU slowed down
 * @property {number} heap the JS heap after a collection, before the first focus
 * @property {number} heapFocused the same after the first focus
 * @property {number} key CPU time in the dispatch of a key's events, with the CPU slowed down, the median of all keys
 * @property {number} frame from a keydown to the end of the next frame, with the CPU slowed down, the median of all keys
 */

/**
 * @template Result
 * @param {Setting} setting
 * @param {Contestant} contestant
 * @param {import('./open-page.mjs').Conditions} conditions
 * @param {(opened: import('./open-page.mjs').OpenPage) => Promise<Result>} run
 */
async function withPage({ browser, origin }, contestant, conditions, run) {
  const opened = await openPage(browser, origin, contestant, conditions);
  try {
    return await run(opened);
  } finally {
    await opened.close();
  }
}

/**
 * @param {import('./open-page.mjs').OpenPage} opened
 * @param {Contestant} contestant
 */
async function shownAt(opened, { id }) {
  const shown = await opened.go();
  if (!shown) throw new Error(`The page ${id} shows no field.`);
  return shown.at;
}

/**
 * @param {Setting} setting
 * @param {Contestant} contestant
 * @returns {Promise<Round>}
 */
export async function measureRound(setting, contestant) {
  const first = await withPage(setting, contestant, {}, opened => shownAt(opened, contestant));
  const firstSlow4G = await withPage(setting, contestant, { rate: setting.slowdown, isSlow: true }, opened =>
    shownAt(opened, contestant),
  );
  return withPage(setting, contestant, { rate: setting.slowdown }, async opened => {
    const { page } = opened;
    const before = await opened.metric('ScriptDuration');
    const firstSlowCpu = await shownAt(opened, contestant);
    await opened.rest();
    const script = ((await opened.metric('ScriptDuration')) - before) * 1e3;
    const { blocking } = await page.evaluate(describePage);
    await opened.slowDown(1);
    const heap = await opened.heap();
    await opened.focusField();
    const heapFocused = await opened.heap();
    await opened.slowDown(setting.slowdown);
    const { dispatch, frame } = await typeKeys(setting.browser, page, contestant.keys);
    return { first, firstSlowCpu, firstSlow4G, blocking, script, heap, heapFocused, key: dispatch, frame };
  });
}

/**
 * Counts what arrives before the first field is shown, on slow 4G: everything whose last byte was there, the page included. Resolves to the
 * bytes (with brotli, compressed fonts and pictures as they are), the number of requests, and the look of the field.
 * @param {Setting} setting
 * @param {Contestant} contestant
 */
const countBytes = (setting, contestant) =>
  withPage(setting, contestant, { isSlow: true }, async opened => {
    /** @type {import('playwright-core').Request[]} */
    const finished = [];
    opened.page.on('requestfinished', request => finished.push(request));
    const shown = await opened.go();
    if (!shown) throw new Error(`The page ${contestant.id} shows no field.`);
    const end = shown.origin + shown.at;
    await opened.rest();
    let bytes = 0;
    let requests = 0;
    for (const request of finished) {
      const { startTime, responseEnd } = request.timing();
      const url = request.url();
      if (startTime + responseEnd > end || /^(?:blob|data):|\/favicon\.ico$|\/blank\.html$/.test(url)) continue;
      // start.js only calls what the package has, so it doesn't count.
      if (contestant.startsOnly && url.endsWith('/start.js')) continue;
      // A redirect has no body.
      const body = await request
        .response()
        .then(response => response?.body())
        .catch(() => undefined);
      requests++;
      if (body) bytes += /\.(?:woff2?|png|webp)$/.test(url) ? body.length : brotli(body).length;
    }
    const { look } = await opened.page.evaluate(describePage);
    return { bytes, requests, look };
  });

/**
 * @param {Setting} setting
 * @param {Contestant} contestant
 * @param {string | undefined} look of the field without a policy
 */
const tryStrictPolicy = (setting, contestant, look) =>
  withPage(setting, contestant, { isStrict: true }, async opened => {
    const shown = await opened.go();
    await sleep(500);
    const found = await opened.page.evaluate(describePage);
    return { isShown: !!shown, isSameLook: found.look === look, blocked: found.blocked.length };
  });

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules about the page around the form. */
const PAGE_RULES = ['region', 'landmark-one-main', 'page-has-heading-one', 'heading-order'];

/**
 * @param {Setting} setting
 * @param {Contestant} contestant
 * @returns {Promise<string[]>} the rules that the first screen violates
 */
const findViolations = (setting, contestant) =>
  withPage(setting, contestant, {}, async opened => {
    await shownAt(opened, contestant);
    await opened.rest();
    await sleep(500); // what fades in
    await opened.page.evaluate(axeSource);
    return opened.page.evaluate(async rules => {
      const options = {
        resultTypes: ['violations'],
        rules: Object.fromEntries(rules.map(rule => [rule, { enabled: false }])),
      };
      const { violations } = await Reflect.get(window, 'axe').run(document, options);
      return violations.map((/** @type {{ id: string }} */ { id }) => id);
    }, PAGE_RULES);
  });

/**
 * Resolves to how many elements there were, the CPU time of each in ms (`each`), and the JS heap that each leaves in kB (`left`); undefined
 * if the page can't mount any.
 * @param {Setting} setting
 * @param {Contestant} contestant
 */
const mountMany = (setting, contestant) =>
  withPage(setting, contestant, {}, async opened => {
    const { page } = opened;
    await shownAt(opened, contestant);
    await opened.rest();
    const { tag } = contestant;
    if (!tag && !(await page.evaluate(() => 'mountPeer' in window))) return undefined;
    await page.evaluate(mountAndRemove, { tag, count: WARM_UP, seconds: MOUNT_SECONDS });
    const heap = await opened.heap();
    const time = await opened.metric('TaskDuration');
    const count = await page.evaluate(mountAndRemove, { tag, count: MOUNTS, seconds: MOUNT_SECONDS });
    const each = (((await opened.metric('TaskDuration')) - time) * 1e3) / count;
    return { count, each, left: (((await opened.heap()) - heap) * 1e3) / count };
  });

/**
 * @param {Setting} setting
 * @param {Contestant} contestant
 */
export async function measureOnce(setting, contestant) {
  const { bytes, requests, look } = await countBytes(setting, contestant);
  const strict = await tryStrictPolicy(setting, contestant, look);
  const violations = await findViolations(setting, contestant);
  const mounts = await mountMany(setting, contestant);
  return { bytes, requests, strict, violations, mounts };
}

/**
 * Resolves to the time in ms of a loop that always does the same. It tells how busy the machine is.
 * @param {Setting} setting
 */
export async function calibrate({ browser, origin }) {
  const page = await browser.newPage();
  await page.goto(`${origin}/blank.html`);
  const time = await page.evaluate(() => {
    const begun = performance.now();
    let sum = 0;
    for (let i = 0; i < 3e7; i++) sum = (sum * 31 + i) | 0;
    // The sum is used, so that the loop isn't optimized away.
    return performance.now() - begun + (sum === 1 ? 1 : 0);
  });
  await page.close();
  return time;
}
