// The JavaScript of what `npm run build` wrote.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { exports, dependencies, peerDependencies } = JSON.parse(
  await readFile(path.join(root, 'package.json'), 'utf8'),
) as {
  exports: Record<string, string | { default: string }>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
const singleFiles = Object.keys(exports).flatMap(name => /^\.\/((?:backends|locales)\/.+)\.js$/.exec(name)?.[1] ?? []);
const backends = Object.keys(exports).flatMap(name => /^\.\/(backends\/.+)\.js$/.exec(name)?.[1] ?? []);

const dist = path.join(root, 'dist');
const files = await readdir(dist, { recursive: true });

const read = (name: string): Promise<string> => readFile(path.join(dist, name), 'utf8');
/** The modules that bundlers and browsers read one by one. The rest are programs and builds of their own. */
const modules = files.filter(
  name => name.endsWith('.js') && !/\.(min|iife)\.js$|^(countries|cdn\/)|^html\/(command|served)\.js$/.test(name),
);
const importsOf = (code: string): string[] =>
  [...code.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom\s*["']([^"']+)["']|^import\s*["']([^"']+)["']/gm)].map(
    ([, from, bare]) => (from ?? bare)!,
  );

test('every module is its own file, with the names and the folders of the sources', async () => {
  const sources = await readdir(path.join(root, 'src'), { recursive: true });
  for (const name of modules) assert.ok(sources.includes(name.replace(/\.js$/, '.ts')), name);
});

test('the modules import each other and the declared dependencies, wrappers their framework, nothing else', async () => {
  for (const name of modules) {
    for (const specifier of importsOf(await read(name))) {
      if (specifier.startsWith('.')) {
        const target = path.join(path.dirname(name), specifier);
        assert.ok(files.includes(target), `${name} imports ${specifier}, which is not there`);
      } else if (name === 'frameworks/nuxt/plugin.js' && specifier.startsWith('#build/')) {
        // Nuxt writes this file into the app.
      } else {
        const isEntryOfAnother = /^(frameworks|testing)\//.test(name);
        const declared = Object.keys({ ...dependencies, ...(isEntryOfAnother && peerDependencies) });
        assert.ok(
          declared.some(known => `${specifier}/`.startsWith(`${known}/`)),
          `${name} imports ${specifier}`,
        );
      }
    }
  }
});

test("the entry for React begins with 'use client'", async () => {
  assert.match(await read('frameworks/react.js'), /^["']use client["'];/);
});

test('the entries that register nothing can be imported in Node', async () => {
  const entry = (await import(pathToFileURL(path.join(dist, 'index.js')).href)) as Record<string, unknown>;
  const client = (await import(pathToFileURL(path.join(dist, 'client/index.js')).href)) as Record<string, unknown>;
  assert.equal(typeof entry['AuthWidget'], 'function');
  assert.equal(typeof client['AuthClient'], 'function');
});

test('the templates have lost their line breaks', async () => {
  const withTemplates: string[] = [];
  for (const name of modules) {
    const templates = [...(await read(name)).matchAll(/\b(?:css|html)`([^`]*)/g)];
    if (templates.length > 0) withTemplates.push(name);
    for (const [, text] of templates) assert.doesNotMatch(text!.replace(/\$\{[^]*$/, ''), /\n/, `${name}: ${text}`);
  }
  assert.ok(withTemplates.some(name => name.endsWith('.styles.js')));
  assert.ok(withTemplates.some(name => name.startsWith('elements/')));
});

test('an adapter for another server is one file that imports nothing, and holds no client', async () => {
  for (const name of backends) {
    const code = await read(`${name}.js`);
    assert.deepEqual(importsOf(code), [], name);
    assert.doesNotMatch(code, /\bimport\s*\(|process\.env/, name);
    const map = JSON.parse(await read(`${name}.js.map`)) as { sources: string[] };
    const sources = map.sources.map(source => source.replace(/^(\.\.\/)+/, ''));
    assert.ok(sources.includes(`src/${name}.ts`), name);
    // The HTTP call is all that it uses of the client. `AuthError` is recognised by its name, so a copy of it does no harm.
    const expected = /^src\/(backends\/|core\/|client\/(calls\/http|platform\/[a-z-]+)\.ts$)/;
    assert.deepEqual(
      sources.filter(source => !expected.test(source)),
      [],
      name,
    );
    const entry = (await import(pathToFileURL(path.join(dist, `${name}.js`)).href)) as Record<string, unknown>;
    assert.ok(
      Object.keys(entry).some(exported => /^[A-Z]\w*Backend$/.test(exported)),
      name,
    );
  }
});

test('a language is one small file that imports nothing, and registers itself in the page without a second copy', async () => {
  const locales = singleFiles.filter(name => name.startsWith('locales/') && name !== 'locales/register');
  assert.equal(locales.length, 15);
  for (const name of locales) {
    const code = await read(`${name}.js`);
    assert.deepEqual(importsOf(code), [], name);
    const { texts } = (await import(pathToFileURL(path.join(dist, `${name}.js`)).href)) as { texts: { lang: string } };
    const registry = Reflect.get(globalThis, Symbol.for('auth-widget:languages')) as {
      languages: Map<string, unknown>;
    };
    assert.equal(registry.languages.get(texts.lang), texts, name);
    assert.equal(`locales/${texts.lang}`, name);
  }
  const { phoneInputTexts } = (await import(pathToFileURL(path.join(dist, 'locales/ru.js')).href)) as {
    phoneInputTexts: { phone: string };
  };
  assert.ok((await read('auth-widget.min.js')).includes(phoneInputTexts.phone));
  assert.ok(!(await read('auth-widget.min.js')).includes('Телефон нөмірі'), 'no other language is in the one file');
});

test('a country is one call beside the two files that all countries share, and works without a DOM', async () => {
  const shared = ['countries-engine.js', 'countries-field.js'];
  assert.deepEqual(files.filter(name => /^countries-/.test(name)).sort(), shared);
  const names = files.filter(name => /^countries[/\\].+\.js$/.test(name));
  assert.ok(names.length > 240);
  for (const name of [...names, ...shared])
    for (const [, specifier = ''] of (await read(name)).matchAll(/(?:from|import)\s*["']([^"']+)["']/g))
      assert.ok(files.includes(path.posix.join(path.dirname(name), specifier)), `${name} imports ${specifier}`);
  await import(pathToFileURL(path.join(dist, 'countries/by.js')).href);
  const { parsePhone } = (await import(pathToFileURL(path.join(dist, 'countries/parse.js')).href)) as {
    parsePhone: (text: string) => { region: string };
  };
  assert.equal(parsePhone('+375 29 123-45-67').region, 'BY');
  const { formatPhone } = (await import(pathToFileURL(path.join(dist, 'client/index.js')).href)) as {
    formatPhone: (text: string) => string;
  };
  assert.equal(formatPhone('375291234567'), '+375 29 123-45-67', 'the client shares no module with the countries');
});

test('an entry for development has the names of the entry, and the same modules', async () => {
  const entries = Object.values(exports).filter(
    (target): target is { default: string; development: string } =>
      typeof target === 'object' && 'development' in target,
  );
  assert.ok(entries.length >= 8);
  const base = pathToFileURL(`${dist}${path.sep}`);
  const [main] = entries;
  const names = async (file: string) =>
    (await import(new URL(file.slice('./dist/'.length), base).href)) as Record<string, unknown>;
  const production = await names(main!.default);
  const development = await names(main!.development);
  assert.deepEqual(Object.keys(development).sort(), Object.keys(production).sort());
  assert.equal(development['AuthClient'], production['AuthClient']);
  for (const target of entries) {
    const code = await read(target.development.slice('./dist/'.length));
    assert.ok(importsOf(code).includes('./check.js'), target.development);
    // The rest are the modules of the package, by their own files: there is no second copy.
    const rest = importsOf(code).filter(specifier => specifier !== './check.js');
    assert.ok(rest.length > 0 && rest.every(specifier => specifier.startsWith('../')), target.development);
    assert.doesNotMatch(code, /\b(class|function)\b/, target.development);
  }
  assert.match(await read('development/react.js'), /^["']use client["'];/);
});

test('the one-file build imports nothing, has the three elements, and a source map with the sources', async () => {
  const code = await read('auth-widget.min.js');
  assert.deepEqual(importsOf(code), []);
  assert.doesNotMatch(code, /\bimport\s*\(|process\.env/);
  for (const tag of ['auth-widget', 'phone-input', 'code-input']) assert.ok(code.includes(tag), tag);
  assert.match(code, /\/\/# sourceMappingURL=auth-widget\.min\.js\.map\s*$/);
  const map = JSON.parse(await read('auth-widget.min.js.map')) as { sources: string[]; sourcesContent: string[] };
  const index = map.sources.findIndex(source => source.endsWith('src/elements/auth-widget/auth-widget.ts'));
  assert.ok(map.sourcesContent[index]?.includes('class AuthWidget'));
});
