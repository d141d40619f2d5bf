// The package as npm would publish it: packed from dist/, which `npm run build` has written.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Packs the package. @returns {Promise<{ tarball: string, remove: () => Promise<void> }>} */
export async function packPackage() {
  if (!existsSync(path.join(root, 'dist/index.js'))) throw new Error('dist/ is not built: npm run build');
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-package-'));
  await run(process.execPath, ['scripts/release/tarball.mjs', folder], { cwd: root });
  const [filename = ''] = await readdir(folder);
  return { tarball: path.join(folder, filename), remove: () => rm(folder, { recursive: true }) };
}
