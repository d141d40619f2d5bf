import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../out/debian', import.meta.url));

/** A program that tests use, from the PATH or from packages of Debian. */
export interface Program {
  readonly path: string;
  /** Environment with the libraries of the packages. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

/** Downloads packages and unpacks them into a folder below `out/`, without changing the system. */
function unpack(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'ignore' });
  try {
    run('apt-get', 'download', ...packages);
  } catch {
    // The package lists may be missing. Root can fetch them.
    run('apt-get', 'update', '-qq');
    run('apt-get', 'download', ...packages);
  }
  for (const file of readdirSync(folder).filter(name => name.endsWith('.deb'))) run('dpkg', '-x', file, '.');
}

/**
 * Finds a program, or gets it from Debian's packages.
 * @param file its path in the package
 * @param packages the package, and those of its libraries that a system may lack
 * @returns the program, or the reason why it's missing, for a skipped test
 */
export function findProgram(name: string, file: string, packages: readonly string[]): Program | string {
  const installed = onPath(name);
  if (installed !== undefined) return { path: installed, env: process.env };
  const folder = join(root, name);
  const path = join(folder, file);
  try {
    if (!existsSync(path)) unpack(folder, packages);
  } catch {
    return `${name} not found, and not available: apt-get download ${packages.join(' ')}`;
  }
  const libraries = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  return { path, env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'usr/lib', libraries) } };
}
