// Builds a server from its Go module, for the tests of its adapter. All clones of the repository share the program, in the user's cache
// folder.
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './find-engines.mjs';

/**
 * @typedef {object} GoProgram
 * @property {string} name for people
 * @property {string} file the beginning of its name in the cache, before the release
 * @property {string} release the version, as the project names it. Go may have another name for it: see `module`
 * @property {string} module path and version of the Go module: `<path>@<version>`
 * @property {string} dropReplace a module that go.mod replaces with a subfolder. The download doesn't contain that subfolder, so the
 *   replacement is dropped
 * @property {string} variable the environment variable with the path of an existing program
 * @property {string} releases the page from which people can download the program
 */

const CACHE_FOLDERS = /** @type {Readonly<Record<string, string>>} */ ({
  darwin: 'Library/Caches',
  win32: 'AppData/Local',
});
const cacheFolder = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), CACHE_FOLDERS[process.platform] ?? '.cache'),
  'auth-widget',
);

/**
 * @param {string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 */
const go = async (args, options = {}) => {
  const { stdout } = await promisify(execFile)('go', args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options });
  return String(stdout);
};

/**
 * Downloads the module into Go's cache, checked against Go's checksum database unless the user's settings switch that off. Returns the
 * folder, which is read-only.
 * @param {string} module
 */
async function download(module) {
  // With `-json`, `go` describes a failed download on stdout and exits with 1.
  const answer = await go(['mod', 'download', '-json', module], { cwd: tmpdir() }).catch(
    (/** @type {unknown} */ error) => /** @type {{ stdout?: string }} */ (error).stdout,
  );
  const { Dir: folder, Error: reason } = /** @type {{ Dir?: string, Error?: string }} */ (JSON.parse(answer || '{}'));
  if (folder === undefined)
    throw new Error(`its Go module cannot be downloaded: ${reason ?? 'go mod download failed'}`);
  return folder;
}

/**
 * @param {GoProgram} program
 * @param {string} target the path of the program
 */
async function build({ module, dropReplace }, target) {
  const source = await download(module);
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(path.join(cacheFolder, 'build-'));
  try {
    // The downloaded folder is read-only, so go.mod is edited in a copy. Go reads go.sum from the folder of `-modfile`.
    for (const file of ['go.mod', 'go.sum']) {
      copyFileSync(path.join(source, file), path.join(folder, file));
      chmodSync(path.join(folder, file), 0o600);
    }
    const modFile = path.join(folder, 'go.mod');
    await go(['mod', 'edit', `-dropreplace=${dropReplace}`, modFile]);
    const built = path.join(folder, 'program');
    await go(['build', '-mod=mod', `-modfile=${modFile}`, '-buildvcs=false', '-o', built, '.'], {
      cwd: source,
      env: { ...process.env, CGO_ENABLED: '0' },
    });
    // If another process builds at the same time, the last one wins. Both programs are the same.
    renameSync(built, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Resolves to the path of the program: the one that its variable names, which isn't checked, or the one in the cache, which is built first
 * if it is not there. Rejects with an `Error` whose message says why there is no program, and which variable can name one.
 * @param {GoProgram} program
 * @returns {Promise<string>}
 */
export async function provideGoProgram(program) {
  const { name, file, release, variable, releases } = program;
  const chosen = process.env[variable];
  if (chosen) return chosen;
  const target = path.join(cacheFolder, `${file}-${release}`);
  if (existsSync(target)) return target;
  /** What the errors advise, because not everybody can build the program. */
  const otherwise = `set ${variable} to the path of the program, e.g. one from ${releases}`;
  if (findOnPath('go') === undefined) throw new Error(`Go is not on the PATH; ${otherwise}`);
  console.log(`Building ${name} ${release}, once for this user: some minutes, into ${target} …`);
  try {
    await build(program, target);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const reason = message.replaceAll(/\s+/g, ' ');
    throw new Error(`${name} ${release} was not built: ${reason}; ${otherwise}`, { cause: error });
  }
  return target;
}
