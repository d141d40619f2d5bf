// Applies the files in .changeset/ to package.json, package-lock.json and CHANGELOG.md of a folder.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const cli = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');

/**
 * Runs the program `changeset`. If a folder has workspaces, it only looks at them, but here the package is the root. So
 * package.json has no workspaces while it runs.
 * @param {string} folder
 * @param {string} command
 */
export function runChangeset(folder, command) {
  const file = path.join(folder, 'package.json');
  const write = (/** @type {unknown} */ manifest) => writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  const before = JSON.parse(readFileSync(file, 'utf8'));
  write({ ...before, workspaces: undefined });
  // Ctrl+C ends the program first. This process then restores package.json before it ends.
  const wait = () => {};
  process.on('SIGINT', wait);
  try {
    const { status } = spawnSync(process.execPath, [cli, command], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`changeset ${command} has failed`);
  } finally {
    const { version } = JSON.parse(readFileSync(file, 'utf8'));
    write({ ...before, version });
    process.off('SIGINT', wait);
  }
}

/**
 * Makes the next version from the changesets, and deletes them: writes its number into package.json and package-lock.json, and its heading
 * with the UTC date into CHANGELOG.md. Does nothing if there is no changeset.
 * @param {string} folder
 * @param {Date} date
 * @returns {boolean} whether there is a new version
 */
export function makeVersion(folder, date) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(folder, name), 'utf8');
  const readVersion = () => String(JSON.parse(read('package.json')).version);
  const heading = '## [Unreleased]\n';
  const changelog = read('CHANGELOG.md');
  if (!changelog.includes(heading)) throw new Error('CHANGELOG.md has no heading for unreleased changes');
  const old = readVersion();
  runChangeset(folder, 'version');
  const version = readVersion();
  if (version === old) return false;

  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  lock.packages[''].version = version;
  writeFileSync(path.join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);

  const released = `${heading}\n## [${version}] - ${date.toISOString().slice(0, 10)}\n`;
  writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog.replace(heading, released));
  return true;
}
