// An example, installed as its reader would: npm ci for what its lockfile names, then the packed package.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseNode } from './node-24.mjs';
import { packPackage, root } from './package.mjs';
import { runNpm } from './run.mjs';

/** What the tools of the examples write, and no one commits. */
const GENERATED = new Set([
  'node_modules',
  'dist',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'build',
  '.angular',
  '.vite',
]);

/**
 * @typedef {object} App
 * @property {string} folder
 * @property {string} node the Node that runs its tools
 * @property {(name: string, env?: Record<string, string>) => Promise<string>} runScript runs a script of its package.json, and
 * resolves to what it prints
 * @property {() => Promise<void>} remove
 */

/**
 * Copies an example out of the repository, whose node_modules would hide a dependency that is not declared, and installs
 * it. With KEEP_APPS=<folder> in the environment the copy is made there and stays, and npm ci runs only the first time.
 * @param {string} name of the folder in examples/
 * @param {readonly string[]} packages installed instead of what the lockfile names: `react@18.3.1`
 * @returns {Promise<App>}
 */
export async function installApp(name, packages = []) {
  const kept = process.env.KEEP_APPS;
  const folder = kept ? path.resolve(kept, name) : await mkdtemp(path.join(tmpdir(), `auth-widget-${name}-`));
  await mkdir(folder, { recursive: true });
  const example = path.join(root, 'examples', name);
  await cp(example, folder, {
    recursive: true,
    filter: file => !GENERATED.has(path.relative(example, file).split(path.sep)[0] ?? ''),
  });
  const { engines } = /** @type {{ engines: { node: string } }} */ (
    JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  );
  const node = await chooseNode(engines.node);
  const { tarball, remove } = await packPackage();
  try {
    const isInstalled =
      kept && (await readFile(path.join(folder, 'node_modules/.package-lock.json')).catch(() => null));
    if (!isInstalled) await runNpm(['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, node });
    const flags = ['--no-save', '--no-package-lock', '--prefer-offline', '--no-audit', '--no-fund'];
    await runNpm(['install', ...flags, tarball, ...packages], { cwd: folder, node });
  } finally {
    await remove();
  }
  return {
    folder,
    node,
    runScript: (script, env = {}) => runNpm(['run', script], { cwd: folder, node, env }),
    remove: () => (kept ? Promise.resolve() : rm(folder, { recursive: true, force: true })),
  };
}
