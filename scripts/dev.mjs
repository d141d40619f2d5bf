// npm run dev: the demo, rebuilt on save. Reload the page after a change in src/ or in a demo page; a change in server/ restarts
// the server. It builds the pages and the one file, as `npm start` does, but not the countries. It starts the same server, because
// Vite's dev server uses inline scripts, which the content security policy of the pages forbids. PORT chooses another port.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.NODE_ENV = 'production'; // as in `npm start`

const watcher = await build({ mode: 'demo', logLevel: 'warn', build: { watch: {} } });
if (!('on' in watcher)) throw new Error('Vite does not watch');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

function startServer() {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli');
  const args = [tsx, 'watch', '--clear-screen=false', 'scripts/start.mjs', '--no-build'];
  server = spawn(process.execPath, args, { stdio: 'inherit' });
  server.once('exit', code => process.exit(code ?? 0));
}

/** Runs after each build of the pages, because that build empties their folder. */
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

// The terminal sends Ctrl+C to the server too, but SIGTERM reaches only this process. Both end it once the server has ended.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    if (!server) process.exit(1);
    if (signal === 'SIGTERM') server.kill(signal);
  });
