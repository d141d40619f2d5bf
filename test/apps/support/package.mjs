// The package as npm would publish it: packed from dist/, which `npm run build` has written.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './run.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Packs the package. @returns {Promise<{ tarball: string, remove: () => Promise<void> }>} */
export async function packPackage() {
  if (!existsSync(path.join(root, 'dist/index.js'))) throw new Error('dist/ is not built: npm run build');
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-package-'));
  const output = await runNpm(['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename }] = /** @type {[{ filename: string }]} */ (JSON.parse(output));
  return { tarball: path.join(folder, filename), remove: () => rm(folder, { recursive: true }) };
}
