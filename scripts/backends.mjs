import { readFileSync } from 'node:fs';

/**
 * The adapters for other servers: what package.json exports as `./backends/<name>.js`, which is the one list of them.
 * @returns {string[]} `backends/<name>`: the file in src/ and dist/ without its ending, and the mode that builds it
 */
export function listBackends() {
  /** @type {{ exports: Record<string, unknown> }} */
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return Object.keys(exports).flatMap(name => /^\.\/(backends\/.+)\.js$/.exec(name)?.[1] ?? []);
}
