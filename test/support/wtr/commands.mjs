const FEATURES = {
  colorScheme: 'prefers-color-scheme',
  reducedMotion: 'prefers-reduced-motion',
  forcedColors: 'forced-colors',
  contrast: 'prefers-contrast',
};

/** Sessions of the DevTools protocol, one for each page: emulation ends with the session that asked for it. */
const sessions = new WeakMap();

async function devTools(session) {
  const page = session.browser.getPage(session.id);
  if (!sessions.has(page)) sessions.set(page, await page.createCDPSession());
  return sessions.get(page);
}

const KEY_CODES = { Backspace: 8, Delete: 46, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35 };
const MODIFIERS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** What the keyboard of a US layout sends for a key such as `5`, `Backspace` or `Control+a`. */
function keyEvents(keys) {
  const [key, ...held] = keys.split('+').reverse();
  const modifiers = held.reduce((sum, name) => sum + MODIFIERS[name], 0);
  const isCharacter = key.length === 1;
  const event = {
    key,
    modifiers,
    code: !isCharacter ? key : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: isCharacter ? key.toUpperCase().charCodeAt(0) : KEY_CODES[key],
  };
  const down =
    isCharacter && held.length === 0 ? { ...event, type: 'keyDown', text: key } : { ...event, type: 'rawKeyDown' };
  return [down, { ...event, type: 'keyUp' }];
}

/**
 * Commands for tests that the official ones do not have. Answered by Chromium alone: see support/browser.ts.
 * - `media` {colorScheme, reducedMotion, forcedColors, contrast}
 * - `keys` [key, …]: many keys in one go; the page sees every one of them
 * - `cdp` {method, params}: one call of the DevTools protocol
 */
export function browserCommands() {
  return {
    name: 'browser-commands',
    async executeCommand({ command, payload, session }) {
      if (command === 'media') {
        const features = Object.entries(payload).map(([name, value]) => ({ name: FEATURES[name], value }));
        await (await devTools(session)).send('Emulation.setEmulatedMedia', { features });
        return true;
      }
      if (command === 'keys') {
        const client = await devTools(session);
        await Promise.all(payload.flatMap(keyEvents).map(event => client.send('Input.dispatchKeyEvent', event)));
        return true;
      }
      if (command === 'cdp') {
        const result = await (await devTools(session)).send(payload.method, payload.params);
        return result ?? true;
      }
      return undefined;
    },
  };
}
