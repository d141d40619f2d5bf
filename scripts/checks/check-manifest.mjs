// Fails if custom-elements.json is out of date. It is generated from the JSDoc of the elements.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const cem = createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/cem.js');
const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
/** The content without white space, because the formatter changes that. */
const read = (/** @type {string} */ file) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
try {
  // The analyzer joins `--outdir` to the working directory, the root of the repository.
  const relative = path.relative('.', folder);
  execFileSync(process.execPath, [cem, 'analyze', '--outdir', relative, '--quiet'], { stdio: 'inherit' });
  if (read(path.join(folder, 'custom-elements.json')) !== read('custom-elements.json')) {
    console.error('custom-elements.json is out of date: run `npm run manifest`.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
