import assert from 'node:assert/strict';
import test from 'node:test';
import { findEngine } from '../../../scripts/engines/find-engines.mjs';

/**
 * A machine with these files and no others.
 * @param {string} platform
 * @param {string[]} files
 * @param {Record<string, string>} env
 */
function machineWith(platform, files, env = {}) {
  const separator = platform === 'win32' ? '\\' : '/';
  const home = { win32: String.raw`C:\Users\maria`, darwin: '/Users/maria' }[platform] ?? '/home/maria';
  return {
    platform,
    env,
    home,
    exists: (/** @type {string} */ file) => files.includes(file),
    list: (/** @type {string} */ folder) => [
      ...new Set(
        files
          .filter(file => file.startsWith(folder + separator))
          .flatMap(file => file.slice(folder.length + 1).split(separator, 1)),
      ),
    ],
  };
}

const inPrograms = String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`;
const inX86 = String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`;
const windows = { ProgramFiles: String.raw`C:\Program Files`, 'ProgramFiles(x86)': String.raw`C:\Program Files (x86)` };

/** @type {[string, string, 'chromium' | 'firefox', string, Record<string, string>?][]} */
const places = [
  ['Linux, on the PATH', 'linux', 'chromium', '/opt/bin/google-chrome', { PATH: '/usr/bin:/opt/bin' }],
  ['Linux, a usual place', 'linux', 'chromium', '/opt/microsoft/msedge/msedge'],
  ['Linux, Firefox ESR', 'linux', 'firefox', '/usr/bin/firefox-esr'],
  ['Linux, snap', 'linux', 'firefox', '/snap/bin/firefox'],
  ['macOS, Chrome', 'darwin', 'chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['macOS, of one user', 'darwin', 'firefox', '/Users/maria/Applications/Firefox.app/Contents/MacOS/firefox'],
  ['Windows, Chrome', 'win32', 'chromium', inPrograms, windows],
  ['Windows, Edge', 'win32', 'chromium', inX86, windows],
  ['Windows, Firefox', 'win32', 'firefox', String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`, windows],
  ['Playwright on Linux', 'linux', 'chromium', '/home/maria/.cache/ms-playwright/chromium-1200/chrome-linux64/chrome'],
  ['Playwright on Linux', 'linux', 'firefox', '/home/maria/.cache/ms-playwright/firefox-1490/firefox/firefox'],
  [
    'Playwright on macOS',
    'darwin',
    'chromium',
    '/Users/maria/Library/Caches/ms-playwright/chromium-1100/chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ],
  [
    'Playwright on Windows',
    'win32',
    'firefox',
    String.raw`C:\Users\maria\AppData\Local\ms-playwright\firefox-1490\firefox\firefox.exe`,
  ],
  [
    'Playwright elsewhere',
    'linux',
    'chromium',
    '/browsers/chromium-1200/chrome-linux/chrome',
    { PLAYWRIGHT_BROWSERS_PATH: '/browsers' },
  ],
];
for (const [where, platform, engine, file, env] of places) {
  test(`${engine} is found: ${where}`, () => {
    assert.equal(findEngine(engine, machineWith(platform, [file], env)), file);
  });
}

test("the newest of Playwright's browsers is taken, and none of another kind", () => {
  const cache = '/home/maria/.cache/ms-playwright';
  const files = ['chromium-999', 'chromium-1200', 'chromium_headless_shell-1300', 'chromium-tip-of-tree-1400'];
  const machine = machineWith(
    'linux',
    files.map(folder => `${cache}/${folder}/chrome-linux/chrome`),
  );
  assert.equal(findEngine('chromium', machine), `${cache}/chromium-1200/chrome-linux/chrome`);
});

test('a browser of the system comes before one of Playwright', () => {
  const machine = machineWith('linux', [
    '/home/maria/.cache/ms-playwright/firefox-1490/firefox/firefox',
    '/usr/bin/firefox',
  ]);
  assert.equal(findEngine('firefox', machine), '/usr/bin/firefox');
});

test('the environment variable comes first, and nothing takes its place', () => {
  const files = ['/usr/bin/chromium', '/my/chrome'];
  assert.equal(findEngine('chromium', machineWith('linux', files, { CHROMIUM: '/my/chrome' })), '/my/chrome');
  assert.equal(findEngine('chromium', machineWith('linux', files, { CHROMIUM: '/gone' })), undefined);
});

test('WebKitGTK is its MiniBrowser, its driver and a display', () => {
  const browser = '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
  const programs = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const env = { PATH: '/usr/bin' };
  assert.equal(findEngine('webkit', machineWith('linux', [browser, ...programs], env)), browser);
  for (const missing of programs) {
    const files = [browser, ...programs].filter(file => file !== missing);
    assert.equal(findEngine('webkit', machineWith('linux', files, env)), undefined, missing);
  }
});

test('nothing is found on an empty machine', () => {
  for (const platform of ['linux', 'darwin', 'win32'])
    for (const engine of /** @type {const} */ (['chromium', 'firefox', 'webkit']))
      assert.equal(findEngine(engine, machineWith(platform, [])), undefined);
});
