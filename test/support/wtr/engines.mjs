// How @web/test-runner starts each engine.
import { chromeLauncher } from '@web/test-runner-chrome';
import { CHROMIUM_FLAGS, disableFeatures } from '../../../scripts/engines/chromium-flags.mjs';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { webkit } from './webkit.mjs';

/** The options that Chromium is launched with. */
export const chromiumOptions = () => ({
  executablePath: requireEngine('chromium'),
  // Puppeteer removes `--disable-features` from the array and merges it with its own features, so it gets a copy. All test files are loaded
  // in one window, one after another. With the back/forward cache, Chromium 156 keeps the page of the file before and starts another
  // process for the next one, which took 0.6 s of CPU time for a file.
  args: [...CHROMIUM_FLAGS, disableFeatures(['BackForwardCache'])],
  protocolTimeout: 30_000, // the default of puppeteer is three minutes
});

function chromium() {
  const launcher = chromeLauncher({
    launchOptions: chromiumOptions(),
    // A hidden tab gets no frames and no focus, so every test file gets its own window.
    createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
  });
  launcher.name = 'Chromium';
  return launcher;
}

function firefox() {
  const launcher = chromeLauncher({
    concurrency: 1, // only one tab can have the focus
    launchOptions: {
      browser: 'firefox',
      executablePath: requireEngine('firefox'),
      args: ['--remote-allow-system-access'], // for the command `media`
    },
  });
  launcher.name = 'Firefox';
  return launcher;
}

/** WebKitGTK has no way to emulate media features: it follows the settings of GTK that it is started with. */
export const webkitWithMoreContrast = () =>
  webkit(
    'WebKitGTK, more contrast and less motion',
    '[Settings]\ngtk-theme-name=HighContrast\ngtk-enable-animations=0\n',
  );

export const launchers = { chromium, firefox, webkit };
