// The site that the tests visit: the production build of the demo pages, the one-file build (auth-widget.min.js), the
// adapters for other servers below /backends, the files for served HTML below /html, the modules for CDNs below /cdn, and
// test/e2e/pages below /pages. It is built once for each version of the sources, into out/e2e/<digest of the sources>.
import { cp, mkdir, mkdtemp, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listBackends, listHtml } from '../../../scripts/package-entries.mjs';
import { digestOf } from './digest.mjs';
import { withLock } from './lock.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = path.join(root, 'out/e2e');
/** Files and folders that the build depends on. */
export const SOURCES = [
  'src',
  'demo',
  'test/e2e/pages',
  'vite.config.ts',
  'scripts/package-entries.mjs',
  'scripts/without-unused.mjs',
  'scripts/without-unused-lit.mjs',
  'scripts/without-unused-xstate.mjs',
  'tsconfig.json', // Vite compiles TypeScript by it
  'package.json',
  'package-lock.json',
];
const EXCLUDED = ['demo/dist', 'demo/node_modules'];

const exists = name =>
  stat(name).then(
    () => true,
    () => false,
  );

/** @param {string} site the folder to build the site in, which does not exist yet */
async function build(site) {
  const { build: viteBuild } = await import('vite'); // takes 0.8 s of CPU to load, which only this build needs
  const draft = await mkdtemp(path.join(out, 'draft-'));
  const nodeEnv = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // Vite derives the export conditions of packages from it
  try {
    const configFile = path.join(root, 'vite.config.ts');
    await viteBuild({ configFile, mode: 'demo', logLevel: 'warn', build: { outDir: draft } });
    await viteBuild({ configFile, mode: 'one-file', logLevel: 'warn', build: { outDir: draft, copyPublicDir: false } });
    for (const mode of [...listBackends(), ...listHtml()])
      await viteBuild({ configFile, mode, logLevel: 'warn', build: { outDir: draft, copyPublicDir: false } });
    await viteBuild({ configFile, mode: 'cdn', logLevel: 'warn', build: { outDir: path.join(draft, 'cdn') } });
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnv;
  }
  await cp(path.join(root, 'test/e2e/pages'), path.join(draft, 'pages'), { recursive: true });
  await rename(draft, site);
}

/** Builds the site unless it is built already. @returns {Promise<string>} its folder */
export async function buildTestSite() {
  const site = path.join(out, await digestOf(SOURCES, EXCLUDED));
  if (await exists(site)) return site;
  await mkdir(out, { recursive: true });
  await withLock(path.join(out, 'build.lock'), async () => {
    if (!(await exists(site))) await build(site);
  });
  return site;
}
