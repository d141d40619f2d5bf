// npm run dev: the demo, rebuilt on save. A change of src/ or of a demo page is there with the next reload of the page; a
// change of server/ restarts the server. It is the same build on the same server as `npm start`, and so the pages
// have their content security policy, which the dev server of Vite and its inline scripts would break. PORT as there.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.NODE_ENV = 'production'; // as in `npm start`

const watcher = await build({ mode: 'demo', logLevel: 'warn', build: { watch: {} } });
if (!('on' in watcher)) throw new Error('vite does not watch');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

function startServer() {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli');
  const args = [tsx, 'watch', '--clear-screen=false', 'scripts/start.mjs', '--no-build'];
  server = spawn(process.execPath, args, { stdio: 'inherit' });
  server.once('exit', code => process.exit(code ?? 0));
}

/** After each build of the pages, which empties their folder. */
async function buildOneFile() {
  await build({ mode: 'one-file', logLevel: 'warn', build: { outDir: 'demo/dist' } });
  if (!server) startServer();
}

watcher.on('event', event => {
  if (event.code === 'BUNDLE_END') {
    console.log(`The pages are built, ${Math.round(event.duration)} ms.`);
    buildOneFile().catch((/** @type {unknown} */ error) => console.error(error));
  }
  if (event.code === 'ERROR') console.error(event.error.message);
  if ('result' in event) void event.result.close();
});

// Ctrl+C reaches the server as well: the process ends when the server has ended.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    if (!server) process.exit(1);
    if (signal === 'SIGTERM') server.kill(signal);
  });
