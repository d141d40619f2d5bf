// Chromium, Firefox and WebKitGTK behind the few calls that all of them support.
import puppeteer from 'puppeteer-core';
import { findEngine, requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { webkit } from '../../support/wtr/webkit.mjs';
import { launch } from './browser.mjs';
import { until } from './until.mjs';

/**
 * The calls that an engine has to support.
 * @typedef {object} Driver
 * @property {(url: string) => Promise<unknown>} open
 * @property {{ press(key: any): Promise<unknown>, type(text: string): Promise<unknown> }} keyboard
 * @property {{ click(x: number, y: number): Promise<unknown> }} mouse
 * @property {(source: string) => Promise<any>} evaluate runs an expression in the page
 */

/**
 * The same calls for a page of any engine.
 * @param {Driver} driver
 */
function createPage({ open, keyboard, mouse, evaluate }) {
  /**
   * Runs a function in the page. Arguments and result are JSON.
   * @param {string | ((...args: any[]) => unknown)} fn
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  const run = (fn, ...args) => evaluate(`(${String(fn)})(${args.map(arg => JSON.stringify(arg)).join(', ')})`);
  return {
    /**
     * Goes to a page, and waits until its inputs are rendered.
     * @param {string} url
     */
    async open(url) {
      await open(url);
      await until('the inputs are rendered', () =>
        run(() =>
          [...document.querySelectorAll('phone-input, code-input')].every(element =>
            element.shadowRoot?.querySelector('input'),
          ),
        ),
      );
    },
    run,
    /**
     * Polls a function in the page until it returns something truthy.
     * @param {string} description
     * @param {string | ((...args: any[]) => unknown)} fn the function, or its source
     * @param {unknown[]} args
     */
    until: (description, fn, ...args) => until(description, () => run(fn, ...args)),
    /** @param {string} key */
    press: key => keyboard.press(key),
    /** @param {string} text typed key by key */
    type: text => keyboard.type(text),
    /** @param {string} selector of the element whose middle is clicked */
    async click(selector) {
      /** @type {[number, number]} */
      const [x, y] = await run((/** @type {string} */ selector) => {
        const { left, top, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return [left + width / 2, top + height / 2];
      }, selector);
      return mouse.click(x, y);
    },
  };
}

async function startChromium() {
  const browser = await launch();
  const tab = await browser.newPage();
  const { keyboard, mouse } = tab;
  const page = createPage({
    open: url => tab.goto(url),
    keyboard,
    mouse,
    evaluate: source => tab.evaluate(source),
  });
  return { ...page, close: () => browser.close() };
}

async function startFirefox() {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: requireEngine('firefox') });
  const tab = await browser.newPage();
  const { keyboard, mouse } = tab;
  const page = createPage({
    open: url => tab.goto(url),
    keyboard,
    mouse,
    evaluate: source => tab.evaluate(source),
  });
  return { ...page, close: () => browser.close() };
}

async function startWebKit() {
  const launcher = webkit();
  const sessionId = 'e2e';
  await launcher.startSession(sessionId, 'about:blank');
  const tab = launcher.getPage(sessionId);
  const { keyboard, mouse } = tab;
  const page = createPage({
    open: url => launcher.startSession(sessionId, url),
    keyboard,
    mouse,
    evaluate: source => tab.evaluate(`() => ${source}`),
  });
  return { ...page, close: () => launcher.stop() };
}

const all = /** @type {const} */ ([
  ['chromium', 'Chromium', startChromium],
  ['firefox', 'Firefox', startFirefox],
  ['webkit', 'WebKitGTK', startWebKit],
]);

/** @typedef {ReturnType<typeof createPage> & { close(): Promise<unknown> }} EnginePage */

/**
 * The engines that this machine has, by name: functions that start one, and resolve to a page in it.
 * @type {Record<string, () => Promise<EnginePage>>}
 */
export const ENGINES = Object.fromEntries(
  all.filter(([id]) => findEngine(id) !== undefined).map(([, name, start]) => [name, start]),
);
