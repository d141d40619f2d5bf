// Chromium, Firefox and WebKitGTK with the few calls that the tests of forms make, the same in each.
import puppeteer from 'puppeteer-core';
import { webkit } from '../../support/wtr/webkit.mjs';
import { launch } from './browser.mjs';

const LIMIT_MS = 15_000;

/** Looks again until it holds. While a page is being left there is nothing to ask: that is «not yet». */
async function until(what, look) {
  const end = Date.now() + LIMIT_MS;
  for (let error; ;) {
    try {
      if (await look()) return;
      error = undefined;
    } catch (thrown) {
      error = thrown;
    }
    if (Date.now() > end) throw new Error(`Not within ${LIMIT_MS} ms: ${what}`, { cause: error });
  }
}

/** What a test does with a page; `run` is the one thing besides keyboard and mouse that an engine gives for it. */
function personAt({ open, keyboard, mouse, run }) {
  return {
    /** Goes to a page, and waits until its elements are there to be used. */
    async open(url) {
      await open(url);
      await until('the elements are there', () =>
        run(() =>
          [...document.querySelectorAll('phone-input, code-input')].every(each =>
            each.shadowRoot?.querySelector('input'),
          ),
        ),
      );
    },
    /** Runs a function in the page. Arguments and result are JSON. */
    run,
    until: (what, look, ...args) => until(what, () => run(look, ...args)),
    /** Presses a key, or types a text key by key. */
    press: key => keyboard.press(key),
    type: text => keyboard.type(text),
    /** A click, with the mouse. */
    async click(selector) {
      const [x, y] = await run(selector => {
        const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      }, selector);
      return mouse.click(x, y);
    },
  };
}

const sourceOf = (fn, args) => `(${fn})(${args.map(arg => JSON.stringify(arg)).join(', ')})`;

async function startChromium() {
  const browser = await launch();
  const page = await browser.newPage();
  const person = personAt({
    open: url => page.goto(url),
    keyboard: page.keyboard,
    mouse: page.mouse,
    run: (fn, ...args) => page.evaluate(sourceOf(fn, args)),
  });
  return { ...person, close: () => browser.close() };
}

async function startFirefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  });
  const page = await browser.newPage();
  const person = personAt({
    open: url => page.goto(url),
    keyboard: page.keyboard,
    mouse: page.mouse,
    run: (fn, ...args) => page.evaluate(sourceOf(fn, args)),
  });
  return { ...person, close: () => browser.close() };
}

async function startWebKit() {
  const launcher = webkit();
  const id = 'form';
  await launcher.startSession(id, 'about:blank');
  const page = launcher.getPage(id);
  const person = personAt({
    open: url => launcher.startSession(id, url),
    keyboard: page.keyboard,
    mouse: page.mouse,
    run: (fn, ...args) => page.evaluate(`() => ${sourceOf(fn, args)}`),
  });
  return { ...person, close: () => launcher.stop() };
}

/** Every engine by its name: a function that starts it, and answers with the person at its page. */
export const ENGINES = { Chromium: startChromium, Firefox: startFirefox, WebKitGTK: startWebKit };
