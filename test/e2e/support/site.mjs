// The site that the tests visit: the built demo, the one-file build, and the pages of test/e2e/pages.
// It is built once for each state of the sources, into out/e2e/<digest of the sources>.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = path.join(root, 'out/e2e');
const SOURCES = ['src', 'demo', 'test/e2e/pages', 'vite.config.ts', 'package-lock.json'];
const ELSEWHERE = new Set(['demo/server', 'demo/dist', 'demo/node_modules']);

async function* filesIn(name) {
  if (ELSEWHERE.has(name)) return;
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

async function isThere(name) {
  return stat(name).then(
    () => true,
    () => false,
  );
}

/** @returns {Promise<string>} the folder of the site */
export async function buildSite() {
  const site = path.join(out, await digestOfSources());
  if (await isThere(site)) return site;
  await mkdir(out, { recursive: true });
  const draft = await mkdtemp(path.join(out, 'draft-'));
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // what the bundler takes its export conditions from
  try {
    const configFile = path.join(root, 'vite.config.ts');
    await build({ configFile, mode: 'demo', logLevel: 'warn', build: { outDir: draft } });
    await build({ configFile, mode: 'one-file', logLevel: 'warn', build: { outDir: draft, copyPublicDir: false } });
  } finally {
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
  }
  await cp(path.join(root, 'test/e2e/pages'), path.join(draft, 'pages'), { recursive: true });
  try {
    await rename(draft, site);
  } catch (error) {
    // Another test file has built the same in the meantime.
    if (!(await isThere(site))) throw error;
    await rm(draft, { recursive: true });
  }
  return site;
}
