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

/**
 * Commands for tests that the official ones do not have. Answered by Chromium alone: see support/browser.ts.
 * - `media` {colorScheme, reducedMotion, forcedColors, contrast}
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
      if (command === 'cdp') {
        const result = await (await devTools(session)).send(payload.method, payload.params);
        return result ?? true;
      }
      return undefined;
    },
  };
}
