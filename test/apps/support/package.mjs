// The package as npm would publish it: packed from dist/, which `npm run build` has written.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../../e2e/support/digest.mjs';
import { run, runNpm } from './run.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Changes with what an app can import from the package, and with the dependencies of the package. */
export const packageDigest = () => digestOf(['package.json', 'dist', 'types']);

/**
 * Installs the packed package in a new folder, together with its dependencies.
 * @param {readonly string[]} others packages to install beside it: `react@18.3.1`
 * @param {string} node the Node that runs npm
 * @returns {Promise<{ modules: string, remove: () => Promise<void> }>} `modules`: path of the node_modules
 */
export async function installPackage(others, node) {
  if (!existsSync(path.join(root, 'dist/index.js'))) throw new Error('dist/ is not built: npm run build');
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-package-'));
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const packed = path.join(folder, 'packed');
  await run(process.execPath, ['scripts/release/tarball.mjs', packed], { cwd: root });
  const [filename = ''] = await readdir(packed);
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await runNpm(['install', ...flags, path.join(packed, filename), ...others], { cwd: folder, node });
  return { modules: path.join(folder, 'node_modules'), remove: () => rm(folder, { recursive: true, force: true }) };
}
