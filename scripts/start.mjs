// npm start: builds the demo page and serves it together with the reference server, for this machine alone.
// Needs no service and no configuration; PORT chooses another port.
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Imports what `npm ci` installs. */
async function load(specifier) {
  try {
    return await import(specifier);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return fail(`A dependency is missing. Run this first:\n\n  npm ci\n\n(${error.message.split('\n')[0]})`);
  }
}

const { build } = await load('vite');
const { register } = await load('tsx/esm/api');
register();

process.env.NODE_ENV = 'production'; // the page is built as it would be deployed
await build({ mode: 'demo', logLevel: 'warn' });

const port = process.env.PORT || '5173';
const env = {
  LOG_LEVEL: 'warn',
  // Phones tie the code in an SMS to the host of the page.
  SMS_ORIGIN: 'http://127.0.0.1',
  ...process.env,
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: port,
  DEMO_DIR: 'demo/dist',
};
process.env.NODE_ENV = 'development';
const { startServer } = await load('../demo/server/src/server.ts');

let server;
try {
  server = await startServer(env);
} catch (error) {
  if (error.code === 'EADDRINUSE')
    fail(`Port ${port} is taken. Choose another one with PORT, say:\n\n  PORT=5174 npm start`);
  fail(error.message);
}

console.log(`
  auth-widget demo: ${server.url}

  Any +7 number works: the SMS arrives on the phone on the page.
  Two test numbers have fixed codes and get no SMS:
    +7 (999) 000-00-01   code 111111
    +7 (999) 000-00-02   code 222222

  Ctrl+C ends it.
`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    if (isStopping) process.exit(1); // the second Ctrl+C does not wait
    isStopping = true;
    await server.close();
    process.exit(0);
  });
