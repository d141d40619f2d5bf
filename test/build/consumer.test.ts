import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nativeTsc } from '../../scripts/checks/native-tsc.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** The other tests run TypeScript 7, which takes a third of the processor time. */
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

/** For each framework, a program with the tags that compiles, and mistakes that do not. */
const FRAMEWORKS = {
  'auth-widget/react': {
    program: `
      import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth, type CodeInputProps } from 'auth-widget/react';
      import { AuthClient, type AuthState } from 'auth-widget';
      import { useRef } from 'react';
      export function Tags() {
        const ref = useRef<AuthWidget>(null);
        return <>
          <auth-widget key="a" ref={ref} className="card" lang="ru" base-url="/" mode="login" modes="login" theme="dark"
            no-auto-login client={ref.current?.client} onauth-signed-in={event => event.displayName?.trim()}
            onauth-signed-out={({ reason }) => reason === 'other-tab'} onauth-error={({ code }) => code === 'blocked'}>
            <p slot="footer">Terms</p>
          </auth-widget>
          <phone-input name="phone" label="Phone" required onInput={event => event.currentTarget.value} />
          <code-input length={4} alphabet="alphanumeric" phone="79161234567" title="Code" isLoading error={null}
            oncode-complete={({ code }) => code.trim()} oncode-back={() => ref.current?.focus()} />
        </>;
      }
      const client = new AuthClient({ baseUrl: '/' });
      const codeProps: CodeInputProps = { length: 4, onBack: undefined };
      function Status() {
        const { state, getToken, logout, client }: { state: AuthState; getToken(): Promise<string | null>; logout(): Promise<void>; client: AuthClient } = useAuth();
        return <button onClick={() => void logout()} onFocus={() => void getToken()}>{state.displayName} {client.flow.screen}</button>;
      }
      export function Components() {
        const widget = useRef<AuthWidget>(null);
        const field = useRef<PhoneInput>(null);
        return <>
          <AuthProvider baseUrl="/" texts={undefined}><Status /></AuthProvider>
          <AuthProvider client={client}>
            <AuthWidget key="a" ref={widget} className="card" style={{ margin: 0 }} lang="ru" id="sign-in" data-test="a"
              baseUrl="/" mode="login" modes="login" theme="dark" noAutoLogin client={client} store={undefined}
              onAuthSignedIn={event => event.displayName?.trim()} onAuthSignedOut={({ reason }) => reason === 'other-tab'}
              onAuthError={({ code }) => code === 'blocked'} onAuthCodeSent={({ phone }) => phone.trim()}
              onAuthChange={({ state }) => state.isAuthenticated} onClick={event => event.currentTarget.client}>
              <p slot="footer">Terms</p>
            </AuthWidget>
          </AuthProvider>
          <PhoneInput ref={field} name="phone" label="Phone" required value="" onInput={event => event.currentTarget.value} />
          <CodeInput {...codeProps} alphabet="alphanumeric" phone="79161234567" title="Code" isLoading error={null}
            onCodeComplete={({ code }) => code.trim()} onCodeBack={() => widget.current?.focus()} onComplete={code => code.trim()} />
        </>;
      }`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      [`export const wrong = <auth-widget baseURL="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget onauth-signed-in={event => event.token} />;`, 'TS2339'],
      // TypeScript accepts any name with a hyphen in JSX. If it doesn't know the name, the parameter has no type.
      [`export const wrong = <auth-widget onauth-signd-in={event => event.userId} />;`, 'TS7006'],
      // React treats it as a listener for an event called «Complete», which never fires.
      [`export const wrong = <code-input onComplete={() => {}} />;`, 'TS2322'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget mode="admin" />;`, 'TS2322'],
      [
        `import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget onAuthSigndIn={() => {}} />;`,
        'TS2322',
      ],
      [
        `import { AuthWidget } from 'auth-widget/react'; export const wrong = <AuthWidget onAuthSignedIn={e => e.token} />;`,
        'TS2339',
      ],
      [
        `import { CodeInput } from 'auth-widget/react'; export const wrong = <CodeInput onComplete={(code: number) => code} />;`,
        'TS2322',
      ],
      [`import { PhoneInput } from 'auth-widget/react'; export const wrong = <PhoneInput length={4} />;`, 'TS2322'],
      [`import { AuthProvider as P } from 'auth-widget/react'; export const wrong = <P baseURL="/" />;`, 'TS2322'],
      [
        `import { AuthProvider as P } from 'auth-widget/react'; import { AuthClient } from 'auth-widget'; export const wrong = <P client={new AuthClient()} baseUrl="/" />;`,
        'TS2322',
      ],
      [`import { useAuth } from 'auth-widget/react'; export const wrong = useAuth().displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/preact': {
    jsxImportSource: 'preact',
    program: `
      import type { AuthWidget } from 'auth-widget';
      import 'auth-widget/preact';
      import { AuthProvider, useAuth } from 'auth-widget/preact';
      import { createRef } from 'preact';
      export function App() {
        return (
          <AuthProvider baseUrl="/">
            <Header />
            <auth-widget base-url="/" mode="phone-login" />
          </AuthProvider>
        );
      }
      function Header() {
        const { state, logout } = useAuth();
        if (state.isLoading) return <header />;
        return (
          <header>{state.isAuthenticated ? <button onClick={logout}>{state.displayName}</button> : 'Signed out'}</header>
        );
      }
      const ref = createRef<AuthWidget>();
      export const tags = <>
        <auth-widget key="a" ref={ref} class="card" lang="ru" base-url="/" mode="login" no-auto-login
          onauth-signed-in={event => event.displayName?.trim()} onauth-error={({ code }) => code === 'blocked'}>
          <p slot="footer">Terms</p>
        </auth-widget>
        <phone-input name="phone" label="Phone" required onInput={event => event.currentTarget.value} />
        <code-input length={4} phone="79161234567" error={null} oncode-complete={({ code }) => code.trim()} />
      </>;`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      [`export const wrong = <auth-widget baseURL="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget onauth-signed-in={event => event.token} />;`, 'TS2339'],
      [`export const wrong = <auth-widget onauth-signd-in={event => event.userId} />;`, 'TS7006'],
      [`export const wrong = <code-input onComplete={() => {}} />;`, 'TS2322'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`import { useAuth } from 'auth-widget/preact'; export const wrong = useAuth().displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/solid': {
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
    program: `
      import { AuthClient, type AuthWidget } from 'auth-widget';
      import { AuthProvider, useAuth } from 'auth-widget/solid';
      export function App() {
        return (
          <AuthProvider baseUrl="/">
            <Header />
            <SignIn />
          </AuthProvider>
        );
      }
      function Header() {
        const { state, logout } = useAuth();
        const person = () =>
          state().isAuthenticated ? <button onClick={logout}>{state().displayName}</button> : 'Signed out';
        return <header>{state().isLoading ? '' : person()}</header>;
      }
      const SignIn = () => (
        <auth-widget client={useAuth().client} mode="phone-login" on:auth-signed-in={event => event.displayName} />
      );
      const client = new AuthClient({ baseUrl: '/' });
      let widget: AuthWidget | undefined;
      export const tags = <>
        <auth-widget ref={widget} class="card" lang="ru" base-url="/" mode="login" no-auto-login client={client}
          on:auth-signed-in={event => event.displayName?.trim()} on:auth-error={({ code }) => code === 'blocked'}>
          <p slot="footer">Terms</p>
        </auth-widget>
        <auth-widget prop:client={client} prop:baseUrl="/" />
        <phone-input name="phone" label="Phone" required prop:isLoading={true} onInput={event => event.currentTarget.value} />
        <code-input length={4} phone="79161234567" error={null} on:code-complete={({ code }) => code.trim()} />
      </>;`,
    mistakes: [
      [`export const wrong = <auth-widget mode="admin" />;`, 'TS2322'],
      // Solid would write an attribute with that name.
      [`export const wrong = <auth-widget baseUrl="/" />;`, 'TS2322'],
      [`export const wrong = <auth-widget on:auth-signed-in={event => event.token} />;`, 'TS2339'],
      [`export const wrong = <auth-widget on:auth-signd-in={event => event.userId} />;`, 'TS7006'],
      [`export const wrong = <phone-input length={4} />;`, 'TS2322'],
      [`export const wrong = <auth-widget prop:client={5} />;`, 'TS2322'],
      [`import { useAuth } from 'auth-widget/solid'; export const wrong = useAuth().state.displayName;`, 'TS2339'],
    ],
  },
  'auth-widget/vue': {
    program: `
      import { AuthSignedInEvent } from 'auth-widget';
      import 'auth-widget/vue';
      import type { GlobalComponents } from 'vue';
      type Tag<T extends keyof GlobalComponents> = InstanceType<GlobalComponents[T]>;
      export const widget: Tag<'auth-widget'>['$props'] = { baseUrl: '/', 'no-auto-login': true, mode: 'login', class: 'a' };
      export const phone: Tag<'phone-input'>['$props'] = { name: 'phone', required: true };
      export const code: Tag<'code-input'>['$props'] = { length: 4, phone: '79161234567', isLoading: true };
      declare const emit: Tag<'auth-widget'>['$emit'];
      emit('auth-signed-in', new AuthSignedInEvent('user-1', null));`,
    mistakes: [
      [
        `import type { GlobalComponents as G } from 'vue'; export const wrong: InstanceType<G['auth-widget']>['$props'] = { mode: 'admin' };`,
        'TS2322',
      ],
      [
        `declare const widget: InstanceType<import('vue').GlobalComponents['auth-widget']>; widget.$emit('auth-signed-in', new Event('a'));`,
        'TS2769',
      ],
    ],
  },
  'auth-widget/svelte': {
    program: `
      import 'auth-widget/svelte';
      import type { SvelteHTMLElements } from 'svelte/elements';
      export const widget: SvelteHTMLElements['auth-widget'] = {
        'base-url': '/', lang: 'ru', mode: 'login', 'onauth-signed-in': event => event.displayName?.trim(),
      };
      export const phone: SvelteHTMLElements['phone-input'] = { name: 'phone', required: true, class: 'wide' };
      export const code: SvelteHTMLElements['code-input'] = { length: 4, 'oncode-complete': ({ code }) => code.trim() };`,
    mistakes: [
      [
        `import type { SvelteHTMLElements as S } from 'svelte/elements'; export const wrong: S['auth-widget'] = { mode: 'admin' };`,
        'TS2322',
      ],
      [
        `import type { SvelteHTMLElements as S } from 'svelte/elements'; export const wrong: S['code-input'] = { onComplete: () => {} };`,
        'TS2561',
      ],
    ],
  },
} as const;

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
        // To a framework, names that begin with «on» are listeners. Those that begin with «own» are internal, and so is
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
