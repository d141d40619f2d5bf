// Builds the server of Supabase Auth (GoTrue) from its Go module, for the tests of src/backends/supabase.ts. The program stays
// in the user's cache folder, for every clone: with an empty Go cache, the build takes two minutes on one core.
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './find-engines.mjs';

/** The release, and Go's name for its commit, because a module whose path doesn't end in `/v2` can't have a version 2. */
const RELEASE = 'v2.196.0';
const MODULE = 'github.com/supabase/auth@v1.11.1-0.20260818160232-0204331ca41a';
/** What somebody who can't build it can do. */
const OTHERWISE = `SUPABASE_AUTH=<path> names the program, e.g. that of https://github.com/supabase/auth/releases/tag/${RELEASE}`;

const CACHE_FOLDERS = /** @type {Readonly<Record<string, string>>} */ ({
  darwin: 'Library/Caches',
  win32: 'AppData/Local',
});
const cacheFolder = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), CACHE_FOLDERS[process.platform] ?? '.cache'),
  'auth-widget',
);
const program = path.join(cacheFolder, `supabase-auth-${RELEASE}`);

/**
 * @param {string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 */
const go = async (args, options = {}) => {
  const { stdout } = await promisify(execFile)('go', args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options });
  return String(stdout);
};

/** Downloads the module into Go's cache, checked against sum.golang.org. Returns the folder, which is read-only. */
async function download() {
  // `go` prints failures to stdout too.
  const answer = await go(['mod', 'download', '-json', MODULE], { cwd: tmpdir() }).catch(
    (/** @type {unknown} */ error) => /** @type {{ stdout?: string }} */ (error).stdout,
  );
  const { Dir: folder, Error: reason } = /** @type {{ Dir?: string, Error?: string }} */ (JSON.parse(answer || '{}'));
  if (folder === undefined)
    throw new Error(`its Go module cannot be downloaded: ${reason ?? 'go mod download failed'}`);
  return folder;
}

async function build() {
  const source = await download();
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(path.join(cacheFolder, 'build-'));
  try {
    for (const file of ['go.mod', 'go.sum']) {
      copyFileSync(path.join(source, file), path.join(folder, file));
      chmodSync(path.join(folder, file), 0o600);
    }
    const modFile = path.join(folder, 'go.mod');
    // go.mod replaces this module with one in a subfolder, which is not downloaded.
    await go(['mod', 'edit', '-dropreplace=github.com/joho/godotenv', modFile]);
    const built = path.join(folder, 'auth');
    await go(['build', '-mod=mod', `-modfile=${modFile}`, '-buildvcs=false', '-o', built, '.'], {
      cwd: source,
      env: { ...process.env, CGO_ENABLED: '0' },
    });
    // If another process builds at the same time, the last one wins. Both programs are the same.
    renameSync(built, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The path of the program: the one that the variable SUPABASE_AUTH names, or the one in the cache, which is built first
 * if it is not there. Rejects with an `Error` whose message says what is missing.
 * @returns {Promise<string>}
 */
export async function provideSupabaseAuth() {
  const { SUPABASE_AUTH: chosen } = process.env;
  if (chosen) return chosen;
  if (existsSync(program)) return program;
  if (findOnPath('go') === undefined) throw new Error(`Go is not on the PATH; ${OTHERWISE}`);
  console.log(`Building Supabase Auth ${RELEASE}, once for this user: some minutes, into ${program} …`);
  try {
    await build();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const reason = message.replaceAll(/\s+/g, ' ');
    throw new Error(`Supabase Auth ${RELEASE} was not built: ${reason}; ${OTHERWISE}`, { cause: error });
  }
  return program;
}
