// What a key costs: its CPU time, from a trace of Chromium, and the time until its frame, which in-page.mjs measures.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.mjs';

/** Milliseconds between two keys, so that the work of one doesn't run into the next. */
const KEY_GAP_MS = 100;
/** The events of a key, and the events that these cause. */
const KEY_EVENTS = new Set([
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput', 'input', 'change', 'selectionchange'],
  ...['focus', 'blur', 'focusin', 'focusout'],
]);

/**
 * The times are in microseconds, and `tdur` is CPU time.
 * @typedef {{ name: string, ph: string, ts: number, dur: number, tdur?: number, pid: number, tid: number, args: { data: { type: string } } }} TraceEvent
 */

/**
 * The CPU time in the dispatch of each key's events.
 * @param {Buffer} trace
 * @returns {number[]} in ms
 */
function dispatchTimes(trace) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const dispatches = traceEvents
    .filter(({ name, ph }) => name === 'EventDispatch' && ph === 'X')
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const keyDowns = dispatches.filter(({ args }) => args.data.type === 'keydown');
  return keyDowns.map(({ ts, tid, pid }, index) => {
    // The events of a key are those before the next key, and within four gaps.
    const next = Math.min(keyDowns[index + 1]?.ts ?? Infinity, ts + 4 * KEY_GAP_MS * 1000);
    let end = -1;
    let time = 0;
    for (const event of dispatches) {
      if (event.tid !== tid || event.pid !== pid || event.ts < ts || event.ts >= next) continue;
      // An event that is dispatched within another one has been counted with it.
      if (event.ts < end || !KEY_EVENTS.has(event.args.data.type)) continue;
      end = event.ts + event.dur;
      time += event.tdur ?? event.dur;
    }
    return time / 1000;
  });
}

/**
 * Types into the field that has the focus.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').Page} page
 * @param {string} keys characters of a US keyboard, pressed one by one
 * @returns medians in ms: CPU time in the dispatch of a key's events, and the time from the keydown to the end of the next frame
 */
export async function typeKeys(browser, page, keys) {
  await page.evaluate(() => (Reflect.get(window, 'peer').keys.length = 0));
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  for (const key of keys) {
    await page.keyboard.press(key);
    await sleep(KEY_GAP_MS);
  }
  // Waits for the frame of the last key.
  await sleep(KEY_GAP_MS);
  const dispatch = median(dispatchTimes(await browser.stopTracing()));
  /** @type {number[]} */
  const frames = await page.evaluate(() => Reflect.get(window, 'peer').keys);
  return { dispatch, frame: median(frames) };
}
