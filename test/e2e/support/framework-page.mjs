// A page of a framework, built for production from test/e2e/pages/frameworks: rendered on a server, then hydrated in the
// browser when a test calls `fixture.hydrate`. Until then the tags are registered and upgraded, as in an app whose code is
// split into several files.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from 'svelte/compiler';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fixtures = path.join(root, 'test/e2e/pages/frameworks');

/** Compiles the components of Svelte. @returns {import('vite').Plugin} */
const svelte = () => ({
  name: 'svelte',
  transform(code, id, options) {
    if (!id.endsWith('.svelte')) return null;
    const { js } = compile(code, { filename: id, generate: options?.ssr ? 'server' : 'client', dev: false });
    return js;
  },
});

/** @param {string} entry @param {string} outDir @param {boolean} ssr */
async function bundle(entry, outDir, ssr) {
  const nodeEnv = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // Vite derives the export conditions of packages from it
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [svelte()],
      resolve: { alias: [{ find: /^auth-widget\/(\w+)$/, replacement: `${root}src/frameworks/$1.ts` }] },
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        ssr: ssr && path.join(fixtures, entry),
        rolldownOptions: { input: path.join(fixtures, entry), output: { entryFileNames: '[name].js' } },
      },
    });
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnv;
  }
}

/**
 * @param {'vue' | 'svelte'} framework
 * @returns `render` renders the page on a server; `open` opens it in a browser as `/framework.html`
 */
export async function buildFrameworkPage(framework) {
  await mkdir(path.join(root, 'out'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, 'out/framework-'));
  try {
    await bundle(`${framework}-server.js`, outDir, true);
    await bundle(`${framework}-client.js`, outDir, false);
    /** @type {{ render: (source: object | null) => Promise<{ html: string, auth: any }> | { html: string, auth: any } }} */
    const { render } = await import(pathToFileURL(path.join(outDir, `${framework}-server.js`)).href);
    const script = await readFile(path.join(outDir, `${framework}-client.js`), 'utf8');
    return {
      render,
      /** @param {import('playwright-core').Page} page @param {object | null} [source] */
      async open(page, source = { baseUrl: '/' }) {
        const { html } = await render(source);
        const body = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">
          <body><div id="app">${html}</div><script type="module" src="/framework.js"></script></body></html>`;
        await page.route('**/framework.html', route => route.fulfill({ contentType: 'text/html', body }));
        await page.route('**/framework.js', route => route.fulfill({ contentType: 'text/javascript', body: script }));
        await page.goto('/framework.html');
        await page.waitForFunction(() => 'fixture' in globalThis);
      },
    };
  } finally {
    await rm(outDir, { recursive: true });
  }
}
