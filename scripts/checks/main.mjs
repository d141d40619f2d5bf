// The last part of `npm run check`: format, generated files, citations, figures, excerpts and the table of speeds. It runs all checks,
// and fails if one fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const CHECKS = [
  ['node_modules/oxfmt/bin/oxfmt', '--check'],
  ['scripts/checks/check-manifest.mjs'],
  ['scripts/generate/main.mjs', '--check'],
  ['scripts/generate/countries.mjs', '--check'],
  ['scripts/checks/check-citations.mjs'],
  ['scripts/checks/check-figures.mjs'],
  ['scripts/checks/check-excerpts.mjs'],
  ['scripts/checks/check-speed-table.mjs'],
];

for (const args of CHECKS) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
