// The code that the playground offers to copy compiles in its framework, for settings that use everything.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import { compileScript, parse } from 'vue/compiler-sfc';
import { readSettings, type Settings } from '../../demo/pages/settings.js';
import { FRAMEWORKS, type Framework } from '../../demo/pages/controls.js';
import { snippetOf } from '../../demo/pages/snippets.js';
import { ownOptions, root, typeErrorsOf } from '../support/compile.js';

const LOOKS = '&theme=dark&look=paper&--auth-radius=4px&--auth-color-accent=%23aa3300';
const SCREEN = `lang=de&mode=login&modes=login+register&countries=ru+kz+us&terms-href=/terms%3Fa%3D%221%22&no-auto-login=on${LOOKS}`;
const TEXT = `text.signIn=${encodeURIComponent("It's \\ me")}&text.invalid-phone=No`;
const SETTINGS: Readonly<Record<string, Settings>> = {
  plain: readSettings('?lang=en', 'en'),
  everything: readSettings(`?${SCREEN}&backend=supabase&store=tab&challenge=on&${TEXT}`, 'en'),
  'a client': readSettings(`?lang=ar&backend=kratos&client=on&challenge=on&base-url=https://id.example`, 'en'),
};

const fileOf = (framework: Framework, settings: Settings, index = 0) => snippetOf(framework, settings)[index]!.code;

/** The script of a component. */
const scriptOf = (code: string) => /<script[^>]*>\n([^]*?)<\/script>/.exec(code)![1]!;

/** The types of the frameworks that src/ has no entry for, as the package has them. */
const TYPES_OF_TAGS = ['preact', 'solid'].map(name => {
  const file = path.join(root, `types/${name}.d.ts`);
  return [file, readFileSync(file, 'utf8').replaceAll('../dist/types/', '../src/')] as const;
});

/** Compiles files together, and returns one line for each error in them. */
function typeErrorsIn(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    ...ownOptions(),
    types: ['node'],
    jsx: ts.JsxEmit.ReactJSX,
    experimentalDecorators: true,
    noUnusedLocals: false,
    paths: {
      'auth-widget': [path.join(root, 'src/index.ts')],
      'auth-widget/client': [path.join(root, 'src/client/index.ts')],
      ...Object.fromEntries(
        ['preact', 'solid'].map(name => [`auth-widget/${name}`, [path.join(root, `types/${name}.d.ts`)]]),
      ),
      ...Object.fromEntries(
        ['react', 'vue', 'svelte'].map(name => [`auth-widget/${name}`, [path.join(root, `src/frameworks/${name}.ts`)]]),
      ),
      'auth-widget/*.js': [path.join(root, 'src/*.ts')],
    },
  };
  return typeErrorsOf(new Map([...files, ...TYPES_OF_TAGS]), options, [...files.keys()]).map(
    ([file, text]) => `${path.basename(file)}: ${text}`,
  );
}

/** What Angular exports, because its packages are not installed here. */
const ANGULAR = `declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function Component(settings: { selector: string; schemas: object[]; template: string }): <T>(type: T) => void;
}\n`;

test('the code of each framework has no type errors', () => {
  const files = new Map<string, string>();
  const add = (name: string, code: string) => files.set(path.join(root, 'demo', name), code);
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const title = name.replaceAll(' ', '-');
    for (const [framework, source] of [
      ['react', 'react'],
      ['preact', 'preact'],
      ['solid', 'solid-js'],
    ] as const)
      add(`${framework}-${title}.tsx`, `/** @jsxImportSource ${source} */\n${fileOf(framework, settings)}`);
    add(`vue-${title}.ts`, scriptOf(fileOf('vue', settings)));
    add(`svelte-${title}.ts`, scriptOf(fileOf('svelte', settings)));
    add(`angular-${title}.ts`, fileOf('angular', settings));
    add(`client-${title}.ts`, fileOf('client', settings));
  }
  add('angular-core.d.ts', ANGULAR);
  assert.deepEqual(typeErrorsIn(files), []);
});

for (const [name, settings] of Object.entries(SETTINGS)) {
  test(`Vue and Svelte compile their components: ${name}`, () => {
    const { descriptor, errors } = parse(fileOf('vue', settings), { filename: 'SignIn.vue' });
    assert.deepEqual(errors, []);
    const { content, warnings } = compileScript(descriptor, { id: 'sign-in', inlineTemplate: true });
    assert.match(content, /AuthWidget/);
    assert.deepEqual(warnings ?? [], []);
    const compiled = compile(fileOf('svelte', settings), { filename: 'SignIn.svelte' });
    assert.deepEqual(compiled.warnings, []);
  });

  test(`the scripts of the HTML are JavaScript: ${name}`, () => {
    const code = fileOf('html', settings);
    for (const [, script] of code.matchAll(/<script type="module">\n([^]*?)<\/script>/g))
      assert.deepEqual(ts.transpileModule(script!, { reportDiagnostics: true, fileName: 'page.mjs' }).diagnostics, []);
  });
}

test('the plain snippets name example.com, and say no more than the tag needs', () => {
  for (const framework of FRAMEWORKS) {
    const files = snippetOf(framework, SETTINGS['plain']!);
    assert.equal(files.length, 1, framework);
    assert.match(files[0]!.code, /https:\/\/example\.com/);
  }
  assert.ok(
    fileOf('html', SETTINGS['plain']!).includes('<auth-widget base-url="https://example.com" lang="en"></auth-widget>'),
  );
});

test('a setting is in the code of every framework with the syntax of each', () => {
  const everything = SETTINGS['everything']!;
  for (const framework of FRAMEWORKS) {
    const code = fileOf(framework, everything);
    assert.match(code, /SupabaseBackend/, framework);
    assert.match(code, /It\\'s \\\\ me/, framework);
    if (framework !== 'client') {
      assert.match(code, /terms-?[hH]ref="\/terms\?a=&quot;1&quot;"/, framework);
      assert.match(code, /locales\/de\.js/, framework);
      assert.match(code, /countries\/us\.js/, framework);
    }
    if (framework !== 'client' && framework !== 'html')
      assert.equal(fileOf(framework, everything, 1).includes('--auth-radius: 4px;'), true, framework);
  }
});
