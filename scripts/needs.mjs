// What the tests need beside npm's packages: three browsers and a PostgreSQL. On Debian, as root, what is missing is
// installed; elsewhere what is there is used, and what is missing is said by name.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const lib = '/usr/lib/x86_64-linux-gnu';
const onPath = name => (process.env.PATH ?? '').split(path.delimiter).some(dir => existsSync(path.join(dir, name)));
const any = (...files) => files.some(file => file && existsSync(file));
const inFolder = (folder, ...rest) =>
  existsSync(folder) && readdirSync(folder).some(name => existsSync(path.join(folder, name, ...rest)));

const needs = [
  {
    name: 'Chromium (or set CHROMIUM to its path)',
    package: 'chromium',
    isThere: () => any(process.env.CHROMIUM, '/usr/bin/chromium'),
  },
  {
    name: 'Firefox (or set FIREFOX to its path)',
    package: 'firefox-esr',
    isThere: () => any(process.env.FIREFOX, '/usr/bin/firefox-esr'),
  },
  {
    name: 'WebKitGTK with its WebDriver',
    package: 'webkit2gtk-driver',
    isThere: () =>
      onPath('WebKitWebDriver') && any(`${lib}/webkit2gtk-4.1/MiniBrowser`, `${lib}/webkit2gtk-4.0/MiniBrowser`),
  },
  { name: 'Xvfb, a display for WebKitGTK', package: 'xvfb', isThere: () => onPath('Xvfb') },
  {
    name: 'PostgreSQL (the server)',
    package: 'postgresql',
    isThere: () => onPath('postgres') || inFolder('/usr/lib/postgresql', 'bin', 'postgres'),
  },
  {
    name: 'fonts with Cyrillic letters',
    package: 'fonts-dejavu-core',
    isThere: () => existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0,
  },
];

/** Names of what is missing still. */
export function prepare() {
  const missing = () => needs.filter(need => !need.isThere());
  const packages = missing().map(need => need.package);
  if (packages.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${packages.join(', ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    try {
      execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } catch {
      // What is missing still is said below.
    }
  }
  return missing().map(need => `${need.name}; Debian's package is ${need.package}`);
}
