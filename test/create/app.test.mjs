// What the generator writes is an example with what differs for a name and a server, so the tests of the examples
// (test/apps/) are tests of the apps.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nextSteps, planApp, serversFor, UnusableChoice } from '../../create/app.mjs';
import { frameworks } from '../../create/frameworks.mjs';
import { servers } from '../../create/servers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** @param {string} file */
const read = file => readFileSync(path.join(root, file), 'utf8');
const WIDGET = 'file:auth-widget-1.2.3.tgz';

/** @param {string} framework @param {string} server */
const plan = (framework, server) => planApp({ name: 'my-app', framework, server, widget: WIDGET });

/**
 * The files of an app that are not, text for text, in examples/<framework> or examples/shared, and those of the example that
 * the app lacks.
 * @param {string} framework @param {Map<string, string>} files
 */
function differences(framework, files) {
  const sourceOf = (/** @type {string} */ file) =>
    [`examples/${framework}/${file}`, `examples/shared/${file}`].find(source => existsSync(path.join(root, source)));
  const changed = [...files].filter(([file, text]) => {
    const source = sourceOf(file);
    return source === undefined || read(source) !== text;
  });
  return changed.map(([file]) => file).sort();
}

for (const framework of Object.keys(frameworks)) {
  test(`${framework} with the reference server is its example, but for package.json and README.md`, () => {
    const files = plan(framework, 'reference');
    assert.deepEqual(differences(framework, files), ['README.md', 'package.json']);
    const { name, scripts, dependencies, ...rest } = JSON.parse(files.get('package.json') ?? '');
    const example = JSON.parse(read(`examples/${framework}/package.json`));
    assert.equal(name, 'my-app');
    assert.deepEqual(dependencies, { ...example.dependencies, 'auth-widget': WIDGET });
    assert.deepEqual(rest, Object.fromEntries(Object.keys(rest).map(key => [key, example[key]])));
    assert.deepEqual(Object.keys(scripts), ['dev', 'check', 'build', 'start', 'test']);
    for (const script of Object.values(scripts)) assert.doesNotMatch(script, /\.\./);
    for (const file of ['.gitignore', 'playwright.config.ts', 'test/app.spec.ts', 'test/server.ts'])
      assert.ok(files.has(file), file);
  });

  for (const server of serversFor(framework).filter(name => name !== 'reference'))
    test(`${framework} with ${server}`, () => {
      const files = plan(framework, server);
      const { backendFile = '' } = /** @type {import('../../create/frameworks.mjs').Framework} */ (
        frameworks[/** @type {keyof typeof frameworks} */ (framework)]
      );
      assert.equal(files.get(backendFile), read(`create/servers/${server}/backend.ts`));
      assert.equal(files.get('test/server.ts'), read(`create/servers/${server}/server.ts`));
      // What passes calls on passes those of this server on, or there is nothing that does.
      const { path: passedOn } = /** @type {import('../../create/servers.mjs').Server} */ (
        servers[/** @type {keyof typeof servers} */ (server)]
      );
      const texts = [...files].filter(([file]) => file !== 'README.md');
      assert.deepEqual(
        texts.filter(([, text]) => /['"/ ]\/v1\b/.test(text.replace(/^\s*\/\/.*$/gm, ''))).map(([file]) => file),
        [],
      );
      const mentions = texts.filter(
        ([file, text]) =>
          `${file}\n${text}`.includes(passedOn ?? 'AUTH_URL') && !/^test\/|backend\.ts$|^serve\.mjs$/.test(file),
      );
      assert.equal(mentions.length > 0, passedOn !== undefined, mentions.map(([file]) => file).join());
    });
}

test('git ignores the database and the secret that the server of better-auth writes', () => {
  for (const framework of Object.keys(frameworks).filter(name => serversFor(name).includes('better-auth'))) {
    const lines = plan(framework, 'better-auth').get('.gitignore')?.split('\n') ?? [];
    assert.ok(lines.includes('auth-server/.data') && lines.includes('node_modules'), framework);
  }
});

test('the steps for the terminal include the start of a server that runs beside the app', () => {
  const stepsFor = (/** @type {string} */ server) => nextSteps({ framework: 'vue', server }, '../my-app');
  const app = 'Now:\n\n  cd ../my-app\n  npm install\n  npm run dev\n\n';
  const address = `The app is then at ${frameworks.vue.address}`;
  assert.equal(stepsFor('none'), app + address);
  const intoRepository = 'In another terminal, in the repository of auth-widget, start the server:\n\n  npm start\n\n';
  assert.equal(stepsFor('reference'), app + intoRepository + address);
  const intoApp = 'In another terminal, in the folder of the app, start the server:\n\n  npm run auth\n\n';
  assert.equal(stepsFor('better-auth'), app + intoApp + address);
});

test('the style sheet of the examples is one text', () => {
  const folders = [
    'html/public',
    'import-map/pages',
    'nuxt/app/assets',
    'php/public',
    'preact/src',
    'react-router/app',
  ];
  for (const folder of [...folders, 'solid/src', 'sveltekit/src', 'vue/src'])
    assert.equal(read(`examples/${folder}/style.css`), read('examples/vite-react/src/style.css'), folder);
});

test('the next steps can be typed in a folder whose path has a space', () => {
  const choice = { framework: 'vue', server: 'reference' };
  assert.match(nextSteps(choice, '../my apps/app'), /^ {2}cd "\.\.\/my apps\/app"$/m);
  assert.match(nextSteps(choice, 'my-app'), /^ {2}cd my-app$/m);
});

test('what there is no app for is refused with what there is', () => {
  /** @param {Partial<import('../../create/app.mjs').Choice>} choice @param {RegExp} message */
  const refuses = (choice, message) =>
    assert.throws(
      () => planApp({ name: 'my-app', framework: 'vue', server: 'reference', widget: WIDGET, ...choice }),
      error => error instanceof UnusableChoice && message.test(error.message),
    );
  for (const name of ['node_modules', '.app', 'My App'])
    refuses({ name }, /can't be the name of an app: a name has 1 to 214 of the characters/);
  refuses(
    { framework: 'ember' },
    /no framework "ember"\. There are: next, nuxt, sveltekit, vite-react, vue, angular, html/,
  );
  refuses({ framework: 'toString' }, /no framework "toString"/);
  refuses({ server: 'auth0' }, /no server "auth0"\. There are: reference, better-auth, supabase, none/);
  refuses(
    { framework: 'html', server: 'none' },
    /"html" takes no server "none", only: reference\. .* are: next, nuxt,/,
  );
  refuses({ name: '..' }, /"\.\." can.t be the name/);
});

test('without a terminal, the command asks nothing, and writes nothing for what it refuses', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'auth-widget-create-'));
  const run = async (/** @type {string[]} */ ...args) => {
    const command = promisify(execFile)(process.execPath, [path.join(root, 'create/main.mjs'), ...args], {
      cwd: folder,
    });
    command.child.stdin?.end();
    try {
      return { code: 0, output: (await command).stdout };
    } catch (error) {
      const { code, stderr } = /** @type {{ code: number, stderr: string }} */ (error);
      return { code, output: stderr };
    }
  };
  try {
    const unnamed = await run('my-app');
    assert.equal(unnamed.code, 1);
    assert.match(unnamed.output, /^Name --framework\.\n\nUsage: /);
    const unserved = await run('my-app', '--framework', 'vue');
    assert.match(unserved.output, /^Name --server\./);
    const unknown = await run('my-app', '--framework', 'ember', '--server', 'none');
    assert.equal(unknown.code, 1);
    assert.match(unknown.output, /^There is no framework "ember"\./);
    assert.match((await run('my-app', '--colour', 'red')).output, /^Unknown option '--colour'/);
    const twoFolders = await run('my', 'app', '--framework', 'vue', '--server', 'none');
    assert.match(twoFolders.output, /^Name one folder, not 2\.\n\nUsage: /);
    writeFileSync(path.join(folder, 'taken'), '');
    const overFile = await run('taken', '--framework', 'vue', '--server', 'none');
    assert.match(overFile.output, /^\S+taken is a file\. Name another folder\.\n$/);
    assert.deepEqual(readdirSync(folder), ['taken']);
    assert.equal((await run('--help')).code, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
