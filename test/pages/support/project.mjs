// An empty project with the packed package, in which a test follows a page of docs/backends/: it takes the files and commands from
// the page and from nowhere else.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installNode24 } from '../../apps/support/node-24.mjs';
import { installPackage, root } from '../../apps/support/package.mjs';
import { run, withNode } from '../../apps/support/run.mjs';

/**
 * @typedef {object} Block a fenced block of a page
 * @property {string} language
 * @property {string | undefined} source the path in the comment before it: `<!-- from … -->`
 * @property {string} text
 */

/**
 * Reads a page of docs/backends/.
 * @param {string} name without `.md`
 */
export async function readPage(name) {
  const text = await readFile(path.join(root, 'docs/backends', `${name}.md`), 'utf8');
  const fences = text.matchAll(/(?:^<!-- from (\S+) -->\n\n)?^```(\w+)\n(.*?)^```$/gms);
  /** @type {Block[]} */
  const blocks = Array.from(fences, ([, source, language = '', body = '']) => ({ source, language, text: body }));
  /** @param {string} language */
  const onlyOne = language => {
    const found = blocks.filter(block => block.language === language && block.source === undefined);
    if (found.length !== 1) throw new Error(`${name}.md has ${found.length} blocks of ${language} without a source`);
    return /** @type {Block} */ (found[0]).text;
  };
  return {
    text,
    blocks,
    /** The block of a language that is no file: a command, a statement. */
    onlyOne,
    /** The files of the page, by their names; a file of which it shows several parts has them in this order. */
    files: () => {
      /** @type {Map<string, string[]>} */
      const files = new Map();
      for (const { source, text: body } of blocks)
        if (source !== undefined) files.set(path.basename(source), [...(files.get(path.basename(source)) ?? []), body]);
      return files;
    },
  };
}

/**
 * Installs the packed package and others in an empty folder, with Node 24.
 * @param {readonly string[]} others `better-auth@1.7.25`
 */
export async function createProject(others = []) {
  const node = await installNode24();
  const { modules, remove } = await installPackage(others, node);
  const folder = path.dirname(modules);
  return {
    folder,
    node,
    remove,
    /** The folder `dist/` of the package. */
    dist: path.join(modules, 'auth-widget/dist'),
    /** @param {string} name @param {string} text */
    async write(name, text) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    /**
     * Runs a line of a shell.
     * @param {string} line
     * @param {Record<string, string | undefined>} env
     */
    run: (line, env) =>
      // npx asks before it installs a package. This says yes.
      run('/bin/sh', ['-c', line], { cwd: folder, env: { ...withNode(node), npm_config_yes: 'true', ...env } }),
    /**
     * What the package exports for an import.
     * @param {string} entry `backends/better-auth.js`
     */
    load: entry => import(path.join(modules, 'auth-widget/dist', entry)),
  };
}
