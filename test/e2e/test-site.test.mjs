// The site of these tests is built again whenever something has changed that its build depends on.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'vite';
import { SOURCES } from './support/test-site.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the digest of the sources covers the configuration of the build, with every module that it imports', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'one-file' }, path.join(root, 'vite.config.ts'));
  const files = (loaded?.dependencies ?? []).map(file => path.relative(root, path.resolve(root, file)));
  assert.ok(files.includes('vite.config.ts'), files.join(' '));
  const covered = SOURCES.map(source => path.join(source));
  assert.deepEqual(
    files.filter(file => !covered.some(source => file === source || file.startsWith(source + path.sep))),
    [],
  );
});
