// Locks between test files, which run in processes of their own: what several of them need is built by the first one.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

const readOwner = async (/** @type {string} */ file) => Number(await readFile(file, 'utf8').catch(() => ''));

/**
 * Removes the lock of a process that has died. The file is moved aside first, because another process may have taken the lock over
 * since its owner was read: that lock is put back.
 * @param {string} file
 */
async function removeAbandoned(file) {
  const owner = await readOwner(file);
  if (owner === 0 || isAlive(owner)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return; // another process was faster
  }
  if ((await readOwner(aside)) !== owner) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
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
  // A link to a file that has its contents already: a process that dies while it writes leaves no empty lock behind.
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    while (!(await tryLink(own, file))) {
      await removeAbandoned(file);
      await delay(POLL_INTERVAL_MS);
    }
  } finally {
    await rm(own, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @returns whether the link was made; false if the file exists
 */
async function tryLink(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}
