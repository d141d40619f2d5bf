// Installs the examples together from their lock file, with the packed package. The folder lies outside the repository,
// whose own node_modules would hide dependencies that the package doesn't declare. It is kept for later runs, and
// out/apps/installed.json has its path. A new lock file installs everything again; a new dist/ installs the package again.
// The examples name the package as `file:../..`, so the folder above their copy has its package.json.
// Only the examples that `npm test` drives are installed, unless a test needs another one. All of them have 1,800 packages.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOf } from '../../e2e/support/digest.mjs';
import { withLock } from '../../e2e/support/lock.mjs';
import { isLeftOut } from '../../../scripts/suites/left-out.mjs';
import { isFull } from '../../support/full.mjs';
import { chooseNode } from './node-24.mjs';
import { installPackage, packageDigest, root } from './package.mjs';
import { runNpm } from './run.mjs';

const EXAMPLES = path.join(root, 'examples');
const RECORD = path.join(root, 'out/apps/installed.json');
/** What the examples' tools write. It isn't committed. */
const GENERATED = new Set([
  'node_modules',
  'dist',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'build',
  '.angular',
  '.astro',
  '.react-router',
  '.vite',
  'test-results',
]);
/** What several examples use. */
const SHARED = 'shared';
/** The folder of apps that use other versions than the lock file's. It has no package.json, so it isn't a workspace. */
const OTHER_VERSIONS = 'other-versions';

/**
 * @typedef {object} App
 * @property {string} folder
 * @property {string} node the Node that runs its tools
 * @property {(name: string, env?: Record<string, string>) => Promise<string>} runScript runs a script of its package.json, and
 * resolves to what it prints
 *
 * @typedef {object} Installed
 * @property {string} base the folder above the copy
 * @property {string} folder the copy of examples/
 * @property {string} lockDigest of the files that decide what `npm ci` installs
 * @property {boolean} hasAll whether all examples are installed
 * @property {string} [packageDigest]
 * @property {string} [sharedDigest]
 */

/** @param {string} name of the folder in examples/ */
const manifestOf = async name =>
  /** @type {{ engines: { node: string } }} */ (
    JSON.parse(await readFile(path.join(EXAMPLES, name, 'package.json'), 'utf8'))
  );

const listExamples = async () =>
  (await readdir(EXAMPLES)).filter(name => existsSync(path.join(EXAMPLES, name, 'package.json'))).sort();

/**
 * Copies an example without what its tools have written.
 * @param {string} name of the folder in examples/
 * @param {string} target
 */
async function copyExample(name, target) {
  const example = path.join(EXAMPLES, name);
  await cp(example, target, {
    recursive: true,
    filter: file => !GENERATED.has(path.relative(example, file).split(path.sep)[0] ?? ''),
  });
}

/** Removes what an earlier run has left in an app's folder, except for its packages. @param {string} folder */
async function clear(folder) {
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  const leftovers = [
    ...(await readdir(folder)).filter(name => name !== 'node_modules').map(name => path.join(folder, name)),
    ...(await readdir(modules)).filter(name => /^\.(?!bin$)/.test(name)).map(name => path.join(modules, name)),
  ];
  await Promise.all(leftovers.map(file => rm(file, { recursive: true, force: true })));
}

/** Whether only the tests that `npm test` leaves out drive an example. @param {string} name of its folder */
const isRare = name => isLeftOut(path.join('test/apps', `${name}.test.mjs`));

/**
 * Runs `npm ci` for the examples.
 * @param {string} lockDigest
 * @param {boolean} hasAll whether all of them are installed, or only those that `npm test` drives
 * @returns {Promise<Installed>}
 */
async function installExamples(lockDigest, hasAll) {
  const base = await mkdtemp(path.join(tmpdir(), 'auth-widget-apps-'));
  const folder = path.join(base, 'examples');
  await mkdir(folder);
  for (const name of ['package.json', '.npmrc']) await cp(path.join(EXAMPLES, name), path.join(folder, name));
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(await readFile(path.join(EXAMPLES, 'package-lock.json'), 'utf8'));
  // The lock file has all frameworks, and npm installs an optional peer dependency that a lock file has, whatever the workspaces.
  if (!hasAll) for (const entry of [manifest, lock.packages['node_modules/auth-widget']]) delete entry.peerDependencies;
  await writeFile(path.join(base, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  // The newest Node that any of them needs. An older one makes npm leave out optional packages that need a newer one.
  let node = process.execPath;
  const wanted = (await listExamples()).filter(name => hasAll || !isRare(name));
  for (const name of await listExamples()) {
    await copyExample(name, path.join(folder, name));
    if (!wanted.includes(name)) continue;
    const chosen = await chooseNode((await manifestOf(name)).engines.node);
    if (chosen !== process.execPath) node = chosen;
  }
  const workspaces = hasAll ? [] : wanted.map(name => `--workspace=${name}`);
  await runNpm(['ci', '--prefer-offline', '--no-audit', '--no-fund', ...workspaces], { cwd: folder, node });
  return { base, folder, lockDigest, hasAll };
}

/**
 * Puts the packed package into the examples' node_modules. Its dependencies go into its own node_modules, so that it uses none
 * of the examples' packages.
 * @param {string} folder the copy of examples/
 */
async function addPackage(folder) {
  const target = path.join(folder, 'node_modules/auth-widget');
  await rm(target, { recursive: true, force: true });
  const { modules, remove } = await installPackage([], process.execPath);
  await cp(path.join(modules, 'auth-widget'), target, { recursive: true });
  await rm(path.join(modules, 'auth-widget'), { recursive: true });
  await cp(modules, path.join(target, 'node_modules'), { recursive: true });
  await remove();
}

/**
 * Installs what is not installed yet.
 * @param {boolean} needsAll whether a test needs the packages of all examples
 * @returns {Promise<string>} the copy of examples/
 */
async function ensureInstalled(needsAll) {
  const manifests = (await listExamples()).map(name => `examples/${name}/package.json`);
  const lockDigest = await digestOf([
    'examples/package.json',
    'examples/package-lock.json',
    'examples/.npmrc',
    ...manifests,
  ]);
  /** @type {Installed | undefined} */
  let installed = JSON.parse(await readFile(RECORD, 'utf8').catch(() => 'null')) ?? undefined;
  const save = () => writeFile(RECORD, `${JSON.stringify(installed, null, 2)}\n`);
  const isInstalled = installed?.lockDigest === lockDigest && existsSync(path.join(installed.folder, 'node_modules'));
  if (!installed || !isInstalled || (needsAll && !installed.hasAll)) {
    if (installed?.base) await rm(installed.base, { recursive: true, force: true });
    installed = await installExamples(lockDigest, needsAll);
    await save();
  }
  const sharedDigest = await digestOf([`examples/${SHARED}`]);
  if (installed.sharedDigest !== sharedDigest) {
    await copyExample(SHARED, path.join(installed.folder, SHARED));
    installed.sharedDigest = sharedDigest;
    await save();
  }
  const digest = await packageDigest();
  if (installed.packageDigest !== digest) {
    await rm(path.join(installed.folder, OTHER_VERSIONS), { recursive: true, force: true });
    await addPackage(installed.folder);
    installed.packageDigest = digest;
    await save();
  }
  return installed.folder;
}

/**
 * Installs the examples unless they are installed, and copies the current files of one of them.
 * @param {string} name of the folder in examples/
 * @param {readonly string[]} packages installed for this app instead of what the lock file says: `react@18.3.1`
 * @returns {Promise<App>}
 */
export async function installApp(name, packages = []) {
  const node = await withLock(`${RECORD}.lock`, async () => chooseNode((await manifestOf(name)).engines.node));
  const folder = await withLock(`${RECORD}.lock`, async () => {
    const examples = await ensureInstalled(isFull || isRare(name));
    if (packages.length === 0) return path.join(examples, name);
    const other = path.join(examples, OTHER_VERSIONS, [name, ...packages].join('-').replace(/[^\w.-]+/g, '-'));
    if (!existsSync(path.join(other, 'node_modules'))) {
      await mkdir(other, { recursive: true });
      const { modules, remove } = await installPackage(packages, node);
      await cp(modules, path.join(other, 'node_modules.draft'), { recursive: true });
      await rename(path.join(other, 'node_modules.draft'), path.join(other, 'node_modules'));
      await remove();
    }
    return other;
  });
  await clear(folder);
  await copyExample(name, folder);
  return {
    folder,
    node,
    runScript: (script, env = {}) => runNpm(['run', script], { cwd: folder, node, env }),
  };
}

/**
 * Writes an app beside the installed examples, whose packages it finds there.
 * @param {string} name of its folder
 * @param {ReadonlyMap<string, string>} files the text of each file by its path
 * @returns {Promise<App>}
 */
export async function writeApp(name, files) {
  const folder = await withLock(`${RECORD}.lock`, async () =>
    path.join(await ensureInstalled(true), OTHER_VERSIONS, name),
  );
  await clear(folder);
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const { engines } = JSON.parse(files.get('package.json') ?? '');
  const node = await withLock(`${RECORD}.lock`, () => chooseNode(engines.node));
  return {
    folder,
    node,
    runScript: (script, env = {}) => runNpm(['run', script], { cwd: folder, node, env }),
  };
}
