// npm run docs: builds the documentation site into out/site/. The folder works on any static server.
//   npm run docs -- dev    serves it and follows changes
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

// VitePress has its own version of Vite, so the site is a package of its own.
if (!existsSync('site/node_modules/vitepress')) run('npm', 'ci', '--prefix', 'site');
const command = process.argv[2] === 'dev' ? 'dev' : 'build';
run('npm', 'exec', '--prefix', 'site', '--no', '--', 'vitepress', command, 'site');
// The playground is the demo without its server: pages of their own, below /playground/.
if (command === 'build')
  run('npm', 'exec', '--no', '--', 'vite', 'build', '--mode', 'playground', '--logLevel', 'warn');
