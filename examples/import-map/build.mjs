// Copies the modules of the package to public/auth-widget/, and the pages to public/, with an import map that has the hash of each
// of these modules (Subresource Integrity). For modules from a CDN, the map has the addresses of the CDN instead: docs/cdn.md.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = path.join(path.dirname(fileURLToPath(import.meta.resolve('auth-widget/auth-widget.min.js'))), 'cdn');

rmSync('public', { recursive: true, force: true });
mkdirSync('public');
cpSync(modules, 'public/auth-widget', { recursive: true });

const integrity = {};
for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'))) {
  const hash = createHash('sha384')
    .update(readFileSync(path.join(modules, file)))
    .digest('base64');
  integrity[`/auth-widget/${file.split(path.sep).join('/')}`] = `sha384-${hash}`;
}
const imports = {
  'auth-widget/client': '/auth-widget/client/index.js',
  'auth-widget/define/auth-widget.js': '/auth-widget/define/auth-widget.js',
};
const map = `<script type="importmap">\n${JSON.stringify({ imports, integrity }, null, 2)}\n    </script>`;

for (const file of readdirSync('pages')) {
  const text = readFileSync(`pages/${file}`, 'utf8');
  // In the pages, the placeholder comes before the first module script, as an import map has to.
  writeFileSync(`public/${file}`, text.replace('<!-- import map -->', map));
}
