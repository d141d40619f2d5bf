import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { build } from 'esbuild';

// The built package, imported by the names that its users import.
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
  dependencies: Record<string, string>;
  sideEffects: string[];
};

/** Imports by a name that is not a literal, so that the types do not depend on a build. */
const importBuilt = async (name: string) => (await import(name)) as Record<string, unknown>;

test('the package imports on a server and registers nothing there', async () => {
  const all = await importBuilt('auth-widget');
  const client = await importBuilt('auth-widget/client');
  assert.equal(typeof all.AuthWidget, 'function');
  assert.equal(all.AuthClient, client.AuthClient, 'both entries export the same class');
  // In Node, Lit defines its own registry.
  const registry = Reflect.get(globalThis, 'customElements') as CustomElementRegistry | undefined;
  assert.equal(registry?.get('auth-widget'), undefined);
});

test('the package exports these public names and no others', async () => {
  const all = Object.keys(await importBuilt('auth-widget')).sort();
  assert.deepEqual(all, [
    'AUTH_MODES',
    'AuthChangeEvent',
    'AuthClient',
    'AuthCodeSentEvent',
    'AuthError',
    'AuthErrorEvent',
    'AuthSignedInEvent',
    'AuthSignedOutEvent',
    'AuthWidget',
    'CodeBackEvent',
    'CodeCompleteEvent',
    'CodeInput',
    'PhoneInput',
    'RestBackend',
    'WebSessionStore',
    'authContext',
    'cleanPhone',
    'errorsEn',
    'errorsRu',
    'formatPhone',
    'isValidPhone',
  ]);
});

test('the public names for the tests of apps are these and no others', async () => {
  const namesOf = async (entry: string) => Object.keys(await importBuilt(entry)).sort();
  assert.deepEqual(await namesOf('auth-widget/testing'), [
    'MemoryBackend',
    'MemoryStore',
    'backendConformance',
    'mockServer',
  ]);
  assert.deepEqual(await namesOf('auth-widget/testing/dom'), [
    'findButton',
    'findField',
    'findText',
    'plainUser',
    'signInByPassword',
    'signInByPhone',
    'signOut',
  ]);
  const steps = ['mockServer', 'signIn', 'signInByPassword', 'signInByPhone', 'signOut'];
  assert.deepEqual(await namesOf('auth-widget/testing/playwright'), steps);
});

test('every export has its file and its types', async () => {
  for (const [name, target] of Object.entries(manifest.exports)) {
    for (const path of typeof target === 'string' ? [target] : Object.values(target))
      assert.ok((await readFile(path)).length > 0, `${name}: ${path}`);
  }
  assert.ok(!Object.keys(manifest.exports).some(name => name.includes('*')), 'no file is public by accident');
});

test('there are three run-time dependencies, and the one-file build imports none of them', async () => {
  assert.deepEqual(Object.keys(manifest.dependencies).sort(), ['@lit/context', 'lit', 'xstate']);
  const bundle = await readFile('dist/auth-widget.min.js', 'utf8');
  const has = (pattern: RegExp) => pattern.test(bundle);
  assert.ok(!has(/(^|[;}])import[\s{"'`*]|\bimport\(|\bfrom\s*["'`](lit|@lit|xstate)/m), 'it imports nothing');
  for (const tag of ['auth-widget', 'phone-input', 'code-input'])
    assert.ok(has(new RegExp(`define\\(["'\`]${tag}["'\`]`)), `it registers ${tag}`);
  assert.ok(!has(/\beval\(|new Function/), 'nothing that a strict policy refuses');
});

test('the modules with side effects are those that register tags, and the one with the context root', async () => {
  for (const path of manifest.sideEffects.filter(path => !path.includes('*')))
    assert.ok((await readFile(path)).length > 0);
  const { outputFiles } = await build({
    stdin: { contents: `export { authContext } from 'auth-widget';`, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const text = outputFiles[0]!.text;
  assert.match(text, /new \w+\(\)\.attach\(/, 'a bundler keeps it');
  assert.doesNotMatch(text, /class AuthWidget/, 'a bundler drops the rest');
});
