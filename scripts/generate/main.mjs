// The second part of `npm run manifest`: the data for editors, and the tables of the elements (docs/api.md, docs/theming.md), of the
// keys of `texts` (docs/languages.md) and of the rooms (CONTRIBUTING.md, server/README.md).
//   node scripts/generate/main.mjs --check   writes nothing, and fails if a file is out of date
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of ['editor-data', 'api-tables', 'text-keys', 'layout']) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
