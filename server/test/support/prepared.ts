import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS } from '../../src/db/migrations.js';

const root = fileURLToPath(new URL('../../../out/test-databases', import.meta.url));

/** Copies a folder with the owners and modes of its files: PostgreSQL only starts on files of its own user. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-pR', from, to]);
}

/**
 * A folder that is made once and then copied by each test that needs one, such as the files of a database with the server's
 * schema: making those takes seconds, copying them a tenth of one. Test files that run at the same time may make it at the
 * same time; the first one that is complete stays.
 * @param name what the folder contains
 * @param version what the folder depends on besides the migrations
 * @param make makes the folder anywhere, and returns its path and a function that removes what else was made
 * @returns the path of the folder, which nobody may change
 */
export async function prepareFolder(
  name: string,
  version: string,
  make: () => Promise<{ readonly folder: string; remove(): Promise<void> }>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, MIGRATIONS]))
    .digest('hex')
    .slice(0, 16);
  const prepared = join(root, `${name}-${hash}`);
  if (existsSync(prepared)) return prepared;
  const { folder, remove } = await make();
  mkdirSync(root, { recursive: true });
  const copy = join(root, `copying-${randomUUID()}`);
  copyFolder(folder, copy);
  await remove();
  for (const old of readdirSync(root).filter(each => each.startsWith(`${name}-`) && each !== `${name}-${hash}`)) {
    rmSync(join(root, old), { recursive: true, force: true });
  }
  try {
    renameSync(copy, prepared);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}
