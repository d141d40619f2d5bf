// Every code block of every page is excerpted, run, or checked here: npm run check compares the excerpts (`<!-- from … -->`),
// the tests of RUN_ELSEWHERE run what they name, docs-examples.test.ts the files (`// file: …`), and this file compiles the rest.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { transform } from 'esbuild';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import { compileScript, parse } from 'vue/compiler-sfc';
import { ownOptions, root, typeErrorsOf } from '../support/compile.js';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Blocks that a test runs, by their pages and languages. */
const RUN_ELSEWHERE: readonly (readonly [page: string, languages: RegExp, test: string])[] = [
  ['docs/protocol.md', /^(?:sh|json|)$/, 'test/docs/docs-protocol.test.ts'],
  ['docs/backends/better-auth.md', /^(?:sh|sql)$/, 'test/pages/better-auth.test.mjs'],
  ['docs/usage.md', /^$/, 'test/e2e/usage.test.mjs'],
];
/** Pages with files for docs-examples.test.ts and first-screen.test.ts, which compile and run them. */
const WITH_FILES = ['docs/backend.md', 'docs/client.md', 'docs/first-screen.md'];
/** Blocks that are no code: headers, tables of sizes, answers. */
const PLAIN = new Set(['docs/cdn.md', 'docs/installing.md', 'docs/your-api.md']);

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The blocks of a page that are not excerpts, without the indentation that their lines share. */
function blocksOf(page: string): Block[] {
  const text = read(page);
  return [...text.matchAll(/^( *)```([\w-]*)\n([^]*?)^ *```$/gm)].flatMap(
    ({ 1: indent, 2: language, 3: code, index }) => {
      const before = text.slice(0, index).trimEnd();
      if (/<!-- from \S+ -->$/.test(before)) return [];
      const own = code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return [{ page, line: text.slice(0, index).split('\n').length, language: language!, code: own }];
    },
  );
}

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'server/README.md',
  'contract-check/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name.split(path.sep).join('/')}`),
];
const isRunElsewhere = ({ page, language, code }: Block) =>
  RUN_ELSEWHERE.some(([name, languages]) => name === page && languages.test(language)) ||
  (WITH_FILES.includes(page) && code.startsWith('// file: ')) ||
  (PLAIN.has(page) && language === '');
const BLOCKS = PAGES.flatMap(blocksOf).filter(block => !isRunElsewhere(block));
const of = (...languages: string[]) => BLOCKS.filter(({ language }) => languages.includes(language));
const at = ({ page, line }: Block) => `${page}:${line}`;

/** What the code of the pages takes from the text around it. */
const SURROUNDINGS = `
type Client = import('auth-widget/client').AuthClient;
declare const client: Client;
declare const widget: HTMLElementTagNameMap['auth-widget'];
declare const MyBackend: new (url: string, options?: object) => import('auth-widget').AuthBackend;
declare const backendConformance: typeof import('auth-widget/testing').backendConformance;
declare const conformanceOf: (server: object) => ReturnType<typeof backendConformance>;
declare const server: object;
declare const test: (name: string, run: () => Promise<void>) => void;
declare const newPhone: () => string;
declare const readCode: (phone: string) => Promise<string>;
declare const turnstile: { render(place: Element, options: object): string; remove(id: string): void };
declare const hcaptcha: { render(place: string, options: object): string };
declare const redis: {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options: { EX: number }): Promise<unknown>;
  del(key: string): Promise<unknown>;
};
declare const app: any;
declare const inboxOf: (account: { userId: string }) => string;
declare const emptyInbox: () => string;
`;

/** The scripts in HTML. */
const scriptsIn = (code: string) =>
  [...code.matchAll(/<script(?: type="module")?>\n?([^]*?)<\/script>/g)].map(([, script]) => script!);

/** The entries of the package that blocks import, with their sources. */
function sourceOf(entry: string): string {
  const NAMES: Readonly<Record<string, string>> = {
    '': 'src/index.ts',
    client: 'src/client/index.ts',
    demo: 'src/demo/index.ts',
    server: 'src/server/index.ts',
    'server/page': 'src/server/page.ts',
    testing: 'src/testing/index.ts',
    react: 'src/frameworks/react.ts',
    vue: 'src/frameworks/vue.ts',
    svelte: 'src/frameworks/svelte.ts',
  };
  return path.join(root, NAMES[entry] ?? `src/${entry.replace(/\.js$/, '.ts')}`);
}

/** Compiles programs together, and returns one line for each error in them. */
function typeErrorsIn(programs: ReadonlyMap<string, string>, strict: boolean): string[] {
  const entries = [...programs.values()].flatMap(code =>
    [...`${code}${SURROUNDINGS}`.matchAll(/'auth-widget(?:\/([\w/.-]+))?'/g)].map(([, entry = '']) => entry),
  );
  const options: ts.CompilerOptions = {
    ...ownOptions(),
    types: ['node', 'svelte'],
    noEmit: true,
    allowJs: true,
    checkJs: true,
    jsx: ts.JsxEmit.ReactJSX,
    noUnusedLocals: false,
    ...(strict
      ? {}
      : { strict: false, noImplicitAny: false, strictNullChecks: false, exactOptionalPropertyTypes: false }),
    paths: Object.fromEntries(
      entries.map(entry => [entry ? `auth-widget/${entry}` : 'auth-widget', [sourceOf(entry)]]),
    ),
  };
  const files = new Map([...programs].map(([name, code]) => [path.join(root, name), `${code}\nexport {};\n`]));
  const globals = path.join(root, 'docs/surroundings.d.ts');
  const errors = typeErrorsOf(new Map([...files, [globals, SURROUNDINGS]]), options);
  return errors.map(([file, text]) => `${path.relative(root, file)}: ${text}`);
}

/** Where a block of the server's page belongs, and what the file around it has. */
const IN_SERVER: readonly (readonly [found: string, folder: string, before: string])[] = [
  ['createExample(', 'server/src/sms', ''],
  [
    'smsProviders',
    'server/src/sms',
    "import type { SmsProviderType } from './provider.js';\ndeclare const mock: SmsProviderType, smsaero: SmsProviderType, smsru: SmsProviderType, example: SmsProviderType;",
  ],
  [
    'setDisplayName|consume(',
    'server/src/domain',
    `declare const findSession: (db: object, token: string) => Promise<{ user: string } | null>;
declare const admission: { admit(caller: object): object };
declare const caller: object, token: string, limits: { names(account: string): readonly RateLimit[] };
declare const invalidToken: () => Error, tooManyRequests: (what: string, seconds: number, name: string) => Error;
declare const consume: (db: object, limits: readonly RateLimit[]) => Promise<{ retryAfter: number; limit: RateLimit } | null>;
import type { RateLimit } from './queries/counters.js';`,
  ],
];

/** The name and the content of the module that a block is. */
function moduleOf({ page, line, language, code }: Block): [name: string, code: string] {
  const found =
    page === 'server/README.md' && IN_SERVER.find(([names]) => names.split('|').some(name => code.includes(name)));
  const [, folder, before] = found || ['', 'docs', ''];
  const type = { tsx: 'tsx', js: 'js', html: 'js' }[language] ?? 'ts';
  return [`${folder}/${page.replaceAll(/\W/g, '-')}-${line}.${type}`, before ? `${before}\n${code}` : code];
}

test('each page of a test that runs blocks is there, and the test names it', () => {
  for (const [page, , file] of RUN_ELSEWHERE) {
    assert.ok(existsSync(path.join(root, page)), page);
    const names = [page, path.basename(page), path.basename(page, '.md')];
    assert.ok(
      names.some(name => read(file).includes(name)),
      `${file} doesn't name ${page}`,
    );
  }
});

test('every block is in a language that is checked', () => {
  const known = ['js', 'ts', 'tsx', 'html', 'css', 'json', 'vue', 'svelte', 'sh'];
  assert.deepEqual(
    BLOCKS.filter(({ language }) => !known.includes(language)).map(block => `${at(block)} ${block.language}`),
    [],
  );
  for (const language of known) assert.ok(of(language).length > 0, language);
});

test('TypeScript compiles', () => {
  const scripts = of('vue', 'svelte').map(block => ({
    ...block,
    code: /<script[^>]*>\n([^]*?)<\/script>/.exec(block.code)![1]!,
  }));
  assert.deepEqual(typeErrorsIn(new Map([...of('ts', 'tsx'), ...scripts].map(moduleOf)), true), []);
});

test('JavaScript compiles, in HTML too, and uses members that exist', () => {
  const scripts = of('html').flatMap(block =>
    scriptsIn(block.code).map((code, index) => ({ ...block, line: block.line + index, code })),
  );
  assert.ok(scripts.length > 0);
  assert.deepEqual(typeErrorsIn(new Map([...of('js'), ...scripts].map(moduleOf)), false), []);
});

for (const block of of('vue'))
  test(`Vue compiles: ${at(block)}`, () => {
    const { descriptor, errors } = parse(block.code, { filename: 'Sample.vue' });
    assert.deepEqual(errors, []);
    const { warnings } = compileScript(descriptor, { id: 'sample', inlineTemplate: true });
    assert.deepEqual(warnings ?? [], []);
  });

for (const block of of('svelte'))
  test(`Svelte compiles: ${at(block)}`, () => {
    assert.deepEqual(compile(block.code, { filename: 'Sample.svelte' }).warnings, []);
  });

for (const block of of('json')) test(`JSON is valid: ${at(block)}`, () => void JSON.parse(block.code));

interface Named {
  readonly name: string;
}
interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly slots?: readonly Named[];
}
const { modules } = JSON.parse(read('custom-elements.json')) as {
  readonly modules: readonly { readonly declarations?: readonly Declaration[] }[];
};
const ELEMENTS = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
const namesOf = (member: 'attributes' | 'cssProperties' | 'cssParts' | 'slots', elements = ELEMENTS) =>
  new Set(elements.flatMap(element => element[member] ?? []).map(({ name }) => name));

test('HTML has tags, attributes and slots of the elements that exist', () => {
  const problems: string[] = [];
  for (const block of of('html')) {
    const markup = block.code.replaceAll(/(<script[^>]*>)[^]*?(<\/script>)/g, '$1$2');
    for (const [, tag, list] of markup.matchAll(/<(auth-widget|phone-input|code-input)\b([^>]*)>/g)) {
      const known = namesOf(
        'attributes',
        ELEMENTS.filter(({ tagName }) => tagName === tag),
      );
      for (const [, name] of list!.matchAll(/([\w:-]+)(?:="[^"]*")?/g))
        if (!known.has(name!) && !['lang', 'id', 'slot', 'class', 'demo'].includes(name!))
          problems.push(`${at(block)} ${name}`);
    }
    for (const [, slot] of markup.matchAll(/\sslot="([^"]*)"/g))
      if (!namesOf('slots').has(slot!)) problems.push(`${at(block)} slot ${slot}`);
    for (const [, map] of block.code.matchAll(/<script type="importmap">([^]*?)<\/script>/g)) JSON.parse(map!);
  }
  assert.deepEqual(problems, []);
});

test('files of the package that HTML loads have a source', () => {
  const SOURCES: readonly (readonly [RegExp, string])[] = [
    [/\/(locales\/[\w-]+)\.js$/, '.ts'],
    [/\/(themes\/[\w-]+)\.css$/, '.css'],
    [/\/cdn\/(define\/[\w-]+)\.js$/, '.ts'],
  ];
  const addresses = of('html').flatMap(block =>
    [...block.code.matchAll(/"((?:\/|https:\/\/cdn)[^"]*\.(?:js|css))"/g)].map(([, address]) => address!),
  );
  for (const address of addresses) {
    if (/\/auth-widget\.(?:min|iife)\.js$|\/cdn\/shared\/auth-widget\.js$/.test(address)) continue;
    const [pattern, end] = SOURCES.find(([known]) => known.test(address)) ?? assert.fail(address);
    assert.ok(existsSync(path.join(root, 'src', pattern.exec(address)![1]! + end)), address);
  }
  assert.ok(addresses.length > 5);
});

test('CSS is valid, and its properties and parts exist', async () => {
  const [properties, parts] = [namesOf('cssProperties'), namesOf('cssParts')];
  for (const block of of('css')) {
    const { warnings } = await transform(block.code, { loader: 'css' });
    assert.deepEqual(
      warnings.map(({ text }) => text),
      [],
      at(block),
    );
    for (const [name] of block.code.matchAll(/--auth-[\w-]+/g)) assert.ok(properties.has(name), `${at(block)} ${name}`);
    for (const [, part] of block.code.matchAll(/::part\(([\w-]+)\)/g))
      assert.ok(parts.has(part!), `${at(block)} ${part}`);
  }
});

test('commands name scripts and files of the repository', () => {
  const { scripts, bin, workspaces } = JSON.parse(read('package.json')) as {
    scripts: Record<string, string>;
    bin: Record<string, string>;
    workspaces: string[];
  };
  const ofServer = (JSON.parse(read('server/package.json')) as { scripts: Record<string, string> }).scripts;
  assert.ok(workspaces.includes('server'));
  const binaries = Object.values(bin);
  for (const block of of('sh')) {
    for (const [, name, rest] of block.code.matchAll(/npm run ([\w:-]+)(.*)/g))
      assert.ok(
        Object.hasOwn(rest!.includes('--workspace server') ? ofServer : scripts, name!),
        `${at(block)} ${name}`,
      );
    for (const [, file] of block.code.matchAll(/\bnode (?:--[\w-]+ (?:tsx )?)*([\w./-]+\.m?[jt]s)/g)) {
      const bases = ['', 'server/', 'examples/api/'];
      const isThere = bases.some(base => existsSync(path.join(root, base, file!))) || binaries.includes(file!);
      assert.ok(isThere, `${at(block)} ${file}`);
    }
    for (const [, command] of block.code.matchAll(/npx (auth-widget[\w-]*)/g))
      assert.ok(Object.hasOwn(bin, command!), `${at(block)} ${command}`);
  }
});
