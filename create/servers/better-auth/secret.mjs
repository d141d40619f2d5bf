import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('.data/secret', import.meta.url);

/**
 * Returns the key with which better-auth signs: `BETTER_AUTH_SECRET` if it is set. Without it, development uses a random key, which
 * the first start writes beside the database.
 */
export function readSecret(isProduction) {
  const { BETTER_AUTH_SECRET } = process.env;
  if (BETTER_AUTH_SECRET) return BETTER_AUTH_SECRET;
  if (isProduction) throw new Error('BETTER_AUTH_SECRET is needed: 32 random characters, the same at each start.');
  mkdirSync(new URL('.', FILE), { recursive: true });
  try {
    writeFileSync(FILE, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return readFileSync(FILE, 'utf8');
}
