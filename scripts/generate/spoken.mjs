// npm run spoken: updates the scripts in test/spoken/. Read what has changed before you commit it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const args = ['--import', 'tsx', '--test', 'test/elements/auth-widget/auth-widget-spoken.node.test.ts'];
const { status } = spawnSync(process.execPath, args, {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, SPOKEN: 'renew' },
});
process.exitCode = status ?? 1;
