// Apps that create/ writes. With the reference server they are copies of the examples (test/create/), which have tests of
// their own, so one of them is installed here as a developer does it. With the other servers one framework stands
// for all. `npm test` checks and tests an app with one of them; FULL=1 takes every server, and an app of each framework that has a
// server for its pages, which is without a session of its own then.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { planApp } from '../../create/app.mjs';
import { requireEngine } from '../../scripts/engines/find-engines.mjs';
import { isFull } from '../support/full.mjs';
import { writeApp } from './support/install.mjs';
import { root } from './support/package.mjs';
import { run, runNpm } from './support/run.mjs';

const SERVERS = isFull ? ['better-auth', 'supabase', 'none'] : ['better-auth'];

const ENV = { CHROMIUM: requireEngine('chromium'), NO_COLOR: '1' };

test('an app that is written, installed, checked, built, started and tested', { timeout: 600_000 }, async t => {
  const parent = await mkdtemp(path.join(tmpdir(), 'auth-widget-create-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const cwd = path.join(parent, 'my-app');
  const args = ['create/main.mjs', cwd, '--framework', 'vite-react', '--server', 'reference'];
  assert.match(await run(process.execPath, args, { cwd: root }), /npm install/);
  const start = Date.now();
  await runNpm(['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd });
  await runNpm(['run', 'check'], { cwd });
  assert.match(await runNpm(['test'], { cwd, env: ENV }), /^ *1 passed/m);
  t.diagnostic(`From npm install to the end of its test: ${Math.round((Date.now() - start) / 1000)} s`);
  await assert.rejects(run(process.execPath, args, { cwd: root }), /is not empty/);
});

for (const server of SERVERS)
  test(`an app with the server ${server}`, { timeout: 600_000 }, async () => {
    const choice = { name: 'my-app', framework: 'vite-react', server, widget: '*' };
    const app = await writeApp(`my-app-${server}`, planApp(choice));
    await app.runScript('check');
    assert.match(await app.runScript('test', ENV), /^ *1 passed/m);
  });

if (isFull)
  for (const framework of ['next', 'nuxt', 'sveltekit'])
    test(`an app with ${framework} and another server`, { timeout: 600_000 }, async () => {
      const choice = { name: 'my-app', framework, server: 'better-auth', widget: '*' };
      const app = await writeApp(`my-app-${framework}`, planApp(choice));
      await app.runScript('check');
      assert.match(await app.runScript('test', ENV), /^ *1 passed/m);
    });
