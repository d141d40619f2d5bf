// The hooks of typescript.mjs. They run in a thread of their own. What esbuild makes of a file is kept for the next processes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(root, 'out/typescript');
const { version } = /** @type {{ version: string }} */ (createRequire(import.meta.url)('esbuild/package.json'));

/** @param {string} text */
const hash = text => createHash('sha256').update(text).digest('hex');

/** @satisfies {import('esbuild').TransformOptions} */
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } }, // as in tsconfig.json
};
const SETTINGS = JSON.stringify([version, OPTIONS]);

/**
 * Returns the JavaScript of a TypeScript file. The cache has one entry for each file. It begins with a hash of the source and the settings,
 * and is replaced if the hash differs.
 * @param {string} file
 */
async function compile(file) {
  const source = readFileSync(file, 'utf8');
  const cached = path.join(CACHE, `${hash(file)}.js`);
  const key = `// ${hash(SETTINGS + source)}\n`;
  const found = existsSync(cached) ? readFileSync(cached, 'utf8') : '';
  if (found.startsWith(key)) return found.slice(key.length);
  const { transform } = await import('esbuild');
  const { code } = await transform(source, { ...OPTIONS, sourcefile: file });
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${cached}.${process.pid}`;
  writeFileSync(unfinished, key + code);
  renameSync(unfinished, cached); // another process may read it
  return code;
}

/**
 * Sources import `x.js` where the file is `x.ts`.
 * @type {import('node:module').ResolveHook}
 */
export function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (
    parentURL &&
    /^(\.|file:)/.test(specifier) &&
    specifier.endsWith('.js') &&
    !parentURL.includes('/node_modules/')
  ) {
    const url = new URL(`${specifier.slice(0, -2)}ts`, parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true };
}
