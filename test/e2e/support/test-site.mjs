// The site that the tests visit: the production build of the demo pages, the one-file build (auth-widget.min.js), the
// adapters for other servers below /backends, the modules for CDNs below /cdn, and test/e2e/pages below /pages. It is built once for each version of the sources, into out/e2e/<digest of the sources>.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { listBackends } from '../../../scripts/package-entries.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = path.join(root, 'out/e2e');
/** Files and folders that the build depends on. */
const SOURCES = ['src', 'demo', 'test/e2e/pages', 'vite.config.ts', 'package.json', 'package-lock.json'];
const EXCLUDED = new Set(['server', 'demo/dist', 'demo/node_modules']);

async function* filesIn(name) {
  if (EXCLUDED.has(name)) return;
  if (!(await stat(path.join(root, name))).isDirectory()) yield name;
  else for (const child of (await readdir(path.join(root, name))).sort()) yield* filesIn(path.join(name, child));
}

async function digestOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for await (const name of filesIn(source))
      hash
        .update(name)
        .update('\0')
        .update(await readFile(path.join(root, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

const exists = name =>
  stat(name).then(
    () => true,
    () => false,
  );

/** Builds the site unless it is built already. @returns {Promise<string>} its folder */
export async function buildTestSite() {
  const site = path.join(out, await digestOfSources());
  if (await exists(site)) return site;
  await mkdir(out, { recursive: true });
  const draft = await mkdtemp(path.join(out, 'draft-'));
  const nodeEnv = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // Vite takes the export conditions of packages from it
  try {
    const configFile = path.join(root, 'vite.config.ts');
    await build({ configFile, mode: 'demo', logLevel: 'warn', build: { outDir: draft } });
    await build({ configFile, mode: 'one-file', logLevel: 'warn', build: { outDir: draft, copyPublicDir: false } });
    for (const mode of listBackends())
      await build({ configFile, mode, logLevel: 'warn', build: { outDir: draft, copyPublicDir: false } });
    await build({ configFile, mode: 'cdn', logLevel: 'warn', build: { outDir: path.join(draft, 'cdn') } });
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnv;
  }
  await cp(path.join(root, 'test/e2e/pages'), path.join(draft, 'pages'), { recursive: true });
  try {
    await rename(draft, site);
  } catch (error) {
    // A test file that runs at the same time may have built it first.
    if (!(await exists(site))) throw error;
    await rm(draft, { recursive: true });
  }
  return site;
}
