import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('.data/secret', import.meta.url);

/** The key with which better-auth signs. In development it is made once, and kept beside the database. */
export function readSecret(isProduction) {
  const { BETTER_AUTH_SECRET } = process.env;
  if (BETTER_AUTH_SECRET !== undefined) return BETTER_AUTH_SECRET;
  if (isProduction) throw new Error('BETTER_AUTH_SECRET is needed: 32 random characters, the same at each start.');
  mkdirSync(new URL('.', FILE), { recursive: true });
  try {
    writeFileSync(FILE, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return readFileSync(FILE, 'utf8');
}
