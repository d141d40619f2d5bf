import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The process that holds a lock, as JSON in the lock file. */
interface Holder {
  /** A random id, new for each acquisition. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** The start time of the process, which distinguishes it from a later process with the same pid. */
  readonly started: string;
}

/** The lock of the folder is held: by a live process, which may be this one, or by a process of another host. */
export class DirectoryInUse extends Error {
  constructor(directory: string, file: string, holder: Holder) {
    const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
    super(
      `${directory} is used by another server, process ${holder.pid}${where}. Stop that one, or set DATA_DIR to ` +
        `another folder. If it is gone for good, delete ${file}.`,
    );
    this.name = 'DirectoryInUse';
  }
}

/** The boot id and the start time of a process in clock ticks since boot, as one text; '' without Linux's /proc, or if the process is gone. */
async function readStartTime(pid: number): Promise<string> {
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The start time is field 22 (proc_pid_stat(5)). Field 2, the name of the program in parentheses, may contain spaces and
    // parentheses, so the fields are counted from the last ')'.
    return `${bootId.trim()}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}

/** The holder that a lock file names; undefined if the file does not exist. */
async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { id, pid, host, started } = JSON.parse(await readFile(file, 'utf8')) as Record<keyof Holder, unknown>;
    return { id: String(id), pid: Number(pid), host: String(host), started: String(started) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  // The processes of another machine or container can't be inspected from here, so they count as alive.
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // A process of another user exists, too (EPERM).
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await readStartTime(holder.pid)) === holder.started;
}

/** Creates `file` as a hard link to `source`, atomically. Resolves to false if `file` exists. */
async function linkIfAbsent(source: string, file: string): Promise<boolean> {
  try {
    await link(source, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Acquires the lock of `directory` for this process, and creates the folder if it doesn't exist.
 *
 * The lock is the file `server.lock`. If its holder has died, several processes may start and find that. One of them takes the lock over, and
 * the others reject. Only one of them can create the file `server.lock.after-<id of the dead holder>`: that process is the successor, and
 * renames the file to `server.lock`.
 * @returns a function that releases the lock
 * @throws DirectoryInUse if a live process holds it, this one too, or any process of another host
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lockFile = join(directory, 'server.lock');
  const successorFile = (holder: Holder) => `${lockFile}.after-${holder.id}`;
  const startTime = await readStartTime(process.pid);
  const own: Holder = { id: randomUUID(), pid: process.pid, host: hostname(), started: startTime };
  // The file is first written under a unique name, so that other processes never see a half-written lock file.
  const draft = `${lockFile}.${own.id}`;
  await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600, flush: true });
  try {
    for (;;) {
      if (await linkIfAbsent(draft, lockFile)) break;
      const current = await readHolder(lockFile);
      if (!current) continue;
      // A successor may have died before it renamed its file, so the chain of successors is followed to the last one.
      const chain = [current];
      let last = current;
      for (let next = await readHolder(successorFile(last)); next; next = await readHolder(successorFile(last))) {
        chain.push(next);
        last = next;
      }
      if (await isAlive(last)) throw new DirectoryInUse(directory, lockFile, last);
      if (!(await linkIfAbsent(draft, successorFile(last)))) continue;
      // Since `current` was read, the lock may have been taken over or released. The successor file is then obsolete.
      const unchanged = (await readHolder(lockFile))?.id === current.id;
      if (unchanged) {
        await rename(successorFile(last), lockFile);
        await Promise.all(chain.slice(0, -1).map(holder => rm(successorFile(holder), { force: true })));
        break;
      }
      await rm(successorFile(last), { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readHolder(lockFile))?.id === own.id) await rm(lockFile, { force: true });
  };
}
