// What `npm test` looks for before its suites: three browsers, PostgreSQL, PHP, a display for windows, and AT-SPI. As root on Debian, it
// installs what is missing. It skips the tests that need what is still missing, and names it in its last lines. Each of these that REQUIRED
// lists (REQUIRED=chromium,firefox,webkit,postgresql,display in .ci/run) fails the run if it is missing. Suites that run only if they are
// named look for their own programs, such as Go.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  canReadAtSpi,
  canShowWindows,
  ENGINE_NAMES,
  findEngine,
  findOnPath,
  HOW_TO_GET,
  HOW_TO_READ_AT_SPI,
  HOW_TO_SHOW_WINDOWS,
} from './find-engines.mjs';

/** Where Debian has a folder for each version of PostgreSQL. These are not on the PATH. */
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';

/** Whether a folder has both programs that server/test/support/postgres.ts needs. That file searches the same folders. */
function hasPostgres() {
  const versions = existsSync(DEBIAN_POSTGRESQL) ? readdirSync(DEBIAN_POSTGRESQL) : [];
  const folders = process.env.POSTGRESQL
    ? [process.env.POSTGRESQL]
    : [
        ...versions.map(version => path.join(DEBIAN_POSTGRESQL, version, 'bin')),
        ...(process.env.PATH ?? '').split(path.delimiter),
      ];
  return folders.some(folder => ['postgres', 'initdb'].every(program => existsSync(path.join(folder, program))));
}

/** @type {Readonly<Record<string, string[]>>} */
const DEBIAN_PACKAGES = {
  chromium: ['chromium', 'fonts-dejavu-core'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
  postgresql: ['postgresql'],
  display: ['xvfb', 'xdotool'],
  php: ['php-cli'],
  'at-spi': ['xvfb', 'dbus', 'at-spi2-core', 'python3-gi', 'gir1.2-atspi-2.0'],
};

const prerequisites = [
  ...ENGINE_NAMES.map(name => ({
    name: /** @type {string} */ (name),
    hint: HOW_TO_GET[name],
    isThere: () => findEngine(name) !== undefined,
  })),
  {
    name: 'postgresql',
    hint: 'the PostgreSQL server (postgres, initdb) not found; POSTGRESQL=<folder> names one',
    isThere: hasPostgres,
  },
  { name: 'php', hint: 'php not found on the PATH', isThere: () => findOnPath('php') !== undefined },
  { name: 'display', hint: HOW_TO_SHOW_WINDOWS, isThere: canShowWindows },
  { name: 'at-spi', hint: HOW_TO_READ_AT_SPI, isThere: canReadAtSpi },
];

const findMissing = () => prerequisites.filter(({ isThere }) => !isThere());

/** @param {string[]} packages */
function installOnDebian(packages) {
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const aptGet = (...args) => execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);
  } catch {
    // Whatever is still missing is reported by name.
  }
}

/**
 * Installs what any suite needs and this machine lacks, if the process runs as root on Debian. Installs nothing elsewhere.
 * @returns what is still missing
 */
export function installMissing() {
  const missing = findMissing();
  if (missing.length === 0 || process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) return missing;
  installOnDebian(missing.flatMap(({ name }) => DEBIAN_PACKAGES[name] ?? []));
  return findMissing();
}
