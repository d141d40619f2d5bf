// npm start: builds the demo pages, and serves them together with the reference server, on this machine only.
// It needs no other service and no configuration. PORT chooses another port; --no-build serves the last build.
import { fileURLToPath } from 'node:url';
import { listCountries } from './package-entries.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Waits for the import of a package, and says what to do if it is not installed.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
async function installed(module) {
  try {
    return await module;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    return fail(`A dependency is missing. Run this first:\n\n  npm ci\n\n(${error.message.split('\n', 1).join('')})`);
  }
}

const { build } = await installed(import('vite'));
const { register } = await installed(import('tsx/esm/api'));
register(); // the server is TypeScript

if (!process.argv.includes('--no-build')) {
  process.env.NODE_ENV = 'production'; // the pages are built as they would be deployed
  await build({ mode: 'demo', logLevel: 'warn' });
  // The page tells people to load this file in theirs.
  await build({ mode: 'one-file', logLevel: 'warn', build: { outDir: 'demo/dist' } });
  await build({ mode: 'countries', logLevel: 'warn', build: { outDir: 'demo/dist', copyPublicDir: false } });
}

const regions = listCountries().flatMap(name => /^countries\/(..)$/.exec(name)?.[1]?.toUpperCase() ?? []);
const countries = ['RU', ...regions.filter(region => region !== 'RU')];
const port = process.env.PORT ?? '5173';
const env = {
  LOG_LEVEL: 'warn',
  // Browsers offer the code from an SMS only on a page whose host the SMS names.
  SMS_ORIGIN: 'http://127.0.0.1',
  // The page can be switched to numbers of every country. Nobody pays for an SMS that only this page shows.
  COUNTRIES: countries.join(','),
  COUNTRY_SHARES: countries.map(country => `${country}:100`).join(','),
  ...process.env,
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: port,
  DEMO_DIR: 'demo/dist',
};
process.env.NODE_ENV = 'development';
const { startServer } = await installed(import('../server/src/server.js'));

const server = await startServer(env).catch((/** @type {unknown} */ error) => {
  if (!(error instanceof Error)) throw error;
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return fail(
    isTaken
      ? `Port ${port} is taken. Choose another one with PORT, for example:\n\n  PORT=5174 npm start`
      : error.message,
  );
});

console.log(`
  auth-widget demo: ${server.url}

  Any mobile number works: the SMS arrives on the phone on the page.
  Two test numbers have fixed codes and get no SMS:
    +7 (999) 000-00-01   code 111111
    +7 (999) 000-00-02   code 222222

  Ctrl+C ends it.
`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isStopping) process.exit(1); // a second Ctrl+C does not wait
    isStopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
