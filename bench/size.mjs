// npm run size: what a page downloads, in whole files, each with lit and whatever else it imports.
//   auth-widget   dist/auth-widget.min.js, as `npm run build` wrote it
//   phone-input   only this element, built in the same way
//   code-input    only this element, built in the same way
//   backends/…    each adapter for another server, as `npm run build` wrote it
//   locales/…     the largest of the languages that the one file does not include
// Fails if one of them is larger than its limit.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { listBackends, listLocales } from '../scripts/package-entries.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.NODE_ENV = 'production'; // selects lit's production builds

/** The limits in bytes of brotli. They leave room for planned features: names are never shortened to save bytes. */
const LIMITS = { 'auth-widget': 49_400, 'phone-input': 12_400, 'code-input': 14_150 };
const BACKEND_LIMIT = 3_150;
const LOCALE_LIMIT = 3_000;

/** @param {Buffer} file */
const measure = file => ({
  raw: file.length,
  gzip: gzipSync(file, { level: 9 }).length,
  brotli: brotliCompressSync(file, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.length },
  }).length,
});

/**
 * Bundles one element and everything that it imports into one file.
 * @param {string} name
 */
async function bundle(name) {
  const result = await build({
    mode: 'one-file',
    logLevel: 'error',
    build: { write: false, sourcemap: false, lib: { entry: `src/define/${name}.ts`, formats: ['es'] } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`${name} was not built`);
  return Buffer.from(output.output[0].code);
}

const sizes = {
  'auth-widget': measure(readFileSync('dist/auth-widget.min.js')),
  'phone-input': measure(await bundle('phone-input')),
  'code-input': measure(await bundle('code-input')),
};

/** @param {(string | number)[]} cells */
const printRow = ([name, ...cells]) =>
  console.log([String(name).padEnd(22), ...cells.map(cell => cell.toLocaleString('en').padStart(12))].join(''));

/**
 * @param {string} name
 * @param {ReturnType<typeof measure>} size
 * @param {number} limit
 */
function compare(name, { raw, gzip, brotli }, limit) {
  printRow([name, raw, gzip, brotli, limit]);
  if (brotli <= limit) return;
  console.error(`${name} is above its limit by ${brotli - limit} bytes of brotli.`);
  process.exitCode = 1;
}

printRow(['bytes', 'raw', 'gzip -9', 'brotli -11', 'limit']);
for (const name of /** @type {(keyof typeof LIMITS)[]} */ (Object.keys(LIMITS)))
  compare(name, sizes[name], LIMITS[name]);
/** @param {string} name */
const measureBuilt = name => measure(readFileSync(`dist/${name}.js`));
for (const name of listBackends()) compare(name, measureBuilt(name), BACKEND_LIMIT);
const [largest = ''] = listLocales().sort((a, b) => measureBuilt(b).brotli - measureBuilt(a).brotli);
compare(largest, measureBuilt(largest), LOCALE_LIMIT);
