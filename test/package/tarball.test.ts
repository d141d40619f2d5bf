// The package as `npm run tarball` makes it from dist/, which `npm run build` writes first.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import resolve from 'resolve';
import ts from 'typescript';
import { sample } from '../support/full.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The limit for the tarball in bytes. A third of it is source maps. */
const LIMIT = 1_620_000;

/** The files in the package besides dist/ and docs/. */
const OUTSIDE = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'contract-check/README.md',
  'custom-elements.json',
  'package.json',
  'vscode.css-custom-data.json',
  'vscode.html-custom-data.json',
  'web-types.json',
];
const ALLOWED = [
  /^dist\/(index|(backends|client|core|countries|define|demo|development|elements|frameworks|locales|machine|server|testing)\/.+)\.js(\.map)?$/,
  /^dist\/auth-widget\.(min\.js(\.map)?|iife\.js)$/,
  /^dist\/html\/[\w-]+\.(js|css)$/,
  /^dist\/countries-(engine|field)\.js$/,
  /^dist\/auth-widget-check\.mjs$/,
  /^dist\/integrity\.json$/,
  /^dist\/(reserve|themes\/\w+)\.css$/,
  /^dist\/cdn\/.+\.js$/,
  /^(dist\/)?types\/.+\.d\.ts$/,
  /^docs\/(?!(changing|releasing|results|speed|testing-the-project)\.md).+\.md$/,
  /^docs\/(demo\.webp|challenge\.svg)$/,
];

let folder: string;
let tarball: string;
/** The folder of the unpacked package. */
let unpacked: string;
let files: string[];

const read = (name: string): Promise<string> => readFile(path.join(unpacked, name), 'utf8');
const readManifest = async () => JSON.parse(await read('package.json')) as Record<string, unknown>;

before(async () => {
  await mkdir(path.join(root, 'out'), { recursive: true });
  folder = await mkdtemp(path.join(root, 'out/tarball-'));
  await run(process.execPath, [path.join(root, 'scripts/release/tarball.mjs'), folder]);
  const [name] = await readdir(folder);
  tarball = path.join(folder, name!);
  await run('tar', ['-xzf', name!], { cwd: folder });
  unpacked = path.join(folder, 'package');
  const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
  files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(unpacked, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
});
after(() => rm(folder, { recursive: true, force: true }));

test('the tarball has the built files, the pages for users, and nothing else', async () => {
  assert.deepEqual(
    files.filter(file => !ALLOWED.some(pattern => pattern.test(file))),
    OUTSIDE,
  );
  const sources = await readdir(path.join(root, 'src'), { recursive: true });
  // The command is no module to import.
  for (const source of sources.filter(name => /(?<!\.d|html\/command)\.ts$/.test(name)))
    assert.ok(files.includes(`dist/types/${source.replace(/\.ts$/, '.d.ts')}`), source);
});

test('the tarball is below its limit', async t => {
  const { size } = await stat(tarball);
  t.diagnostic(`${size} bytes`);
  assert.ok(size < LIMIT, `${size} bytes`);
});

test('publint finds nothing', async () => {
  const buffer = await readFile(tarball);
  const { messages } = await publint({
    pack: { tarball: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.length) },
    strict: true,
  });
  const manifest = await readManifest();
  assert.deepEqual(
    messages.map(message => formatMessage(message, manifest, { color: false })),
    [],
  );
});

test('Are The Types Wrong finds nothing', async () => {
  const attw = path.join(
    createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json'),
    '../dist/index.js',
  );
  // node16: TypeScript's resolution `node10` doesn't read `exports`, so it finds only the main entry.
  // cjs-resolves-to-esm: the package has only ES modules, which require() can load since Node 20.19.
  // Style sheets and the classic scripts have no types.
  // The entries of the countries are written alike, so a fifth of them is checked.
  const { exports } = (await readManifest()) as { exports: Record<string, unknown> };
  const countries = Object.keys(exports).flatMap(name => /^\.\/(countries\/.+)$/.exec(name)?.[1] ?? []);
  const checked = sample(countries);
  const options = [
    '--profile',
    'node16',
    '--ignore-rules',
    'cjs-resolves-to-esm',
    '--exclude-entrypoints',
    'reserve.css',
    'auth-widget.iife.js',
    ...['auth-widget.css', 'phone-input.css', 'served.js'].map(name => `html/${name}`),
    ...['aurora', 'graphite', 'paper'].map(theme => `themes/${theme}.css`),
    ...countries.filter(name => !checked.includes(name)),
  ];
  const { stdout } = await run(process.execPath, [attw, tarball, ...options, '--no-emoji', '--format', 'ascii']).catch(
    (error: unknown) => assert.fail((error as { stdout: string }).stdout),
  );
  assert.match(stdout, /"auth-widget\/client"/);
});

test('package.json has what users need, and the paths by which CDNs and editors find the files', async () => {
  const manifest = await readManifest();
  for (const field of ['devDependencies', 'overrides', 'scripts', 'workspaces'])
    assert.equal(manifest[field], undefined, field);
  for (const field of ['unpkg', 'jsdelivr', 'customElements', 'web-types'])
    assert.ok(files.includes(path.posix.normalize(String(manifest[field]))), field);
});

test('resolvers that read no exports find the types of every entry, the main entry, and files below dist/', async () => {
  const { exports } = (await readManifest()) as { exports: Record<string, string | { types?: string }> };
  const project = path.join(folder, 'project');
  await mkdir(path.join(project, 'node_modules'), { recursive: true });
  await symlink(unpacked, path.join(project, 'node_modules/auth-widget'));
  // oxlint-disable-next-line typescript/no-deprecated -- projects with it are what is tested
  const options = { moduleResolution: ts.ModuleResolutionKind.Node10, preserveSymlinks: true };
  const typesOf = (name: string) =>
    ts.resolveModuleName(name, path.join(project, 'app.ts'), options, ts.sys).resolvedModule?.resolvedFileName;
  const inPackage = (file: string) => path.join(project, 'node_modules/auth-widget', file);
  for (const [entry, target] of Object.entries(exports))
    if (typeof target !== 'string' && target.types !== undefined)
      assert.equal(typesOf(path.posix.join('auth-widget', entry)), inPackage(target.types), entry);
  assert.equal(typesOf('auth-widget/dist/client/index.js'), inPackage('dist/types/client/index.d.ts'));

  const codeOf = (id: string) => resolve.sync(id, { basedir: project, preserveSymlinks: true });
  assert.equal(codeOf('auth-widget'), inPackage('dist/index.js'));
  assert.equal(codeOf('auth-widget/dist/client/index.js'), inPackage('dist/client/index.js'));
});

/** The targets of the links and pictures of a page, outside of code blocks. */
const linksOf = (page: string): string[] =>
  [...page.replace(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);

test('every link and picture of a page leads to a file of the package, or to another site', async () => {
  const { name, version } = (await readManifest()) as { name: string; version: string };
  const own = `https://cdn.jsdelivr.net/npm/${name}@${version}/`;
  for (const page of files.filter(file => file.endsWith('.md'))) {
    for (const link of linksOf(await read(page))) {
      if (link.startsWith('#') || (/^[a-z]+:/.test(link) && !link.startsWith(own))) continue;
      const isRelative = !link.startsWith(own);
      // npm shows README.md on its own page, where a relative link leads nowhere.
      assert.ok(!(isRelative && page === 'README.md'), `README.md: ${link}`);
      const target = isRelative ? path.posix.join(path.posix.dirname(page), link) : link.slice(own.length);
      assert.ok(files.includes(target.replace(/#.*/, '')), `${page}: ${link}`);
    }
  }
  assert.ok(linksOf(await read('README.md')).includes(`${own}docs/demo.webp`));
});

test('dist/integrity.json has the hash of every file for CDNs, in this version, and nothing else', async () => {
  const { name, version } = (await readManifest()) as { name: string; version: string };
  const written = JSON.parse(await read('dist/integrity.json')) as { integrity: Record<string, string> };
  const expected = [
    'dist/auth-widget.iife.js',
    'dist/auth-widget.min.js',
    ...files.filter(file =>
      /^dist\/((cdn|backends|countries)\/.+|countries-(engine|field)|locales\/(?!en|ru)(\w\w|register))\.js$/.test(
        file,
      ),
    ),
  ];
  const hashes = await Promise.all(
    expected.map(async file => {
      const digest = createHash('sha384').update(await readFile(path.join(unpacked, file)));
      return [`https://cdn.jsdelivr.net/npm/${name}@${version}/${file}`, `sha384-${digest.digest('base64')}`];
    }),
  );
  assert.deepEqual(written, { integrity: Object.fromEntries(hashes) as Record<string, string> });
});

test('the modules for CDNs import each other by relative addresses, and nothing else', async () => {
  const modules = files.filter(file => file.startsWith('dist/cdn/'));
  const entries = modules.filter(file => !file.startsWith('dist/cdn/shared/'));
  assert.deepEqual(entries, [
    'dist/cdn/client/index.js',
    'dist/cdn/define/auth-widget.js',
    'dist/cdn/define/code-input.js',
    'dist/cdn/define/phone-input.js',
    'dist/cdn/demo/index.js',
    'dist/cdn/index.js',
  ]);
  for (const module of modules) {
    const code = await read(module);
    for (const { fileName } of ts.preProcessFile(code, true, true).importedFiles) {
      assert.match(fileName, /^\.\.?\//, `${module} imports ${fileName}`);
      assert.ok(modules.includes(path.posix.join(path.posix.dirname(module), fileName)), `${module}: ${fileName}`);
    }
    assert.doesNotMatch(code, /process\.env|\beval\(|new Function/, module);
  }
});
