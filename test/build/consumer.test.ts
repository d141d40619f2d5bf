import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nativeTsc } from '../../scripts/checks/native-tsc.mjs';
import { FRAMEWORKS } from '../support/framework-programs.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** The other tests run TypeScript 7, which needs a third of the processor time of version 6. */
const TYPESCRIPT_6 = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const PROGRAM = `
import { AuthClient, AuthError, type AuthState } from 'auth-widget';
import { AuthClient as HeadlessClient } from 'auth-widget/client';
import 'auth-widget/define/auth-widget.js';
import 'auth-widget/define/phone-input.js';
import 'auth-widget/define/code-input.js';

const client: HeadlessClient = new AuthClient({ baseUrl: 'https://auth.example' });
const { isAuthenticated, userId }: AuthState = client.state;
const token: Promise<string | null> = client.getToken();

const widget = document.createElement('auth-widget');
widget.client = client;
widget.addEventListener('auth-signed-in', event => event.displayName?.trim());
document.addEventListener('auth-error', event => event.code === 'blocked');
document.createElement('code-input').onComplete = (code: string) => void client.loginWithSmsCode(code);
export { isAuthenticated, token, userId, AuthError };
`;
/** Mistakes that the compiler must find, with its error codes. */
const MISTAKES = [
  [`import { AuthClient } from 'auth-widget/client/auth-client.js'; new AuthClient();`, 'TS2307'],
  [`import { AuthClient } from 'auth-widget'; new AuthClient({ baseURL: '/' });`, 'TS2561'],
  [`import 'auth-widget'; document.addEventListener('auth-signed-in', event => event.token);`, 'TS2339'],
] as const;

let project: string;

// A project that has the package installed. Below the repository, so that its dependencies are found.
before(async () => {
  await mkdir(path.join(root, 'out'), { recursive: true });
  project = await mkdtemp(path.join(root, 'out/consumer-'));
  const installed = path.join(project, 'node_modules/auth-widget');
  await mkdir(installed, { recursive: true });
  await copyFile(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  await cp(path.join(root, 'types'), path.join(installed, 'types'), { recursive: true });
  const outDir = path.join(installed, 'dist/types');
  await run(process.execPath, [nativeTsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', outDir]);
});
after(() => rm(project, { recursive: true, force: true }));

const RESOLUTIONS = [
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
] as const;

interface JsxOptions {
  readonly jsx?: string;
  readonly jsxImportSource?: string;
}

/** The compiler's errors in a program, in the strictest mode that a project can have. */
const compile = (
  program: string,
  resolution: readonly [string, string],
  name = 'program.ts',
  jsxOptions: JsxOptions = {},
): Promise<string> => compileFiles({ [name]: program }, resolution, jsxOptions);

async function compileFiles(
  files: Record<string, string>,
  [moduleResolution, module]: readonly [string, string],
  jsxOptions: JsxOptions,
  compiler = nativeTsc,
): Promise<string> {
  const compilerOptions = {
    moduleResolution,
    module,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['trusted-types'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedSideEffectImports: true,
    skipLibCheck: true,
    jsx: 'react-jsx',
    ...jsxOptions,
    noEmit: true,
  };
  for (const [name, program] of Object.entries(files)) await writeFile(path.join(project, name), program);
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  return run(process.execPath, [compiler, '-p', project], { cwd: project }).then(
    () => '',
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

for (const resolution of RESOLUTIONS) {
  test(`a project compiles against the package: ${resolution[0]}`, async () => {
    assert.equal(await compile(PROGRAM, resolution), '');
  });
}

test('a project with React compiles against the package with TypeScript 6 too', async () => {
  const files = { 'program.ts': PROGRAM, 'react.tsx': FRAMEWORKS['auth-widget/react'].program };
  assert.equal(await compileFiles(files, RESOLUTIONS[0], {}, TYPESCRIPT_6), '');
});

test('a project that imports only a tag has the types of its events', async () => {
  const program = `
    import 'auth-widget/define/auth-widget.js';
    document.querySelector('auth-widget')!.addEventListener('auth-signed-in', event => event.displayName?.trim());
    document.querySelector('code-input')!.addEventListener('code-complete', event => event.code.trim());`;
  for (const resolution of RESOLUTIONS) assert.equal(await compile(program, resolution), '');
});

test('the one-file build has the types of the tags', async () => {
  const program = `
    import 'auth-widget/auth-widget.min.js';
    export const widget = document.querySelector('auth-widget')!;
    widget.mode = 'login';`;
  assert.equal(await compile(program, RESOLUTIONS[0]), '');
});

for (const [mistake, code] of MISTAKES) {
  test(`the compiler finds the mistake: ${mistake}`, async () => {
    assert.match(await compile(mistake, RESOLUTIONS[0]), new RegExp(`^program\\.ts\\(1,\\d+\\): error ${code}:`));
  });
}

for (const [entry, { program, mistakes, ...jsxOptions }] of Object.entries(FRAMEWORKS)) {
  for (const resolution of RESOLUTIONS) {
    test(`${entry}, types of the tags: ${resolution[0]}`, async () => {
      assert.equal(await compile(program, resolution, 'program.tsx', jsxOptions), '');
    });
  }
  test(`${entry}, the compiler finds the mistakes`, async () => {
    const files = mistakes.map(([mistake], index) => [`mistake-${index}.tsx`, `import '${entry}';\n${mistake}`]);
    const found = await compileFiles(Object.fromEntries(files) as Record<string, string>, RESOLUTIONS[0], jsxOptions);
    for (const [index, [mistake, code]] of mistakes.entries())
      assert.match(found, new RegExp(`^mistake-${index}\\.tsx\\(2,\\d+\\): error ${code}:`, 'm'), mistake);
  });
}

test('every package that the types mention is declared: a dependency, or an optional peer', async () => {
  const installed = path.join(project, 'node_modules/auth-widget');
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', object> & {
    peerDependenciesMeta: Record<string, { optional: boolean }>;
  };
  for (const name of Object.keys(peerDependencies)) assert.equal(peerDependenciesMeta[name]?.optional, true, name);
  const mentioned = new Set<string>();
  for (const folder of ['types', 'dist/types']) {
    for (const file of await readdir(path.join(installed, folder), { recursive: true })) {
      if (!file.endsWith('.d.ts')) continue;
      const code = await readFile(path.join(installed, folder, file), 'utf8');
      const specifiers = code.matchAll(
        /\b(?:from|import|module)\s*\(?\s*['"]([^'"]+)['"]|<reference types=['"]([^'"]+)['"]/g,
      );
      for (const [, specifier = '', reference = ''] of specifiers) {
        const name = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier || reference)?.[0];
        // Examples in comments import the package itself.
        if (name && name !== 'auth-widget') mentioned.add(name);
      }
    }
  }
  assert.ok(mentioned.has('lit') && mentioned.has('react'));
  const declared = { ...dependencies, ...peerDependencies };
  for (const name of mentioned) {
    assert.ok(name in declared, name);
    // The types of React are in another package, which is found from here if it is declared here.
    if (name === 'react') assert.ok('@types/react' in declared);
  }
});

test('the TypeScript of docs/usage.md, docs/forms.md and docs/checkout.md compiles', async () => {
  const page = await readFile(path.join(root, 'docs/usage.md'), 'utf8');
  const samples = [...page.matchAll(/```(tsx?)\n(.*?)```/gs)];
  assert.deepEqual(
    samples.map(([, language]) => language),
    ['ts', 'tsx'],
  );
  const files = Object.fromEntries(
    samples.map(([, language, program]) => [`usage-${language!}.${language!}`, program!]),
  );
  for (const name of ['order-form.tsx', 'checkout.tsx'])
    files[name] = await readFile(path.join(root, 'examples/forms', name), 'utf8');
  assert.equal(await compileFiles(files, RESOLUTIONS[0], {}), '');
});

/** An element in the manifest. */
interface Declaration {
  readonly tagName?: string;
  readonly members?: readonly { kind: string; name: string; privacy?: string; static?: boolean; readonly?: boolean }[];
  readonly attributes?: readonly { name: string }[];
  readonly events?: readonly { name: string; type: { text: string } }[];
}

test('the manifest names files that the package has', async () => {
  const manifest = await readFile(path.join(root, 'custom-elements.json'), 'utf8');
  const names = new Set([...manifest.matchAll(/"(?:path|module)": "([^"]+)"/g)].map(([, name]) => name!));
  assert.ok(names.size > 5);
  for (const name of names) await readFile(path.join(root, name));
  assert.ok([...names].every(name => name.startsWith('dist/')));
});

test('the types of the tags have every property, attribute and event of the manifest', async () => {
  const manifest = JSON.parse(await readFile(path.join(root, 'custom-elements.json'), 'utf8')) as {
    modules: { declarations?: Declaration[] }[];
  };
  const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
  assert.equal(elements.length, 3);
  let count = 0;
  const lines = elements.flatMap(({ tagName, members = [], attributes = [], events = [] }) => {
    const fields = members.filter(
      ({ kind, name, privacy, static: isStatic, readonly: isReadonly }) =>
        // To a framework, names that begin with `on` are listeners. Those that begin with `own` are internal, and so is
        // `isDeferred`, which only its attribute sets.
        kind === 'field' &&
        privacy === 'public' &&
        !isStatic &&
        !isReadonly &&
        !/^(on|own)[A-Z]|^isDeferred$/.test(name),
    );
    assert.ok(fields.length > 5, tagName);
    const names = new Set([...fields, ...attributes].map(({ name }) => name));
    return [
      ...[...names].map(name => `export type _${++count} = Props['${tagName!}']['${name}'];`),
      ...events
        .filter(({ type }) => !['InputEvent', 'Event'].includes(type.text))
        .map(
          ({ name, type }) =>
            `export const _${++count}: Props['${tagName!}']['on${name}'] = (event: package_.${type.text}) => void event;`,
        ),
    ];
  });
  const head = `import 'auth-widget/react';
    import type { JSX } from 'react';
    import type * as package_ from 'auth-widget';
    type Props = JSX.IntrinsicElements;`;
  assert.equal(await compile([head, ...lines].join('\n'), RESOLUTIONS[0], 'program.tsx'), '');
});
