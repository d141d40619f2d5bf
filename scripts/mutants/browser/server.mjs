// Serves the pages in which tests run. Each loads one bundle: a test file, the sources with their mutants, and the packages that they import.
import { build } from 'esbuild';
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const STAND_IN = fileURLToPath(new URL('page-tests.js', import.meta.url));

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Replaces the module of Web Test Runner that `@web/test-runner-commands` sends its commands with. pages.mjs carries them out. */
const SOCKET = 'export const sendMessageWaitForResponse = message => globalThis.answerCommand(message);';
const SOCKET_PATH = '/__web-dev-server__web-socket.js';

/** The options of both builds, with the export conditions of web-test-runner.config.mjs. @satisfies {import('esbuild').BuildOptions} */
const COMMON = {
  bundle: true,
  format: /** @type {const} */ ('esm'),
  target: 'es2022',
  conditions: ['development', 'module'],
  // A page has no environment variables. Samples of test/support/full.mjs stay samples, because the time for a mutant is limited.
  define: { 'process.env.NODE_ENV': '"development"', 'process.env.FULL': '""' },
  ignoreAnnotations: true, // `sideEffects` in package.json would let esbuild leave out the test files, whose exports nobody uses
  logLevel: /** @type {const} */ ('error'),
};

/**
 * Bundles each test file with all that it imports, because a page loads one script in a tenth of the time that the modules take.
 * @param {string} root the folder with `src` and `test`
 * @param {readonly string[]} files below it
 * @param {string} outdir
 */
const bundle = (root, files, outdir) =>
  build({
    ...COMMON,
    entryPoints: files.map(file => ({ in: `entry:${file}`, out: file })),
    outdir,
    external: [SOCKET_PATH],
    plugins: [
      {
        name: 'tests',
        setup(bundler) {
          bundler.onResolve({ filter: /^entry:/ }, ({ path: name }) => ({
            path: name.slice('entry:'.length),
            namespace: 'entry',
          }));
          bundler.onLoad({ filter: /./, namespace: 'entry' }, ({ path: file }) => ({
            contents: `import './${file}'; globalThis.pageTests.ready();`,
            resolveDir: root,
          }));
          bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
            const url = path.relative(root, file).replaceAll(path.sep, '/');
            const contents = (await readFile(file, 'utf8'))
              .replaceAll('import.meta.url', `new URL('/${url}', location.origin).href`)
              // `import(`./module.ts?…`)` loads a module once more. Its address is made absolute, because the bundle has another folder.
              .replaceAll(
                /import\(`(\.[^`$]+\?)\$/g,
                (_, to) => `import(\`/${path.posix.join(path.posix.dirname(url), to)}$`,
              );
            return { contents, loader: 'ts' };
          });
        },
      },
    ],
  });

/**
 * Returns the code of a module that a page imports by its own address. It isn't bundled: its imports become addresses too.
 * @param {string} root the folder with `src` and `test`
 * @param {string} file
 */
async function readModule(root, file) {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [file],
    write: false,
    preserveSymlinks: true, // keeps the address of a package below the working directory, even if `node_modules` is a link
    plugins: [
      {
        name: 'addresses',
        setup(bundler) {
          bundler.onResolve({ filter: /./ }, async ({ path: name, kind, resolveDir, pluginData }) => {
            if (kind === 'entry-point' || pluginData === 'resolving') return undefined;
            const found = await bundler.resolve(name, { kind, resolveDir, pluginData: 'resolving' });
            const folder = found.path.startsWith(`${root}${path.sep}`) ? root : process.cwd();
            return { path: `/${path.relative(folder, found.path).replaceAll(path.sep, '/')}`, external: true };
          });
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * @param {string} root the folder with `src` and `test`
 * @param {readonly string[]} files the test files below it
 */
export async function startServer(root, files) {
  const bundles = path.join(root, 'bundles');
  mkdirSync(bundles, { recursive: true });
  await bundle(root, files, bundles);

  /**
   * The file that answers a path.
   * @param {string} pathname
   */
  const find = pathname =>
    pathname === '/page-tests.js'
      ? STAND_IN
      : [root, process.cwd()].map(folder => path.join(folder, pathname)).find(file => existsSync(file));

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const send = (/** @type {string} */ type, /** @type {string} */ text) =>
      response.writeHead(200, { 'Content-Type': type }).end(text);
    if (pathname === SOCKET_PATH) return void send('text/javascript', SOCKET);
    if (pathname === '/') {
      const switches = JSON.parse(searchParams.get('switches') ?? '{}');
      // The mutant is switched on before any module loads, because some code runs only then.
      return void send(
        'text/html',
        `<!doctype html><html><head></head><body>
        <script>globalThis.__stryker__ = ${JSON.stringify(switches)};</script>
        <script src="/page-tests.js"></script>
        <script type="module" src="/bundles/${searchParams.get('file') ?? ''}.js"></script></body></html>`,
      );
    }
    const file = find(pathname);
    if (!file || !statSync(file).isFile()) return void response.writeHead(404).end();
    if (/^\/(src|node_modules)\/.*\.[tj]s$/.test(pathname))
      return void readModule(root, file).then(text => send('text/javascript', text));
    const type = TYPES[path.extname(pathname)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=86400' });
    createReadStream(file).pipe(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    /**
     * Returns the address of a page. It has `wtr-session-id` because the commands of Web Test Runner throw without it. pages.mjs ignores the
     * value.
     * @param {string} file
     * @param {object} switches what the code of StrykerJS reads
     */
    addressOf: (file, switches) =>
      `http://localhost:${port}/?wtr-session-id=1&file=${encodeURIComponent(file)}&switches=${encodeURIComponent(JSON.stringify(switches))}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
