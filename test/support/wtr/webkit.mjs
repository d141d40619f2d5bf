// A launcher of @web/test-runner for WebKitGTK: its browser MiniBrowser, driven over WebDriver, on a display of Xvfb.
// It calls itself 'puppeteer', and its page has the calls of puppeteer that @web/test-runner-commands makes, so that
// sendKeys, sendMouse, resetMouse and setViewport work as in the other engines.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { startDisplay } from '../display.mjs';

/**
 * WebDriver's code points for keys that type no character: https://w3c.github.io/webdriver/#keyboard-actions
 * @type {Readonly<Record<string, string>>}
 */
const KEY_CODES = {
  Enter: '\uE007',
  Tab: '\uE004',
  Space: ' ',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Meta: '\uE03D',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
};
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);
const BUTTONS = { left: 0, middle: 1, right: 2 };

const REQUEST_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 10_000;

/** @param {string} key a character, or the name of a key */
const codeOf = key => KEY_CODES[key] ?? key;

/** @returns {Promise<number>} */
export const findFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => {
        if (port === undefined) reject(new Error('no free port'));
        else resolve(port);
      });
    });
  });

/** A session of WebDriver. */
class WebDriverSession {
  #url;
  /** @param {string} url of the driver */
  constructor(url) {
    this.#url = url;
  }

  /**
   * @param {'GET' | 'POST' | 'DELETE'} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} the `value` of the answer: its shape depends on the command
   */
  async request(method, path, body) {
    const response = await fetch(this.#url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { value } = /** @type {any} */ (await response.json());
    if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  }

  /** @param {object} browserOptions */
  async open(browserOptions) {
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    const { sessionId } = await this.request('POST', '/session', { capabilities });
    this.#url += `/session/${sessionId}`;
  }

  close() {
    return this.request('DELETE', '');
  }

  /**
   * Runs the body of a function in the page.
   * @param {string} script
   * @param {unknown[]} args
   */
  execute(script, ...args) {
    return this.request('POST', '/execute/sync', { script, args });
  }

  /**
   * Renders a field with Latin, Cyrillic and Arabic text, and waits for its frame. The first frame of a browser took more than 20 s
   * on a busy machine, which is the time limit of a test.
   */
  async renderFirst() {
    await this.request('POST', '/timeouts', { script: REQUEST_TIMEOUT_MS });
    const script = `
      const done = arguments[arguments.length - 1];
      document.body.innerHTML = '<input value="A Я ا 1">';
      document.querySelector('input').focus();
      requestAnimationFrame(() => requestAnimationFrame(() => done(null)));`;
    await this.request('POST', '/execute/async', { script, args: [] });
  }

  /** @param {object[]} actions */
  keyActions(...actions) {
    return this.request('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** @param {object[]} actions */
  mouseActions(...actions) {
    const parameters = { pointerType: 'mouse' };
    return this.request('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] });
  }
}

/**
 * The part of puppeteer's Page that the commands use.
 * @param {() => WebDriverSession} session
 * @param {() => string | undefined} url
 */
function createPage(session, url) {
  /** The modifiers that are down. WebKitWebDriver forgets them between two calls, so they are pressed again with each key. */
  const heldModifiers = /** @type {Set<string>} */ (new Set());

  const keyboard = {
    /** @param {string} key */
    async press(key) {
      const modifiers = [...heldModifiers];
      await session().keyActions(
        ...modifiers.map(value => ({ type: 'keyDown', value })),
        { type: 'keyDown', value: codeOf(key) },
        { type: 'keyUp', value: codeOf(key) },
        ...modifiers.reverse().map(value => ({ type: 'keyUp', value })),
      );
    },
    /** @param {string} key */
    async down(key) {
      if (MODIFIERS.has(key)) heldModifiers.add(codeOf(key));
      else await session().keyActions({ type: 'keyDown', value: codeOf(key) });
    },
    /** @param {string} key */
    async up(key) {
      if (MODIFIERS.has(key)) heldModifiers.delete(codeOf(key));
      else await session().keyActions({ type: 'keyUp', value: codeOf(key) });
    },
    /** @param {string} text */
    async type(text) {
      for (const character of text) await keyboard.press(character);
    },
  };

  /** @typedef {{ button?: keyof typeof BUTTONS, count?: number }} ButtonOptions */
  const moveTo = (/** @type {number} */ x, /** @type {number} */ y) => ({ type: 'pointerMove', duration: 0, x, y });
  const mouse = {
    /**
     * @param {number} x
     * @param {number} y
     */
    move: (x, y) => session().mouseActions(moveTo(x, y)),
    /**
     * @param {number} x
     * @param {number} y
     * @param {ButtonOptions} options
     */
    click: (x, y, { button = 'left', count = 1 } = {}) =>
      session().mouseActions(
        moveTo(x, y),
        ...Array.from({ length: count }, () => [
          { type: 'pointerDown', button: BUTTONS[button] },
          { type: 'pointerUp', button: BUTTONS[button] },
        ]).flat(),
      ),
    /** @param {ButtonOptions} options */
    down: ({ button = 'left' } = {}) => session().mouseActions({ type: 'pointerDown', button: BUTTONS[button] }),
    /** @param {ButtonOptions} options */
    up: ({ button = 'left' } = {}) => session().mouseActions({ type: 'pointerUp', button: BUTTONS[button] }),
    async reset() {
      await session().request('DELETE', '/actions');
      await session().mouseActions(moveTo(0, 0));
    },
  };

  const refuseMedia = () => {
    throw new Error('WebKitGTK emulates no media features');
  };

  return {
    url,
    keyboard,
    mouse,
    /** @param {{ width: number, height: number }} size */
    async setViewport({ width, height }) {
      // WebDriver sets the size of the window, so the size of its frame is added until the viewport is right.
      await session().request('POST', '/window/rect', { width, height });
      for (let attempt = 0; attempt < 20; attempt++) {
        const [innerWidth, innerHeight] = await session().execute('return [innerWidth, innerHeight]');
        if (innerWidth === width && innerHeight === height) return;
        /** @type {{ width: number, height: number }} */
        const frame = await session().request('GET', '/window/rect');
        await session().request('POST', '/window/rect', {
          width: frame.width + width - innerWidth,
          height: frame.height + height - innerHeight,
        });
      }
      const actual = await session().execute('return `${innerWidth}x${innerHeight}`');
      throw new Error(`WebKitGTK: the viewport is ${actual}, and can't be ${width}x${height}`);
    },
    emulateMediaFeatures: refuseMedia,
    emulateMediaType: refuseMedia,
    screenshot: async () => Buffer.from(await session().request('GET', '/screenshot'), 'base64'),
    /** @param {(() => unknown) | string} fn a function, or its source */
    evaluate: fn => session().execute(`return (${String(fn)})()`),
  };
}

/**
 * Starts the driver, and waits until it answers.
 * @param {string} display
 * @param {string} home the folder for the browser's data
 */
async function startDriver(display, home) {
  const port = await findFreePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      NO_AT_BRIDGE: '1',
      MESA_SHADER_CACHE_DISABLE: 'true',
    },
  });
  const session = new WebDriverSession(`http://127.0.0.1:${port}`);
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await session.request('GET', '/status');
      return { child, session };
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(50);
  }
}

/** Removes a folder into which a process that is ending may still write, so the first attempts may fail. */
async function removeWhenQuiet(/** @type {string} */ folder) {
  for (let attempt = 0; ; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}

/**
 * The launcher. It drives one page: sessions come one after another.
 * @param {string} name
 * @param {string} gtkSettings the content of settings.ini
 */
export function webkit(name = 'WebKitGTK', gtkSettings = '') {
  /** @type {import('node:child_process').ChildProcess[]} */
  let children = [];
  /** @type {WebDriverSession | undefined} */
  let session;
  /** @type {Promise<void> | undefined} */
  let starting;
  /** @type {{ id: string, url: string } | undefined} */
  let active;
  /** @type {string | undefined} */
  let home;

  const currentSession = () => {
    if (!session) throw new Error('WebKitGTK is not running');
    return session;
  };
  const page = createPage(currentSession, () => active?.url);

  async function start() {
    const binary = requireEngine('webkit');
    home = mkdtempSync(path.join(tmpdir(), 'wtr-webkit-'));
    // GTK reads the settings of the user's desktop unless there are some here.
    mkdirSync(path.join(home, 'gtk-3.0'));
    writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), gtkSettings);
    const display = await startDisplay();
    children.push(display.child);
    const driver = await startDriver(display.display, home);
    children.push(driver.child);
    await driver.session.open({ binary, args: ['--automation'] });
    await driver.session.renderFirst();
    session = driver.session;
  }

  const killChildren = () => {
    for (const child of children.reverse()) child.kill();
    children = [];
  };
  process.once('exit', killChildren);

  return {
    name,
    type: 'puppeteer',
    concurrency: 1,
    /**
     * @param {string} id
     * @param {string} url
     */
    async startSession(id, url) {
      await (starting ??= start());
      active = { id, url };
      await page.setViewport({ width: 800, height: 600 });
      await currentSession().request('POST', '/url', { url });
    },
    /** @param {string} id */
    isActive: id => active?.id === id,
    /** @param {string} id */
    getBrowserUrl: id => (active?.id === id ? currentSession().request('GET', '/url') : undefined),
    /** @param {string} id */
    getPage(id) {
      if (active?.id !== id) throw new Error(`WebKitGTK: session ${id} is not active`);
      return page;
    },
    async stopSession() {
      active = undefined;
      await currentSession().request('POST', '/url', { url: 'about:blank' });
      return {};
    },
    startDebugSession: () => Promise.reject(new Error('WebKitGTK has no debug mode')),
    async stop() {
      await session?.close().catch(() => undefined); // the driver is killed anyway
      killChildren();
      starting = session = undefined;
      if (home !== undefined) await removeWhenQuiet(home);
    },
  };
}
