// npm start: builds the demo pages, and serves them together with the reference server. It needs no other service and no configuration.
// Only this machine is served; HOST=0.0.0.0 serves the local network too. PORT chooses another port than 5173. `npm start -- --no-build` serves
// the last build.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
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
 * Waits for the import of a package. If it is not installed, says what to do and exits with 1.
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

const { register } = await installed(import('tsx/esm/api'));
register(); // the server is TypeScript

/**
 * Builds something with Vite, and prints its name and how long it took.
 * @param {typeof import('vite').build} build
 * @param {string} name
 * @param {import('vite').InlineConfig} config
 */
async function buildStep(build, name, config) {
  const start = performance.now();
  process.stdout.write(`    ${name} … `);
  await build({ ...config, logLevel: 'warn' });
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** The IPv4 addresses of this machine in its networks. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap(addresses =>
    (addresses ?? []).flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : [])),
  );

if (!process.argv.includes('--no-build')) {
  process.env.NODE_ENV = 'production'; // the pages are built as they would be deployed
  const { build } = await installed(import('vite'));
  console.log('\n  The demo is being built, which takes about half a minute.');
  await buildStep(build, 'the pages', { mode: 'demo' });
  // The page tells people to load these files in theirs.
  await buildStep(build, 'auth-widget.min.js', { mode: 'one-file', build: { outDir: 'demo/dist' } });
  await buildStep(build, 'the countries', { mode: 'countries', build: { outDir: 'demo/dist', copyPublicDir: false } });
}

const regions = listCountries().flatMap(name => /^countries\/(..)$/.exec(name)?.[1]?.toUpperCase() ?? []);
const countries = ['RU', ...regions.filter(region => region !== 'RU')];
const port = process.env.PORT ?? '5173';
// Some shells set HOST to the name of the machine, so it is ignored unless it is an IP address.
const host = isIP(process.env.HOST ?? '') ? /** @type {string} */ (process.env.HOST) : '127.0.0.1';
const isPublic = host !== '127.0.0.1' && host !== '::1';
const address = isPublic ? (/^(?:0\.0\.0\.0|::)$/.test(host) ? (ownAddresses()[0] ?? '127.0.0.1') : host) : host;
const env = {
  LOG_LEVEL: 'warn',
  // Browsers offer the code from an SMS only on a page whose host the SMS names.
  SMS_ORIGIN: `http://${isIP(address) === 6 ? `[${address}]` : address}`,
  // The page can be switched to numbers of every country. Nobody pays for an SMS that only this page shows.
  COUNTRIES: countries.join(','),
  COUNTRY_SHARES: countries.map(country => `${country}:100`).join(','),
  ...process.env,
  NODE_ENV: 'development',
  HOST: host,
  PORT: port,
  DEMO_DIR: 'demo/dist',
};
process.env.NODE_ENV = 'development';
const { startServer } = await installed(import('../server/src/server.js'));

const server = await startServer(env).catch((/** @type {unknown} */ error) => {
  if (!(error instanceof Error)) throw error;
  const { cause } = error;
  // METRICS_PORT may be the one that is taken.
  const { code, port: takenPort } = /** @type {NodeJS.ErrnoException & { port?: number }} */ (cause ?? {});
  const isTaken = code === 'EADDRINUSE' && takenPort === Number(port);
  return fail(
    isTaken
      ? `Port ${port} is taken. Choose another one with PORT, for example:\n\n  PORT=5174 npm start`
      : error.message,
  );
});

const url = new URL(server.url);
if (isPublic) url.hostname = isIP(address) === 6 ? `[${address}]` : address;

console.log(`
  auth-widget demo: ${url.origin}

  Any mobile number works: the SMS arrives on the phone on the page.
  Two test numbers have fixed codes and get no SMS:
    +7 (999) 000-00-01   code 111111
    +7 (999) 000-00-02   code 222222

  Ctrl+C ends it.
`);

if (isPublic) {
  const { renderUnicodeCompact } = await installed(import('uqr'));
  console.log(renderUnicodeCompact(url.origin, { border: 2 }).replace(/^/gm, '  '));
  console.warn(`
  Warning: everybody on this network can open the page, and sees the codes of all numbers.
  Over plain http a browser has no crypto.subtle: a challenge fails, except on this machine.
`);
}

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
