// npm run build: writes dist/, and makes sure that it holds everything that package.json promises.
import { execFileSync } from 'node:child_process';
import { access, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundleCheck } from '../test/contract/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

await rm('dist', { recursive: true, force: true });
await build({ mode: 'library', logLevel: 'warn' });
await build({ mode: 'one-file', logLevel: 'warn' });
await bundleCheck(`${root}dist`);

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
try {
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said what is wrong
}

const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
const promised = Object.values(exports).flatMap(target =>
  typeof target === 'string' ? target : Object.values(target),
);
const isMissing = await Promise.all(
  promised.map(path =>
    access(path).then(
      () => false,
      () => true,
    ),
  ),
);
const missing = promised.filter((_, index) => isMissing[index]);
if (missing.length > 0) {
  console.error(`The exports of package.json name files that were not built:\n  ${missing.join('\n  ')}`);
  process.exit(1);
}

const { size } = await stat('dist/auth-widget.min.js');
console.log(`dist/ is built: ${promised.length} exports, auth-widget.min.js has ${size.toLocaleString('en')} bytes.`);
