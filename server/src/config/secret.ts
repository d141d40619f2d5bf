import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';

/**
 * Loads the server secret. In development it may be missing from the configuration: a random one is then kept in the data
 * folder, so that codes and counters survive a restart.
 */
export async function loadSecret({ serverSecret, dataDir }: Config): Promise<string> {
  if (serverSecret !== undefined) return serverSecret;
  const newSecret = randomBytes(32).toString('base64url');
  if (dataDir.startsWith('memory://')) return newSecret;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secret');
  try {
    // 'wx' fails if the file exists.
    await writeFile(file, newSecret, { mode: 0o600, flag: 'wx', flush: true });
    return newSecret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(file, 'utf8');
  }
}
