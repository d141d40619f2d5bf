import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';

/**
 * The secret of the configuration. In development, where none is set, a random one is made once and kept in the data
 * folder, so that codes and limits survive a restart.
 */
export async function loadSecret({ serverSecret, dataDir }: Config): Promise<string> {
  if (serverSecret !== undefined) return serverSecret;
  const fresh = randomBytes(32).toString('base64url');
  if (dataDir.startsWith('memory://')) return fresh;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secret');
  try {
    await writeFile(file, fresh, { mode: 0o600, flag: 'wx', flush: true });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(file, 'utf8');
  }
}
