// Fails if custom-elements.json is out of date. It is generated from the JSDoc of the elements.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const cem = createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/cem.js');
const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
const relative = path.relative('.', folder);
execFileSync(process.execPath, [cem, 'analyze', '--outdir', relative, '--quiet'], { stdio: 'ignore' });
/** The content without white space, because the formatter changes that. */
const read = (/** @type {string} */ file) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
const isSame = read(path.join(folder, 'custom-elements.json')) === read('custom-elements.json');
rmSync(folder, { recursive: true });
if (!isSame) {
  console.error('custom-elements.json is out of date: run `npm run manifest`.');
  process.exit(1);
}
