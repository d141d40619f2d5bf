// npm run integrity: writes into docs/cdn.md what a page copies from there, with the version of package.json and the hash
// (Subresource Integrity) of each file that `npm run build` wrote for CDNs. test/package/tarball.test.mjs compares them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { listBackends, listLocales } from '../backends.mjs';
import { replaceBetween } from './replace-between.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const PAGE = 'docs/cdn.md';
const ONE_FILE = 'dist/auth-widget.min.js';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** @param {string} file */
const addressOf = file => `https://cdn.jsdelivr.net/npm/${name}@${version}/${file}`;
/** @param {string} file */
const integrityOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

const tag = `<script
  type="module"
  src="${addressOf(ONE_FILE)}"
  integrity="${integrityOf(ONE_FILE)}"
></script>`;

const modules = [
  ...readdirSync('dist/cdn', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .map(file => `dist/cdn/${file.replaceAll('\\', '/')}`),
  ...[...listBackends(), ...listLocales()].map(name => `dist/${name}.js`),
].sort();
const importMap = { integrity: Object.fromEntries(modules.map(file => [addressOf(file), integrityOf(file)])) };

let page = readFileSync(PAGE, 'utf8');
page = replaceBetween(page, 'one-file', `\`\`\`html\n${tag}\n\`\`\``);
page = replaceBetween(
  page,
  'import-map',
  `\`\`\`html\n<script type="importmap">\n${JSON.stringify(importMap, null, 2)}\n</script>\n\`\`\``,
);
page = replaceBetween(page, 'policy', `\`\`\`\nscript-src 'self' ${addressOf('')}\n\`\`\``);
page = await prettier.format(page, { ...(await prettier.resolveConfig(PAGE)), parser: 'markdown' });
writeFileSync(PAGE, page);
console.log(`${PAGE} has the hashes of ${modules.length + 1} files.`);
