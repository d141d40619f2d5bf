// Locks between test files, which run in processes of their own: what several of them need is built by the first one.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs `work` while no other process holds the lock. The lock of a process that has died is taken over.
 * @template Result
 * @param {string} file contains the id of the process that holds the lock
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(file, work) {
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(file, { force: true });
    await delay(POLL_INTERVAL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
