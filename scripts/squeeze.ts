import { minify } from 'terser';
import { minifySync, type Plugin } from 'vite';

const target = 'es2022';

/**
 * Minifies a chunk twice, by Oxc and then by Terser: each finds what the other leaves, and together they come out about
 * 1 % smaller, compressed, than the better of the two.
 */
export function squeezePlugin(): Plugin {
  return {
    name: 'squeeze',
    apply: 'build',
    async renderChunk(code, { fileName }) {
      const first = minifySync(fileName, code, {
        module: true,
        compress: { target },
        mangle: { toplevel: true },
        codegen: { removeWhitespace: true },
        sourcemap: true,
      });
      if (first.errors.length > 0) throw new Error(first.errors.map(({ message }) => message).join('\n'));
      const second = await minify(first.code, {
        module: true,
        ecma: 2020,
        mangle: true,
        format: { comments: false },
        sourceMap: { content: JSON.stringify(first.map), asObject: true },
      });
      return { code: second.code!, map: second.map as unknown as string };
    },
  };
}
