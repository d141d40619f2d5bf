// The browsers of the tests, as Debian packages them: chromium, firefox-esr, WebKitGTK (webkit2gtk-driver and Xvfb).
import { chromeLauncher } from '@web/test-runner-chrome';
import { webkit } from './webkit.mjs';

const CHROMIUM_FLAGS = [
  '--no-sandbox', // the tests of a container run as root
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function chromium() {
  const launcher = chromeLauncher({
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
      protocolTimeout: 30_000, // a call that is not answered is a failed test, not three minutes of nothing
    },
    // Of two tabs in one window the hidden one gets no frames and no focus: every test file gets a window of its own.
    createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
  });
  launcher.name = 'Chromium';
  return launcher;
}

function firefox() {
  const launcher = chromeLauncher({
    concurrency: 1, // one tab has the focus
    launchOptions: { browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' },
  });
  launcher.name = 'Firefox';
  return launcher;
}

export const engines = { chromium, firefox, webkit };
