// npm run build: writes dist/, and fails if package.json exports a file that doesn't exist.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundleContractCheck } from '../contract-check/bundle.mjs';
import { nativeTsc } from './checks/native-tsc.mjs';
import { listBackends, listHtml, listLocales } from './package-entries.mjs';
import { writeIntegrity } from './release/integrity.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
process.env.NODE_ENV = 'production'; // selects lit's production builds, so that the same sources give the same bytes everywhere

await rm('dist', { recursive: true, force: true });
await build({ mode: 'library', logLevel: 'warn' });
await build({ mode: 'one-file', logLevel: 'warn' });
await build({ mode: 'iife', logLevel: 'warn' });
await build({ mode: 'cdn', logLevel: 'warn' });
await build({ mode: 'countries', logLevel: 'warn' });
for (const mode of [...listBackends(), ...listLocales(), ...listHtml()]) await build({ mode, logLevel: 'warn' });
await chmod('dist/html/command.js', 0o755);
// Writes the script and the styles of the first screen as files, for pages that link them instead of having them inline.
/** @type {typeof import('../src/html/first-screen.js')} */
const { servedScript, styles } = await import(new URL('../dist/html/first-screen.js', import.meta.url).href);
await writeFile('dist/html/served.js', servedScript);
await writeFile('dist/html/auth-widget.css', styles.widget);
await writeFile('dist/html/phone-input.css', styles.phoneInput);
await bundleContractCheck(`${root}dist`);
await copyFile('src/reserve.css', 'dist/reserve.css');
await cp('src/themes', 'dist/themes', { recursive: true });
writeIntegrity();

try {
  execFileSync(process.execPath, [nativeTsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has printed its errors
}

/** @type {{ exports: Record<string, string | Record<string, string>> }} */
const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
const exported = Object.values(exports).flatMap(target =>
  typeof target === 'string' ? target : Object.values(target),
);
const missing = exported.filter(file => !existsSync(file));
if (missing.length > 0) {
  console.error(`The exports of package.json name files that don't exist:\n  ${missing.join('\n  ')}`);
  process.exit(1);
}

const { size } = await stat('dist/auth-widget.min.js');
console.log(
  `dist/ is built: ${Object.keys(exports).length} exports, auth-widget.min.js has ${size.toLocaleString('en')} bytes.`,
);
