import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { makeVersion } from '../../../scripts/release/changesets.mjs';

/** @typedef {Record<string, unknown>} Json */

/** A miniature of the repository: a package at the root, and a workspace. */
async function createFolder(/** @type {import('node:test').TestContext} */ t, /** @type {string[]} */ steps) {
  const folder = await mkdtemp(path.join(tmpdir(), 'changesets-'));
  t.after(() => rm(folder, { recursive: true }));
  const write = (/** @type {string} */ name, /** @type {string | Json} */ content) =>
    writeFile(path.join(folder, name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  await mkdir(path.join(folder, 'server'));
  await mkdir(path.join(folder, '.changeset'));
  await write('.changeset/config.json', await readFile('.changeset/config.json', 'utf8'));
  await write('.changeset/README.md', await readFile('.changeset/README.md', 'utf8'));
  const manifest = { name: 'auth-widget', version: '0.1.0', workspaces: ['server'], keywords: [] };
  await write('package.json', manifest);
  await write('server/package.json', { name: 'auth-widget-server', version: '0.1.0', private: true });
  await write('package-lock.json', { name: 'auth-widget', version: '0.1.0', packages: { '': manifest } });
  await write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n');
  for (const [index, step] of steps.entries())
    await write(`.changeset/change-${index}.md`, `---\n'auth-widget': ${step}\n---\n`);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const read = (/** @type {string} */ name) => readFile(path.join(folder, name), 'utf8');
  return { folder, read };
}

test('the largest step of the changesets determines the version', async t => {
  const { folder, read } = await createFolder(t, ['patch', 'minor']);
  assert.equal(makeVersion(folder, new Date('2026-02-03T04:05:06Z')), true);
  const manifest = JSON.parse(await read('package.json'));
  assert.deepEqual(Object.entries(manifest), [
    ['name', 'auth-widget'],
    ['version', '0.2.0'],
    ['workspaces', ['server']],
    ['keywords', []],
  ]);
  const lock = JSON.parse(await read('package-lock.json'));
  assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0']);
  assert.equal(
    await read('CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n',
  );
  assert.deepEqual((await readdir(path.join(folder, '.changeset'))).sort(), ['README.md', 'config.json']);
  assert.equal(JSON.parse(await read('server/package.json')).version, '0.1.0');
});

test('without a changeset, nothing changes', async t => {
  const { folder, read } = await createFolder(t, []);
  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
  const before = await Promise.all(files.map(read));
  assert.equal(makeVersion(folder, new Date()), false);
  assert.deepEqual(await Promise.all(files.map(read)), before);
});
