// npm run size: what a page downloads, in whole files. The first three include lit and everything else that they import.
//   auth-widget   dist/auth-widget.min.js, as `npm run build` wrote it
//   phone-input   only this element, built in the same way
//   code-input    only this element, built in the same way
//   backends/…    each adapter for another server, as `npm run build` wrote it
//   countries-…   what country files share: the engine, which reads and formats numbers, and what they add to phone-input
//   countries/…   the largest of the countries, those with long patterns, and all of them, without what they share
//   html/…        what takes over the first screen as HTML, and the script in it
//   served/…      the first screen as HTML, in Russian, with the files that it links, whose number leaves out the page
//   locales/…     the largest of the languages that the one file does not include
//   cdn/…         an entry for pages without a bundler, with every file that it imports: their number is that of the requests
// Fails if a size or a number of files is above its limit, or if an entry of the CDN imports a file that `CDN_LIMITS` doesn't name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listBackends, listCountries, listLocales } from '../scripts/package-entries.mjs';
import { bundleElement } from './bundle-element.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.NODE_ENV = 'production'; // selects lit's production builds

/** The limits in bytes of brotli. They leave room for planned features: names are never shortened to save bytes. */
const LIMITS = { 'auth-widget': 48_800, 'phone-input': 12_200, 'code-input': 14_500 };
const BACKEND_LIMIT = 3_150;
/** The adapters with a limit of their own. */
const BACKEND_LIMITS = new Map([
  ['backends/kratos', 3_100],
  ['backends/supabase', 3_250],
]);
const LOCALE_LIMIT = 3_200;
const COUNTRY_LIMITS = { 'countries-engine': 2_600, 'countries-field': 3_350 };
/** What a page with the first screen as HTML has besides the one file: docs/first-screen.md#size. `html/served` is the script in it. */
const HTML_LIMITS = { 'html/takeover': 1_600, 'html/served': 512 };
const COUNTRY_LIMIT = 400;
/** Countries whose mobile numbers have long patterns. */
const LONG_COUNTRIES = ['ar', 'in', 'us', 'uz'].map(region => `countries/${region}`);
const LONG_COUNTRY_LIMIT = 850;
const ALL_COUNTRIES_LIMIT = 10_500;
/** For each entry on a CDN: the files that it imports, and the limit of the brotli bytes that they and the entry have together. */
const CDN_LIMITS = {
  'cdn/define/auth-widget': {
    chunks: [
      'auth-client',
      'auth-widget',
      'code',
      'code-input',
      'define/code-input',
      'define/phone-input',
      'phone-input',
      'ru',
      'text-control',
    ],
    bytes: 53_700,
  },
  'cdn/define/phone-input': { chunks: ['phone-input', 'ru', 'text-control'], bytes: 17_100 },
  'cdn/define/code-input': { chunks: ['code', 'code-input', 'ru', 'text-control'], bytes: 19_400 },
  'cdn/client/index': { chunks: ['auth-client', 'code', 'ru'], bytes: 27_500 },
};
/** The first screen as HTML: how many files it links, and the limit of the brotli bytes of the screen and these files together. */
const SERVED_LIMITS = { 'served/inline': { files: 0, bytes: 3_600 }, 'served/linked': { files: 3, bytes: 4_750 } };

/** @param {Buffer} file */
const measure = file => ({
  raw: file.length,
  gzip: gzipSync(file, { level: 9 }).length,
  brotli: brotliCompressSync(file, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.length },
  }).length,
});

const sizes = {
  'auth-widget': measure(readFileSync('dist/auth-widget.min.js')),
  'phone-input': measure(await bundleElement('phone-input')),
  'code-input': measure(await bundleElement('code-input')),
};

/** @param {(string | number)[]} cells */
const printRow = ([name, ...cells]) =>
  console.log([String(name).padEnd(24), ...cells.map(cell => cell.toLocaleString('en').padStart(12))].join(''));

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
for (const name of /** @type {(keyof typeof COUNTRY_LIMITS)[]} */ (Object.keys(COUNTRY_LIMITS)))
  compare(name, measureBuilt(name), COUNTRY_LIMITS[name]);
const regions = listCountries().filter(name => /^countries\/..$/.test(name));
const [largestCountry = ''] = regions
  .filter(name => !LONG_COUNTRIES.includes(name))
  .sort((a, b) => measureBuilt(b).brotli - measureBuilt(a).brotli);
compare(largestCountry, measureBuilt(largestCountry), COUNTRY_LIMIT);
for (const name of LONG_COUNTRIES) compare(name, measureBuilt(name), LONG_COUNTRY_LIMIT);
// A bundler joins the files that `countries/all` imports.
const all = regions.map(name => readFileSync(`dist/${name}.js`, 'utf8').replace(/^import.*?;/, '')).join('\n');
compare('countries/all', measure(Buffer.from(all)), ALL_COUNTRIES_LIMIT);
for (const name of /** @type {(keyof typeof HTML_LIMITS)[]} */ (Object.keys(HTML_LIMITS)))
  compare(name, measureBuilt(name), HTML_LIMITS[name]);
for (const name of listBackends()) compare(name, measureBuilt(name), BACKEND_LIMITS.get(name) ?? BACKEND_LIMIT);
const [largest = ''] = listLocales().sort((a, b) => measureBuilt(b).brotli - measureBuilt(a).brotli);
compare(largest, measureBuilt(largest), LOCALE_LIMIT);

/**
 * The files that a module loads at once: itself, its static imports, and theirs.
 * @param {string} file
 * @param {Set<string>} found
 */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g);
  for (const [, specifier = ''] of imports) withImports(path.join(path.dirname(file), specifier), found);
  return found;
}

/** @param {readonly string[]} files */
const brotliOf = files => files.reduce((sum, file) => sum + measure(readFileSync(file)).brotli, 0);

/**
 * @param {string} name
 * @param {number} files
 * @param {number} bytes
 * @param {{ files: number, bytes: number }} limits
 */
function compareFiles(name, files, bytes, limits) {
  printRow([name, files, limits.files, bytes, limits.bytes]);
  if (files <= limits.files && bytes <= limits.bytes) return;
  console.error(`${name} is above its limit.`);
  process.exitCode = 1;
}

printRow(['files', 'files', 'limit', 'brotli -11', 'limit']);
for (const [name, { chunks, bytes }] of Object.entries(
  /** @type {Record<string, { chunks: string[], bytes: number }>} */ (CDN_LIMITS),
)) {
  const files = [...withImports(`dist/${name}.js`)];
  compareFiles(name, files.length, brotliOf(files), { files: chunks.length + 1, bytes });
  const others = files.slice(1).filter(file => !chunks.includes(file.replace(/^dist\/cdn\/(shared\/)?|\.js$/g, '')));
  if (others.length === 0) continue;
  console.error(`${name} imports files that its limit doesn't name: ${others.join(', ')}`);
  process.exitCode = 1;
}

/** @type {typeof import('../src/html/first-screen.js')} */
const { renderFirstScreen } = await import(new URL('../dist/html/first-screen.js', import.meta.url).href);
const linkedFiles = ['auth-widget.css', 'phone-input.css', 'served.js'].map(name => `dist/html/${name}`);
const [widget = '', phoneInput = '', scriptSrc = ''] = linkedFiles;
for (const [name, files, options] of /** @type {[keyof typeof SERVED_LIMITS, string[], object][]} */ ([
  ['served/inline', [], {}],
  ['served/linked', linkedFiles, { styleSheets: { widget, phoneInput }, scriptSrc }],
])) {
  const html = measure(Buffer.from(renderFirstScreen({ lang: 'ru', ...options }).html)).brotli;
  compareFiles(name, files.length, html + brotliOf(files), SERVED_LIMITS[name]);
}
