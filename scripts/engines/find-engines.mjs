// Finds browsers, and programs on the PATH, for tests and benchmarks.
//
// If the environment variable of an engine (CHROMIUM, FIREFOX, WEBKIT) is set, only the executable that it names counts. Otherwise Chromium
// and Firefox are looked for on the PATH (Linux alone), in the usual folders of the system, and among the browsers that Playwright has
// downloaded. WebKit is looked for in the folders of WebKitGTK, on Linux alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */

/**
 * What the search needs to know about a machine. The tests pass an imaginary one.
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {Record<string, string | undefined>} env
 * @property {string} home the home folder
 * @property {(file: string) => boolean} exists
 * @property {(folder: string) => string[]} list the names in a folder; none if there is no such folder
 */

/** @type {readonly EngineName[]} */
export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'];

/** What to tell somebody who doesn't have the engine. */
export const HOW_TO_GET = {
  chromium: 'Chromium, Chrome or Edge not found; CHROMIUM=<path> names one',
  firefox: 'Firefox not found; FIREFOX=<path> names one',
  webkit: 'WebKitGTK not found (Linux alone: WebKitWebDriver, MiniBrowser and Xvfb)',
};

/** @type {Machine} */
const thisMachine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};

/** @param {Machine} machine */
const pathsOf = ({ platform }) => (platform === 'win32' ? path.win32 : path.posix);

/**
 * Returns the path of a program in one of the folders of PATH, or undefined. No extension is added to the name: on Windows, `go` doesn't
 * find `go.exe`.
 * @param {string} name
 * @param {Machine} machine
 */
export function findOnPath(name, machine = thisMachine) {
  const paths = pathsOf(machine);
  return (machine.env.PATH ?? '')
    .split(paths.delimiter)
    .filter(Boolean)
    .map(folder => paths.join(folder, name))
    .find(machine.exists);
}

/** The names of the programs on Linux. On other systems, browsers aren't on the PATH. */
const PROGRAMS = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  firefox: ['firefox-esr', 'firefox'],
};
const LINUX = {
  chromium: ['/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'],
};
/** The paths on macOS, below /Applications or ~/Applications. */
const MACOS = {
  chromium: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  firefox: ['Firefox.app/Contents/MacOS/firefox'],
};
/** The paths on Windows, below %ProgramFiles%, %ProgramFiles(x86)% or %LOCALAPPDATA%. */
const WINDOWS = {
  chromium: [
    String.raw`Google\Chrome\Application\chrome.exe`,
    String.raw`Chromium\Application\chrome.exe`,
    String.raw`Microsoft\Edge\Application\msedge.exe`,
  ],
  firefox: [String.raw`Mozilla Firefox\firefox.exe`],
};

/**
 * @param {'chromium' | 'firefox'} name
 * @param {Machine} machine
 */
function usualPlaces(name, { platform, env, home }) {
  if (platform === 'darwin')
    return MACOS[name].flatMap(app => [`/Applications/${app}`, path.posix.join(home, 'Applications', app)]);
  if (platform === 'win32')
    return WINDOWS[name].flatMap(program =>
      [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].flatMap(folder =>
        folder ? [path.win32.join(folder, program)] : [],
      ),
    );
  return LINUX[name];
}

/** The paths inside a folder of Playwright, such as chromium-1200. They have changed over the years. */
const IN_PLAYWRIGHT = {
  chromium: {
    linux: ['chrome-linux64/chrome', 'chrome-linux/chrome'],
    darwin: ['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap(folder => [
      `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    ]),
    win32: ['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
  },
  firefox: {
    linux: ['firefox/firefox'],
    darwin: ['firefox/Nightly.app/Contents/MacOS/firefox'],
    win32: ['firefox/firefox.exe'],
  },
};

/**
 * Returns the paths that an executable may have in Playwright's cache, those of the newest browser first.
 * @param {'chromium' | 'firefox'} name
 * @param {Machine} machine
 */
function playwrightPlaces(name, machine) {
  const { platform, env, home, list } = machine;
  const join = (/** @type {string[]} */ ...parts) => pathsOf(machine).join(...parts);
  const caches = {
    linux: join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright'),
    darwin: join(home, 'Library/Caches/ms-playwright'),
    win32: join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'ms-playwright'),
  };
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? caches[system];
  const revisionOf = (/** @type {string} */ folder) => Number(folder.slice(name.length + 1));
  return list(cache)
    .filter(folder => folder.startsWith(`${name}-`) && revisionOf(folder) > 0)
    .sort((a, b) => revisionOf(b) - revisionOf(a))
    .flatMap(folder => IN_PLAYWRIGHT[name][system].map(file => join(cache, folder, file)));
}

/**
 * Returns the path of MiniBrowser, the browser that comes with WebKitGTK. Returns undefined if WebKitWebDriver or Xvfb, which run it, isn't
 * on the PATH.
 * @param {Machine} machine
 */
function findMiniBrowser(machine) {
  const { platform, exists, list } = machine;
  if (platform !== 'linux' || !findOnPath('WebKitWebDriver', machine) || !findOnPath('Xvfb', machine)) return undefined;
  const libraries = ['/usr/libexec', '/usr/lib', ...list('/usr/lib').map(folder => `/usr/lib/${folder}`)];
  return libraries
    .flatMap(folder => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map(version => `${folder}/${version}/MiniBrowser`))
    .find(exists);
}

/**
 * Returns the path of the executable of an engine; undefined if there is none.
 * @param {EngineName} name
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findEngine(name, machine = thisMachine) {
  const { env, platform, exists } = machine;
  // If the variable is set, only its browser may be used. If that doesn't exist, no other browser replaces it.
  const chosen = env[name.toUpperCase()];
  if (chosen) return exists(chosen) ? chosen : undefined;
  if (name === 'webkit') return findMiniBrowser(machine);
  const onPath = platform === 'linux' ? PROGRAMS[name].map(program => findOnPath(program, machine)) : [];
  return [...onPath, ...usualPlaces(name, machine), ...playwrightPlaces(name, machine)].find(
    file => file !== undefined && exists(file),
  );
}

/**
 * Returns the path of the executable of an engine.
 * @param {EngineName} name
 * @throws {Error} that says what is missing
 */
export function requireEngine(name) {
  const file = findEngine(name);
  if (file === undefined) throw new Error(HOW_TO_GET[name]);
  return file;
}

/** The engines that this machine has. */
export const installedEngines = () => ENGINE_NAMES.filter(name => findEngine(name) !== undefined);

/** Whether a test can show the window of a browser on a virtual display, and press keys in it. */
export const canShowWindows = () =>
  process.platform === 'linux' && ['Xvfb', 'xdotool'].every(name => findOnPath(name) !== undefined);

/** What to tell somebody if `canShowWindows` is false. */
export const HOW_TO_SHOW_WINDOWS = 'Xvfb or xdotool not found (Linux alone)';

/** The Python that Debian's python3-gi belongs to. */
export const AT_SPI_PYTHON = '/usr/bin/python3';

/** Whether a test can read what Firefox gives to screen readers on Linux. */
export const canReadAtSpi = () =>
  process.platform === 'linux' &&
  ['Xvfb', 'dbus-daemon'].every(name => findOnPath(name) !== undefined) &&
  findEngine('firefox') !== undefined &&
  spawnSync(AT_SPI_PYTHON, ['-c', 'import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi'])
    .status === 0;

/** What to tell somebody if `canReadAtSpi` is false. */
export const HOW_TO_READ_AT_SPI =
  'Firefox, Xvfb, dbus-daemon, at-spi2-core, or Atspi for the Python of the system not found (Linux alone)';
