import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DirectoryInUse, lockDirectory } from '../../src/db/directory-lock.js';
import { temporaryFolder } from '../support/process.js';

describe('lockDirectory', () => {
  it('lets exactly one of many take over the lock of a dead process', async t => {
    const stale = (id: string) => JSON.stringify({ id, pid: process.pid, host: hostname(), started: 'another boot' });
    for (const left of [{ 'server.lock': 'a' }, { 'server.lock': 'a', 'server.lock.after-a': 'b' }]) {
      const folder = await temporaryFolder(t);
      for (const [name, id] of Object.entries(left)) await writeFile(join(folder, name), stale(id));
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(folder)));
      const taken = attempts.filter(attempt => attempt.status === 'fulfilled');
      assert.equal(taken.length, 1);
      for (const attempt of attempts) {
        if (attempt.status === 'rejected') assert.ok(attempt.reason instanceof DirectoryInUse, String(attempt.reason));
      }
      await assert.rejects(lockDirectory(folder), DirectoryInUse);
      await taken[0]!.value();
      const release = await lockDirectory(folder);
      await release();
      assert.deepEqual(await readdir(folder), []);
    }
  });

  it('does not take over the lock of a process on another host', async t => {
    const folder = await temporaryFolder(t);
    const other = { id: 'x', pid: 1, host: 'another-machine', started: '' };
    await writeFile(join(folder, 'server.lock'), JSON.stringify(other));
    await assert.rejects(lockDirectory(folder), /process 1 on another-machine/);
  });
});
