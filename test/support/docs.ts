import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The entries of the package that examples import, with their sources. */
const ENTRIES = {
  'auth-widget/client': path.join(root, 'src/client/index.ts'),
  'auth-widget/html': path.join(root, 'src/html/first-screen.ts'),
  'auth-widget/testing': path.join(root, 'src/testing/index.ts'),
};

/** The code examples of a page in docs/ that begin with the line `// file: <name>`, by that name. */
export async function examplesOf(page: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(root, 'docs', page), 'utf8');
  const blocks = text.matchAll(/```(?:ts|js)\n\/\/ file: (\S+)\n(.*?)```/gs);
  return new Map([...blocks].map(([, name, code]) => [name!, code!]));
}

/**
 * Writes the examples of a page into a temporary folder, where they import the package from its sources.
 * @returns a function that imports one of them
 */
export async function installExamples(t: TestContext, page: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-widget-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const examples = await examplesOf(page);
  for (const [name, code] of examples) {
    const linked = Object.entries(ENTRIES).reduce(
      (text, [entry, file]) => text.replaceAll(`'${entry}'`, `'${pathToFileURL(file).href}'`),
      code,
    );
    await writeFile(path.join(folder, name), linked);
  }
  return <T>(name: string) => {
    if (!examples.has(name)) throw new Error(`docs/${page} has no example ${name}.`);
    return import(pathToFileURL(path.join(folder, name)).href) as Promise<T>;
  };
}

/**
 * Compiles the examples of these pages with the settings of this repository.
 * @returns one line for each error
 */
export async function typeErrorsIn(...pages: string[]): Promise<string[]> {
  const { ownOptions, typeErrorsOf } = await import('./compile.js');
  const code = new Map<string, string>();
  for (const page of pages)
    for (const [name, text] of await examplesOf(page)) code.set(path.join(root, 'docs', name), text);
  const options = {
    ...ownOptions(),
    allowJs: true,
    noEmit: true,
    types: ['node'],
    paths: Object.fromEntries(Object.entries(ENTRIES).map(([entry, file]) => [entry, [file]])),
  };
  return typeErrorsOf(code, options).map(([file, text]) => `${file}: ${text}`);
}
