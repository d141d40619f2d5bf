// A dump of an empty PGlite database. Opening a database from it takes about 1 s of CPU; without it PGlite runs `initdb`,
// which takes 3 s. It is made once for each version of PGlite, in out/e2e/.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';

const serverRequire = createRequire(new URL('../../../server/package.json', import.meta.url));
const entry = pathToFileURL(serverRequire.resolve('@electric-sql/pglite')).href;
const out = fileURLToPath(new URL('../../../out/e2e', import.meta.url));

/** @param {string} file */
async function makeDump(file) {
  const { PGlite } = /** @type {typeof import('@electric-sql/pglite')} */ (await import(entry));
  const database = await PGlite.create('memory://');
  const dump = await database.dumpDataDir('none'); // a compressed one would have to be unpacked at each start
  await database.close();
  await writeFile(`${file}.draft`, Buffer.from(await dump.arrayBuffer()));
  await rename(`${file}.draft`, file);
}

/** @returns {Promise<Blob>} what `openPGlite()` takes as its initial data */
export async function loadEmptyDatabase() {
  const manifest = await readFile(new URL('../package.json', entry), 'utf8');
  const { version } = /** @type {{ version: string }} */ (JSON.parse(manifest));
  const file = path.join(out, `pglite-${version}.tar`);
  if (!existsSync(file))
    await withLock(`${file}.lock`, async () => {
      if (!existsSync(file)) await makeDump(file);
    });
  return new Blob([await readFile(file)]);
}
