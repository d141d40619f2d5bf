// The lock between processes that build something for several test files: test/e2e/support/lock.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const PROCESSES = 6;
const TURNS = 5;
const lockModule = fileURLToPath(new URL('../e2e/support/lock.mjs', import.meta.url));

/** Adds 1 to the number in a file, under the lock, in a way that loses a step if two processes do it at once. */
const program = `
  import { readFile, writeFile } from 'node:fs/promises';
  import { setTimeout as delay } from 'node:timers/promises';
  const { withLock } = await import(process.argv[1]);
  for (let turn = 0; turn < ${TURNS}; turn++)
    await withLock('lock', async () => {
      const count = Number(await readFile('count', 'utf8'));
      await delay(2);
      await writeFile('count', String(count + 1));
    });
`;

test('one process at a time works, and the lock of a dead one is taken over once', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  t.after(() => rm(folder, { recursive: true }));
  const dead = spawn(process.execPath, ['-e', '0']);
  await once(dead, 'exit');
  await writeFile(path.join(folder, 'lock'), String(dead.pid));
  await writeFile(path.join(folder, 'count'), '0');
  const exits = Array.from({ length: PROCESSES }, async () => {
    const args = ['--input-type=module', '-e', program, lockModule];
    const [code] = await once(spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' }), 'exit');
    return code;
  });
  assert.deepEqual(await Promise.all(exits), Array(PROCESSES).fill(0));
  assert.equal(await readFile(path.join(folder, 'count'), 'utf8'), String(PROCESSES * TURNS));
  assert.deepEqual(await readdir(folder), ['count']);
});
