// dist/integrity.json: the part `integrity` of an import map, which has the hash (Subresource Integrity) of each script for CDNs by its
// address at jsDelivr.
// `npm run build` writes it. It is part of the package: docs/cdn.md says how a page uses it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { listBackends, listCountries, listLocales } from '../package-entries.mjs';

/** The scripts in dist/ that pages load from a CDN. */
const listFiles = () => [
  'dist/auth-widget.iife.js',
  'dist/auth-widget.min.js',
  ...readdirSync('dist/cdn', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .map(file => `dist/cdn/${file.replaceAll('\\', '/')}`),
  'dist/countries-engine.js',
  'dist/countries-field.js',
  ...[...listBackends(), ...listCountries(), ...listLocales()].map(name => `dist/${name}.js`),
];

/** @param {string} file */
const hashOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/** Writes dist/integrity.json. The current folder is the root of the repository, and dist/ has been built. */
export function writeIntegrity() {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const integrity = Object.fromEntries(
    listFiles()
      .sort()
      .map(file => [`https://cdn.jsdelivr.net/npm/${name}@${version}/${file}`, hashOf(file)]),
  );
  writeFileSync('dist/integrity.json', `${JSON.stringify({ integrity }, null, 2)}\n`);
}
