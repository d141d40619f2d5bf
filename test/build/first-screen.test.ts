// The files for served HTML, as `npm run build` writes them, and the command.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { promisify } from 'node:util';
import type * as FirstScreen from '../../src/html/first-screen.js';

const entry = 'auth-widget/html';
const { cspSources, renderFirstScreen, servedScript, styles } = (await import(entry)) as typeof FirstScreen;
const run = (...args: string[]) => promisify(execFile)(process.execPath, ['dist/html/command.js', ...args]);

test('the files of the package are what is inline', async () => {
  assert.equal(await readFile('dist/html/served.js', 'utf8'), servedScript);
  assert.equal(await readFile('dist/html/auth-widget.css', 'utf8'), styles.widget);
  assert.equal(await readFile('dist/html/phone-input.css', 'utf8'), styles.phoneInput);
});

test('the function and the takeover import nothing, and the function defines no DOM', async () => {
  for (const name of ['first-screen', 'takeover'])
    assert.doesNotMatch(await readFile(`dist/html/${name}.js`, 'utf8'), /(^|[;}])import[\s{"'`*]|\bimport\(/m, name);
  const code = `await import('auth-widget/html'); console.log(typeof customElements, typeof HTMLElement, typeof document)`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  assert.equal(stdout.trim(), 'undefined undefined undefined');
});

test('the command prints what the function returns', async () => {
  const { stdout } = await run('--lang', 'ru', '--mode', 'login', '--theme', 'dark', '--base-url', 'https://a.example');
  const attributes = { 'base-url': 'https://a.example' };
  assert.equal(stdout, `${renderFirstScreen({ lang: 'ru', mode: 'login', theme: 'dark', attributes }).html}\n`);
});

test('the command knows every language of the package, and the policy', async () => {
  assert.match((await run('--lang', 'de')).stdout, /Anmelden/);
  assert.match((await run('--lang', 'de_AT')).stdout, /Anmelden/);
  assert.equal((await run('--lang', 'ru_RU')).stdout, `${renderFirstScreen({ lang: 'ru_RU' }).html}\n`);
  const { styleSrc, scriptSrc } = await cspSources();
  assert.equal((await run('--csp')).stdout, `style-src ${styleSrc}; script-src ${scriptSrc}\n`);
  const linked = ['--widget-css', 'https://cdn.example/w.css', '--phone-input-css', '/p.css', '--script', '/s.js'];
  const { stdout } = await run('--csp', ...linked);
  assert.equal(stdout, "style-src https://cdn.example 'self'; script-src 'self'\n");
});

test('the command takes modes, and the one of them to begin with', async () => {
  const { stdout } = await run('--modes', 'login register', '--mode', 'register');
  assert.equal(stdout, `${renderFirstScreen({ modes: 'login register', mode: 'register' }).html}\n`);
});

test('the command says which mode it refuses, and why', async () => {
  for (const [modes, mode, sentence] of [
    ['nonsense', 'login', 'There is no mode nonsense.'],
    ['login nonsense', 'login', 'There is no mode nonsense.'],
    ['login register', 'phone-login', '--modes does not name phone-login, the mode of --mode.'],
  ] as const)
    await assert.rejects(run('--modes', modes, '--mode', mode), ({ stderr }: { stderr: string }) =>
      stderr.startsWith(`${sentence}\n`),
    );
});

test('the command refuses what does not exist, and says what does', async () => {
  for (const args of [
    ['--mode', 'nonsense'],
    ['--modes', 'nonsense'],
    ['--theme', 'pink'],
    ['--lang', '../x'],
    ['--lang', 'qq'],
    ['--widget-css', '/a.css'],
    ['--unknown'],
  ])
    await assert.rejects(run(...args), /auth-widget-html --lang/, args.join(' '));
});
