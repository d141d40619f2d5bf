// npm run pictures: updates the pictures in test/pictures/ that have changed, and removes those that no test takes. Look at every
// changed picture before you commit it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync('npm', ['exec', '--no', 'wtr'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ENGINES: 'chromium', WTR_FILES: 'test/elements/pictures.test.ts', PICTURES: 'renew' },
  shell: process.platform === 'win32', // npm is a .cmd file there
});
process.exitCode = status ?? 1;
