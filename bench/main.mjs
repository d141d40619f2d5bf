// npm run bench <name> [-- options]: the benchmarks. Those of the server are in server/bench/, whose main.ts lists them too.
//   keys     what a key costs in each input and the widget, as a multiple of a bare element of the same kind
//   inputs   fifty phone numbers as people write them, beside intl-tel-input and react-phone-number-input
//   widgets  whether time and memory grow linearly with 500 widgets on one page, and come back after 10,000 mounted one after another
//   peers    the widget and its inputs beside bare pages and what others publish: writes docs/speed.md and the figures of README.md
//   server   throughput of the server, relative to a bare route with the same SQL statements
//   flood    how long a read takes while the server is flooded with writes, as a multiple of its time on the idle server
//   scale    whether the calls take at most twice as long on a large database as on an empty one
//   attack   a day of an attacker who wants SMS, and of a site's users, against the server with its real limits
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const IN_SERVER = ['server', 'flood', 'scale', 'attack'];

const [name = '', ...options] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, ...args) {
  const shell = process.platform === 'win32' && command === 'npm'; // npm is a .cmd file there, which needs a shell
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  process.exitCode = status ?? 1;
}

if (name === 'keys') run(process.execPath, 'bench/keys.mjs', ...options);
else if (name === 'inputs') run(process.execPath, 'bench/inputs.mjs', ...options);
else if (name === 'widgets') run(process.execPath, 'bench/widgets.mjs', ...options);
else if (name === 'peers') run(process.execPath, 'bench/peers/main.mjs', ...options);
else if (IN_SERVER.includes(name)) run('npm', 'run', 'bench', '--workspace', 'server', '--', name, ...options);
else {
  console.error(`npm run bench keys|inputs|widgets|peers|${IN_SERVER.join('|')} [-- options]`);
  process.exitCode = 1;
}
