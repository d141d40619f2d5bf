// docs/backends/README.md in an empty project: its code, bundled with the packed package, in Chromium.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { findEngine } from '../../scripts/engines/find-engines.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { createProject, readPage } from './support/project.mjs';
import { serveSite } from './support/site.mjs';

const skip = findEngine('chromium') ? undefined : 'Chromium not found';

test('docs/backends/README.md: the code sets the backend, and every entry of the table is there', { skip }, async t => {
  const page = await readPage('README');
  const project = await createProject();
  t.after(() => project.remove());
  for (const [, entry = ''] of page.text.matchAll(/`auth-widget\/(backends\/[\w-]+\.js)`/g))
    assert.ok(
      Object.keys(await project.load(entry)).some(name => name.endsWith('Backend')),
      entry,
    );
  await project.write('main.js', page.onlyOne('js'));
  const outfile = path.join(project.folder, 'bundle.js');
  await build({ entryPoints: [path.join(project.folder, 'main.js')], bundle: true, format: 'esm', outfile });
  const bundle = await readFile(outfile, 'utf8');
  const site = await serveSite({
    dist: project.dist,
    readScript: name => (name === 'bundle.js' ? bundle : undefined),
  });
  t.after(() => site.close());
  const browser = await launch();
  t.after(() => browser.close());
  const tab = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  tab.on('pageerror', error => errors.push(error.message));
  await tab.goto(`${site.url}/?script=bundle.js`);
  const isSet = await tab.locator('auth-widget').evaluate(widget => 'requestCode' in Reflect.get(widget, 'backend'));
  assert.deepEqual([isSet, errors], [true, []]);
});
