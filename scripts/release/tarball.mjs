// npm run tarball: writes out/auth-widget-<version>.tgz, the package as it is published, from dist/ (after `npm run build`).
// It differs from the result of `npm pack` in two points: package.json has only what a user of the package needs, and the
// links in the pages work for a reader who only has the package (packed-files.mjs).
// `npm run tarball -- <folder>` writes to another folder.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packManifest, packPage } from './packed-files.mjs';
import { REPOSITORY } from './repository.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });
const out = path.resolve(positionals[0] ?? path.join(root, 'out'));
mkdirSync(out, { recursive: true });
if (!existsSync(path.join(root, 'dist/auth-widget.min.js'))) {
  console.error('There is no dist/: run `npm run build` first.');
  process.exit(1);
}

/**
 * Runs `npm pack` in a folder, and returns what it reports.
 * @param {string} folder
 * @param {string[]} args
 * @returns {{ filename: string, size: number, files: { path: string }[] }}
 */
function pack(folder, ...args) {
  const output = execFileSync('npm', ['pack', '--json', '--loglevel=error', ...args], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32', // npm is a .cmd file there, which needs a shell
  });
  return JSON.parse(output)[0];
}

const files = pack(root, '--dry-run').files.map(file => file.path);
const staging = mkdtempSync(path.join(out, 'package-'));
try {
  for (const file of files) cpSync(path.join(root, file), path.join(staging, file));

  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const published = packManifest(manifest, REPOSITORY);
  writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

  for (const file of files.filter(name => name.endsWith('.md'))) {
    const page = readFileSync(path.join(root, file), 'utf8');
    writeFileSync(path.join(staging, file), packPage(page, { file, files, manifest, repository: REPOSITORY }));
  }

  const { filename, size } = pack(staging, `--pack-destination=${out}`);
  console.log(`${path.join(out, filename)}: ${files.length} files, ${size.toLocaleString('en')} bytes.`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
