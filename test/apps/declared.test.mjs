// One install for all examples hides a package that an example imports but does not declare: another example may have brought
// it. Here the imports of each are compared with its package.json.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './support/package.mjs';

const examples = path.join(root, 'examples');
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"\n]+)['"]/g;
/** Aliases within an app, such as `#lib/auth`, `~/assets` and SvelteKit's `$app/navigation`. */
const NOT_DECLARED = /^[.#~$/]/;

/** @param {string} specifier `@scope/name/file` or `name/file` @returns the name of the package */
const packageOf = specifier => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

// examples/bridges holds files to copy, in other languages, without a package.json.
const isExample = (/** @type {string} */ name) => existsSync(path.join(examples, name, 'package.json'));

for (const name of readdirSync(examples).filter(isExample)) {
  test(`${name} declares every package that it imports`, () => {
    const folder = path.join(examples, name);
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    const declared = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      file =>
        /\.(?:[cm]?[jt]sx?|vue|svelte|html)$/.test(file) &&
        !/(?:^|[\\/])(?:(?:node_modules|dist|build)[\\/]|\.\w)/.test(file),
    );
    const imported = files.flatMap(file =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)].map(match => match[1] ?? ''),
    );
    const undeclared = imported.filter(
      specifier => !NOT_DECLARED.test(specifier) && !isBuiltin(specifier) && !declared.has(packageOf(specifier)),
    );
    assert.deepEqual(undeclared, []);
  });
}

test('the lockfile of the examples has the dependencies of the package', () => {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const { dependencies, peerDependencies } = read('package.json');
  const locked = read('examples/package-lock.json').packages['node_modules/auth-widget'];
  // If this fails: npm install --package-lock-only, in examples/.
  assert.deepEqual([locked.dependencies, locked.peerDependencies], [dependencies, peerDependencies]);
});
