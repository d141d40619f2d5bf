// Digests of files, which name what is built from them.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The paths of all files below a file or folder, in order.
 * @param {string} name path from the root of the repository
 * @param {ReadonlySet<string>} excluded
 * @returns {AsyncGenerator<string>}
 */
async function* filesIn(name, excluded) {
  if (excluded.has(name)) return;
  if (!(await stat(path.join(root, name))).isDirectory()) yield name;
  else
    for (const child of (await readdir(path.join(root, name))).sort()) yield* filesIn(path.join(name, child), excluded);
}

/**
 * A digest of the names and contents of files: 16 hexadecimal digits.
 * @param {readonly string[]} names files and folders, as paths from the root of the repository
 * @param {readonly string[]} excluded files and folders to leave out
 */
export async function digestOf(names, excluded = []) {
  const hash = createHash('sha256');
  for (const name of names) {
    for await (const file of filesIn(name, new Set(excluded)))
      hash
        .update(file)
        .update('\0')
        .update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
