// Each example starts by the command in its README.md. `npm test` reads the pages; FULL=1 also runs the commands and opens
// what they serve.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { findOnPath } from '../../scripts/engines/find-engines.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { isFull } from '../support/full.mjs';
import { installApp } from './support/install.mjs';
import { root } from './support/package.mjs';
import { run, withNode } from './support/run.mjs';

const EXAMPLES = path.join(root, 'examples');
/**
 * The path of the page with the widget, where it isn't the first page.
 * @type {Readonly<Record<string, string>>}
 */
const PATHS = { angular: '/sign-in', session: '/sign-in' };
const read = (/** @type {string} */ file) => readFileSync(path.join(EXAMPLES, file), 'utf8');
const examples = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name);
/** What isn't an app: files to copy, and what the apps share. */
const COPIED = ['bridges', 'proxies', 'shared'];

for (const name of examples)
  test(`${name} has a page with the command that starts it`, () => {
    const page = read(`${name}/README.md`);
    assert.ok(read('README.md').includes(`\`${name}\``) || /^testing-/.test(name), 'examples/README.md names it');
    if (COPIED.includes(name)) return;
    const command = /^cd examples\/([\w-]+) && (?:npm ci && |AUTH_URL=\S+ )npm (?:run )?(\w+)/m.exec(page);
    assert.equal(command?.[1], name);
    assert.ok(JSON.parse(read(`${name}/package.json`)).scripts[command?.[2] ?? ''], command?.[0]);
  });

/**
 * Runs a command in a shell until the page that it serves shows a field of the package.
 * @param {string} command
 * @param {{ cwd: string, node?: string, at?: string | undefined }} options `at`: the path of the page
 */
async function start(command, { cwd, node = process.execPath, at = '/' }) {
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...withNode(node), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // in a group of its own, which ends as a whole
  });
  let output = '';
  /** @type {Promise<string>} */
  const address = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', data => {
        output += stripVTControlCharacters(String(data));
        const found = /\bhttp:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output);
        if (found) resolve(found[0]);
      });
    child.once('exit', code => reject(new Error(`${command} has ended with ${code}:\n${output}`)));
  });
  const browser = await launch();
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    page.setDefaultTimeout(60_000);
    await page.goto((await address) + at);
    await page.locator('phone-input input').first().waitFor();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${output}`;
    throw error;
  } finally {
    await browser.close();
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
  }
}

const commands = examples.filter(
  name => !/^testing-/.test(name) && existsSync(path.join(EXAMPLES, name, 'package.json')),
);

for (const name of commands) {
  const { scripts = {} } = JSON.parse(read(`${name}/package.json`));
  if (!isFull || !scripts.dev) continue;
  const skip = name === 'php' && findOnPath('php') === undefined && 'php is not on the PATH';
  test(`${name}: npm run dev`, { timeout: 300_000, skip }, async () => {
    const { folder, node } = await installApp(name);
    await start('npm run dev', { cwd: folder, node, at: PATHS[name] });
  });
}

if (isFull)
  test('cd examples/vite-react && npm ci && npx vite', { timeout: 600_000 }, async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-start-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const file of ['package.json', ...files.filter((/** @type {string} */ name) => /^(?:dist|types)/.test(name))])
      await cp(path.join(root, file), path.join(folder, file), { recursive: true });
    const tracked = await run('git', ['ls-files', 'examples'], { cwd: root });
    for (const file of tracked.trim().split('\n')) await cp(path.join(root, file), path.join(folder, file));
    await start('cd examples/vite-react && npm ci && npx vite', { cwd: folder });
  });
