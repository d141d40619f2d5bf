// Writes the pages of the contestants, each into a folder of its own. Those of `<auth-widget>` need `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { bundleElement } from '../bundle-element.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(here, '../..');
const dist = path.join(root, 'dist');

/** The folder that the pages are written to. */
export const PAGES = path.join(root, 'out/peers');

/** Installs the packages of the pages and of the plots, in the versions of the lock file, unless they are there. */
export function install() {
  const lock = readFileSync(path.join(here, 'package-lock.json'), 'utf8');
  const installed = path.join(here, 'node_modules/.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.log('The packages of the peers are being installed.');
  const args = ['ci', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', args, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
  writeFileSync(installed, lock);
}

/**
 * The folder of an installed package.
 * @param {string} id of the page that needs it
 * @param {string} name
 */
function packageFolder(id, name) {
  const found = [path.join(here, 'pages', id), here]
    .map(folder => path.join(folder, 'node_modules', name))
    .find(existsSync);
  if (found === undefined) throw new Error(`${name} is not installed for ${id}.`);
  return found;
}

/**
 * The version of an installed package.
 * @param {string} id
 * @param {string} name
 * @returns {string}
 */
export const versionOf = (id, name) =>
  JSON.parse(readFileSync(path.join(packageFolder(id, name), 'package.json'), 'utf8')).version;

/** The style of the plain form, which gives it about the look and the size of the widget's first screen. */
const PLAIN_STYLE = `
main{max-width:400px;padding:28px;border:1px solid #ddd;border-radius:20px;background:#fff;font:16px/1.4 system-ui,sans-serif;color:#14171f}
h2{margin:0 0 18px;font-size:24px;line-height:1.2}label{display:block;margin-bottom:6px;font-size:14px;font-weight:500}
input,button{box-sizing:border-box;width:100%;min-height:52px;padding:0 16px;border:1px solid #858c9c;border-radius:12px;font:inherit}
button{margin-top:18px;border:0;background:#2457e6;color:#fff;font-weight:600}`;
/** A form without any script. */
const PLAIN_FORM = `<main><h2>Sign in</h2><form><label for="phone">Phone number</label>
<input id="phone" type="tel" autocomplete="tel"><button type="button">Get a code</button></form></main>`;

/**
 * The parts of a page, and the sources that its policy allows besides `'self'`, by directive.
 * @typedef {{ head: string, body: string, policy?: Record<string, string> }} Parts
 */

/**
 * By id: writes the files of a page of our own into a folder, and returns the parts of the page.
 * @type {Record<string, (folder: string) => Parts | Promise<Parts>>}
 */
const OWN = {
  plain: async () => ({
    head: `<style>${PLAIN_STYLE}</style>`,
    body: PLAIN_FORM,
    policy: { 'style-src': await hashOf(PLAIN_STYLE) },
  }),
  'plain-linked': folder => {
    writeFileSync(path.join(folder, 'plain.css'), PLAIN_STYLE);
    return { head: '<link rel="stylesheet" href="plain.css">', body: PLAIN_FORM };
  },
  'one-file': folder => {
    cpSync(path.join(dist, 'auth-widget.min.js'), path.join(folder, 'auth-widget.min.js'));
    return { head: moduleScript('auth-widget.min.js'), body: '<auth-widget></auth-widget>' };
  },
  modules: folder => {
    cpSync(path.join(dist, 'cdn'), folder, { recursive: true });
    return { head: moduleScript('define/auth-widget.js'), body: '<auth-widget></auth-widget>' };
  },
  'html-inline': folder => firstScreen(folder, {}),
  'html-linked': folder => {
    for (const name of ['auth-widget.css', 'phone-input.css', 'served.js'])
      cpSync(path.join(dist, 'html', name), path.join(folder, name));
    return firstScreen(folder, {
      styleSheets: { widget: 'auth-widget.css', phoneInput: 'phone-input.css' },
      scriptSrc: 'served.js',
    });
  },
  'phone-input': folder => elementAlone(folder, 'phone-input', 'label="Phone number"'),
  'code-input': folder => elementAlone(folder, 'code-input', ''),
};

const moduleScript = (/** @type {string} */ src) => `<script type="module" src="${src}"></script>`;

/** @param {string} text */
async function hashOf(text) {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text));
  return `'sha256-${Buffer.from(digest).toString('base64')}'`;
}

/**
 * @param {string} folder
 * @param {import('../../src/html/first-screen.js').FirstScreenOptions} options
 */
async function firstScreen(folder, options) {
  /** @type {typeof import('../../src/html/first-screen.js')} */
  const { cspSources, renderFirstScreen } = await import(pathToFileURL(path.join(dist, 'html/first-screen.js')).href);
  for (const name of ['html/takeover.js', 'auth-widget.min.js'])
    cpSync(path.join(dist, name), path.join(folder, path.basename(name)));
  const { styleSrc, scriptSrc } = await cspSources(options);
  const { html } = renderFirstScreen(options);
  const modules = moduleScript('takeover.js') + moduleScript('auth-widget.min.js');
  return {
    // Linked style sheets are requested before the modules, as docs/first-screen.md recommends.
    ...(options.styleSheets ? { head: '', body: html + modules } : { head: modules, body: html }),
    policy: { 'style-src': styleSrc, 'script-src': scriptSrc },
  };
}

/**
 * @param {string} folder
 * @param {string} tag
 * @param {string} attributes
 */
async function elementAlone(folder, tag, attributes) {
  writeFileSync(path.join(folder, `${tag}.js`), await bundleElement(tag));
  return { head: moduleScript(`${tag}.js`), body: `<${tag} ${attributes}></${tag}>` };
}

/**
 * The copies of React that lie beside a page, or else inside the package that it shows. The packages of all pages are installed together, so a
 * library may lie beside a React of another version. If there is no such copy, the bundler finds the one that all pages share.
 * @param {import('./contestants.mjs').Contestant} contestant
 */
const reactOf = ({ id, packageName = '' }) =>
  Object.fromEntries(
    ['react', 'react-dom'].flatMap(name => {
      const folders = [path.join(here, 'pages', id), path.join(here, 'node_modules', packageName)];
      const found = folders.map(folder => path.join(folder, 'node_modules', name)).find(existsSync);
      return found ? [[name, found]] : [];
    }),
  );

/**
 * Copies the files of a page from their packages, and bundles its script into `start.js`. Returns the parts of the page.
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {string} folder
 */
async function peerPage(contestant, folder) {
  const { id, body = '<div id="root"></div>', files = {}, styles = [], scripts = [] } = contestant;
  for (const [name, source] of Object.entries(files)) {
    const [, packageName = '', file = ''] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(source) ?? [];
    cpSync(path.join(packageFolder(id, packageName), file), path.join(folder, name), {
      recursive: true,
      filter: source => !source.endsWith('.map'),
    });
  }
  const [start = ''] = readdirSync(path.join(here, 'pages', id)).filter(name => name.startsWith('start.'));
  await bundle({
    entryPoints: { start: path.join(here, 'pages', id, start) },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: Object.fromEntries(['woff', 'woff2', 'ttf', 'png', 'webp', 'svg'].map(type => [`.${type}`, 'file'])),
    alias: reactOf(contestant),
    logLevel: 'error',
  });
  const links = existsSync(path.join(folder, 'start.css')) ? [...styles, 'start.css'] : styles;
  return {
    head: [...links.map(name => `<link rel="stylesheet" href="${name}">`), ...scripts, moduleScript('start.js')].join(
      '\n',
    ),
    body,
  };
}

/**
 * Writes the page of a contestant.
 * @param {import('./contestants.mjs').Contestant} contestant
 * @returns {Promise<import('./contestants.mjs').Contestant>} the contestant, with the sources that its policy needs
 */
export async function buildPage(contestant) {
  const folder = path.join(PAGES, contestant.id);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Parts} */
  const { head, body, policy } = await (OWN[contestant.id] ?? peerPage.bind(undefined, contestant))(folder);
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
${head}
</head>
<body>
${body}
</body>
</html>
`,
  );
  return { ...contestant, ...(policy && { policy }) };
}
