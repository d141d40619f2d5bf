// npm run pictures: renews the pictures of test/pictures/ that have changed. Look at each before it is committed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync('npm', ['exec', '--no', 'wtr'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ENGINES: 'chromium', WTR_FILES: 'test/elements/pictures.test.ts', PICTURES: 'renew' },
  shell: process.platform === 'win32', // npm is a .cmd file there
});
process.exitCode = status ?? 1;
