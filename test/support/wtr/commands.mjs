import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** @typedef {import('puppeteer-core').CDPSession} CDPSession */
/** @typedef {import('puppeteer-core').Page} Page */

const MEDIA_FEATURES = {
  colorScheme: 'prefers-color-scheme',
  reducedMotion: 'prefers-reduced-motion',
  forcedColors: 'forced-colors',
  contrast: 'prefers-contrast',
};

/**
 * The preferences that make Firefox match a media feature, which WebDriver BiDi does not emulate. Forced colours come with
 * `prefers-contrast: more` there, as they do for a person who asks for them.
 * @type {Readonly<Record<string, readonly [feature: string, preference: string, value: number]>>}
 */
const FIREFOX_PREFERENCES = {
  reducedMotion: ['reduce', 'ui.prefersReducedMotion', 1],
  forcedColors: ['active', 'browser.display.document_color_use', 2],
  contrast: ['more', 'ui.useAccessibilityTheme', 1],
};

/**
 * Sets or clears preferences of a running Firefox, from its browser window (`--remote-allow-system-access`).
 * @param {Page} page
 * @param {Readonly<Record<string, string>>} features
 */
async function setFirefoxMedia(page, features) {
  // The protocol of Firefox, below what puppeteer has calls for.
  const session = /** @type {any} */ (page.mainFrame()).browsingContext.userContext.browser.session;
  const { result: tree } = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const calls = Object.entries(features).map(([key, value]) => {
    const known = FIREFOX_PREFERENCES[key];
    if (!known) throw new Error(`Firefox: no preference is known for ${key}`);
    const [active, preference, setting] = known;
    return value === active
      ? `Services.prefs.setIntPref('${preference}', ${setting})`
      : `Services.prefs.clearUserPref('${preference}')`;
  });
  const { result } = await session.send('script.evaluate', {
    target: { context: tree.contexts[0].context },
    expression: calls.join(';'),
    awaitPromise: false,
  });
  if (result.type !== 'success') throw new Error(`Firefox: ${result.exceptionDetails.text}`);
}

/**
 * The session of the DevTools protocol of each page. It is kept because what a session emulates ends with it.
 * @type {WeakMap<Page, CDPSession>}
 */
const devToolsSessions = new WeakMap();

/** @param {import('@web/test-runner-core').BasicTestSession} session */
async function devToolsOf(session) {
  const page = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (session.browser).getPage(session.id);
  const existing = devToolsSessions.get(page);
  if (existing) return existing;
  const created = await page.createCDPSession();
  devToolsSessions.set(page, created);
  return created;
}

/** @type {Readonly<Record<string, number>>} */
const KEY_CODES = { Backspace: 8, Delete: 46, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35 };
/** @type {Readonly<Record<string, number>>} */
const MODIFIER_BITS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/**
 * What the keyboard of a US layout sends for a key such as `5`, `Backspace` or `Control+a`.
 * @param {string} keys
 */
function keyEvents(keys) {
  const [key = '', ...modifierNames] = keys.split('+').reverse();
  const modifiers = modifierNames.reduce((bits, name) => bits + (MODIFIER_BITS[name] ?? 0), 0);
  const isCharacter = key.length === 1;
  const event = {
    key,
    modifiers,
    code: !isCharacter ? key : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: isCharacter ? key.toUpperCase().charCodeAt(0) : (KEY_CODES[key] ?? 0),
  };
  const down =
    isCharacter && modifierNames.length === 0
      ? { ...event, type: /** @type {const} */ ('keyDown'), text: key }
      : { ...event, type: /** @type {const} */ ('rawKeyDown') };
  return [down, { ...event, type: /** @type {const} */ ('keyUp') }];
}

/**
 * Commands that @web/test-runner-commands does not have. All but the first four are for Chromium only
 * (test/support/browser.ts).
 * - `screenshot`: a PNG of the viewport, or of `clip` {x, y, width, height} in it (not in WebKitGTK), in Base64
 * - `double-click` [x, y]: two clicks of the mouse in one message, the second one counted as such by the engine
 * - `render-on-server`: the elements as a server renders them
 * - `media` {colorScheme, reducedMotion, forcedColors, contrast}; in Firefox without colorScheme, in WebKitGTK not at all
 * - `keys` [key, …]: many keys in one message, so that the page gets them without a pause in between
 * - `cdp` {method, params}: one call of the DevTools protocol
 * @returns {import('@web/test-runner').TestRunnerPlugin<any>}
 */
export function browserCommands() {
  return {
    name: 'browser-commands',
    async executeCommand({ command, payload, session }) {
      if (command === 'screenshot') {
        const page = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (session.browser).getPage(
          session.id,
        );
        return Buffer.from(await page.screenshot({ captureBeyondViewport: false, ...payload })).toString('base64');
      }
      if (command === 'double-click') {
        const page = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (session.browser).getPage(
          session.id,
        );
        await page.mouse.click(payload[0], payload[1], { count: 2 });
        return true;
      }
      if (command === 'render-on-server') {
        const args = ['--import', './scripts/suites/typescript.mjs', 'test/support/render-on-server.ts'];
        return (await promisify(execFile)(process.execPath, args)).stdout;
      }
      if (command === 'media' && session.browser.name === 'Firefox') {
        const page = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (session.browser).getPage(
          session.id,
        );
        await setFirefoxMedia(page, payload);
        return true;
      }
      if (command === 'media') {
        const features = Object.entries(MEDIA_FEATURES)
          .filter(([key]) => key in payload)
          .map(([key, name]) => ({ name, value: payload[key] }));
        await (await devToolsOf(session)).send('Emulation.setEmulatedMedia', { features });
        return true;
      }
      if (command === 'keys') {
        const devTools = await devToolsOf(session);
        const events = payload.flatMap(keyEvents);
        await Promise.all(
          events.map((/** @type {ReturnType<typeof keyEvents>[number]} */ event) =>
            devTools.send('Input.dispatchKeyEvent', event),
          ),
        );
        return true;
      }
      if (command === 'cdp') {
        const result = await (await devToolsOf(session)).send(payload.method, payload.params);
        return result ?? true; // undefined would say that no plugin knows the command
      }
      return undefined;
    },
  };
}
