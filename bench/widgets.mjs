// npm run bench widgets: up to 500 widgets together on one page, and 10,000 one after another on another page, in Chromium. Fails if a
// widget costs over 1.5 times as much time or memory among 500 as among 125, if removed widgets don't give their memory back, or if the
// last 1,000 in turn take over 1.5 times the time of the first, or leave over 1.5 times the heap. test/e2e/memory.test.mjs counts what 1,000 widgets leave behind.
import { startStaticServer } from '../test/e2e/support/static-server.mjs';
import { launch } from '../test/e2e/support/browser.mjs';

/** Numbers of widgets on one page. The pages of 50 warm the browser up, so their cost isn't compared. What they leave behind is checked. */
const TOGETHER = [50, 125, 250, 500];
/** Widgets that are mounted and removed one after another. */
const IN_TURN = 10_000;
/** How many of these are a round, which is measured as a whole. */
const ROUND = 1_000;
/** Pages for each number of widgets. Only the fastest counts, with its memory and what it leaves. */
const PAGES = 3;
/**
 * How many times as much time or memory a widget may cost on a page of 500 as on one of 125, and how many times as much time in the last
 * round as in the first. With a quadratic cost, a widget would cost 4 times as much on a page of 500. It's also the limit for the heap after the last round, as a
 * multiple of that after the first.
 */
const MAX_RATIO = 1.5;

// Builds the test site if needed.
const { url, close } = await startStaticServer({ 'cache-control': 'no-store' });
const browser = await launch();

/**
 * Opens an empty page, which `route` answers, with the script of the test site. There is no API: without a session, a widget shows its form
 * at once.
 */
async function openPage() {
  const page = await browser.newPage();
  await page.route('**/empty.html', route =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><body></body></html>' }),
  );
  await page.goto(`${url}/empty.html`);
  await page.addScriptTag({ type: 'module', url: '/auth-widget.min.js' });
  await page.waitForFunction(() => customElements.get('auth-widget'));
  const devTools = await page.context().newCDPSession(page);
  // CPU time of the main thread: other processes don't add to it.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (/** @type {string} */ wanted) => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  };
  /** @returns the MB of the JavaScript heap that are in use after garbage collections */
  const heap = async () => {
    // One garbage collection doesn't collect everything.
    for (let i = 0; i < 3; i++) await devTools.send('HeapProfiler.collectGarbage');
    return (await metric('JSHeapUsedSize')) / 1e6;
  };
  /**
   * @param {(count: number) => Promise<void>} mount
   * @param {number} count
   * @returns milliseconds of the main thread for one widget
   */
  const timeOf = async (mount, count) => {
    const before = await metric('TaskDuration');
    await page.evaluate(mount, count);
    return (((await metric('TaskDuration')) - before) * 1e3) / count;
  };
  return { page, heap, timeOf };
}

/** @param {number} count */
async function mountTogether(count) {
  const widgets = Array.from({ length: count }, () => document.createElement('auth-widget'));
  document.body.append(...widgets);
  await Promise.all(widgets.map(widget => widget.updateComplete));
  for (const widget of widgets) await widget.shadowRoot?.querySelector('phone-input')?.updateComplete;
  document.body.getBoundingClientRect();
}

/** @param {number} count */
async function mountInTurn(count) {
  for (let i = 0; i < count; i++) {
    const widget = document.createElement('auth-widget');
    document.body.append(widget);
    await widget.updateComplete;
    await widget.shadowRoot?.querySelector('phone-input')?.updateComplete;
    widget.remove();
  }
}

/** @param {string} what @param {number} ratio */
function expectRatio(what, ratio) {
  console.log(`${what}: ${ratio.toFixed(2)}, at most ${MAX_RATIO}`);
  if (ratio <= MAX_RATIO) return;
  console.error(`${what}: the ratio is too high, or wasn't measured.`);
  process.exitCode = 1;
}

/** @param {(string | number)[]} cells */
const printRow = (...cells) =>
  console.log(cells.map(cell => (typeof cell === 'number' ? cell.toFixed(2) : cell).padStart(14)).join(''));

printRow('together', 'ms a widget', 'kB a widget', 'MB left');
/** @type {{ time: number, memory: number }[]} */
const costs = [];
/** @param {number} count */
async function measureTogether(count) {
  const { page, heap, timeOf } = await openPage();
  await page.evaluate(mountTogether, 10);
  await page.evaluate(() => document.body.replaceChildren());
  const before = await heap();
  const time = await timeOf(mountTogether, count);
  const memory = (((await heap()) - before) * 1e3) / count;
  await page.evaluate(() => document.body.replaceChildren());
  const left = (await heap()) - before;
  await page.close();
  return { time, memory, left };
}

for (const count of TOGETHER) {
  const pages = [];
  for (let i = 0; i < PAGES; i++) pages.push(await measureTogether(count));
  const [{ time, memory, left } = { time: NaN, memory: NaN, left: NaN }] = pages.sort((a, b) => a.time - b.time);
  printRow(String(count), time, memory, left);
  costs.push({ time, memory });
  // At most a tenth of what they took, or 1 MB if that is more. `memory` is in kB.
  if (left > Math.max(1, (memory * count) / 1e4)) {
    console.error(`${count} widgets that were removed have left ${left.toFixed(2)} MB.`);
    process.exitCode = 1;
  }
}
const [first, last] = [costs[1], costs.at(-1)];
expectRatio(
  `time for a widget, ${TOGETHER.at(-1)} compared with ${TOGETHER[1]}`,
  (last?.time ?? NaN) / (first?.time ?? NaN),
);
expectRatio(
  `memory for a widget, ${TOGETHER.at(-1)} compared with ${TOGETHER[1]}`,
  (last?.memory ?? NaN) / (first?.memory ?? NaN),
);

printRow('in turn', 'ms a widget', 'MB in use');
const { page, heap, timeOf } = await openPage();
await page.evaluate(mountInTurn, 100);
const rounds = [];
for (let done = 0; done < IN_TURN; done += ROUND) {
  const time = await timeOf(mountInTurn, ROUND);
  const round = { time, memory: await heap() };
  printRow(String(done + ROUND), round.time, round.memory);
  rounds.push(round);
}
const [early, late] = [rounds[0], rounds.at(-1)];
expectRatio('time for a widget, the last round compared with the first', (late?.time ?? NaN) / (early?.time ?? NaN));
expectRatio('heap, after the last round compared with the first', (late?.memory ?? NaN) / (early?.memory ?? NaN));
await browser.close();
await close();
