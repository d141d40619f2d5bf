import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles one element and everything that it imports into one file, in the way of the one-file build.
 * @param {string} name
 */
export async function bundleElement(name) {
  process.env.NODE_ENV = 'production'; // selects lit's production builds
  const result = await build({
    configFile: `${root}vite.config.ts`,
    mode: 'one-file',
    logLevel: 'error',
    build: { write: false, sourcemap: false, lib: { entry: `${root}src/define/${name}.ts`, formats: ['es'] } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`${name} was not built`);
  return Buffer.from(output.output[0].code);
}
