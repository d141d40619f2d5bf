import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Who holds a lock. `started` tells a process from a later one that got the same number. */
interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/** The folder belongs to another process. */
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

/** When process `pid` started, in the kernel's own count and boot; '' where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name of the program stands in brackets and may hold anything: count the fields from its end.
    return `${boot.trim()}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}

async function read(file: string): Promise<Holder | undefined> {
  try {
    const { id, pid, host, started } = JSON.parse(await readFile(file, 'utf8'));
    return { id: String(id), pid: Number(pid), host: String(host), started: String(started) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  // Processes of another machine or container can't be seen from here: they count as alive.
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  return (await startOf(holder.pid)) === holder.started;
}

/** Makes `file` a second name of `of`. false where `file` exists. */
async function claim(of: string, file: string): Promise<boolean> {
  try {
    await link(of, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the lock of `directory` for this process, making the folder where there is none. The lock of a process that died
 * is taken over, by one of those who try at the same time: each lock has one successor, a file named for it and made
 * once, and the successor is moved into its place.
 * @returns the release
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'server.lock');
  const successor = (holder: Holder) => `${file}.after-${holder.id}`;
  const own: Holder = { id: randomUUID(), pid: process.pid, host: hostname(), started: await startOf(process.pid) };
  const draft = `${file}.${own.id}`;
  await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600, flush: true });
  try {
    for (;;) {
      if (await claim(draft, file)) break;
      const first = await read(file);
      if (!first) continue;
      // Those who died in the middle of taking over have left their claim: follow it to the last one.
      const line = [first];
      for (let next = await read(successor(first)); next; next = await read(successor(next))) line.push(next);
      const last = line[line.length - 1]!;
      if (await isAlive(last)) throw new DirectoryInUse(directory, file, last);
      if (!(await claim(draft, successor(last)))) continue;
      // Somebody may have finished taking over between the reading and the claim.
      const unchanged = (await read(file))?.id === first.id;
      if (unchanged) {
        await rename(successor(last), file);
        await Promise.all(line.slice(0, -1).map(holder => rm(successor(holder), { force: true })));
        break;
      }
      await rm(successor(last), { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await read(file))?.id === own.id) await rm(file, { force: true });
  };
}
