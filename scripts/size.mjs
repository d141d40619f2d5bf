// npm run size: what people download, and what of it is ours. Every figure comes out of this one run.
//   one file   dist/auth-widget.min.js, as `npm run build` writes it
//   floor      what the widget imports from lit, @lit/context and xstate, alone, built the same way
//   elements   phone-input and code-input, each alone, beside the same floor of lit
// With --bare it also prints what is left of each without its styles, without its words too, and of the widget without
// the two inputs: what of the bytes is behaviour.
import { readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { register } from 'tsx/esm/api';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
register();
process.env.NODE_ENV = 'production';
const { build } = await import('vite');

/**
 * Own code over the floor, in bytes of brotli. The goal is where it should be; above the ceiling the command fails.
 * Lower a ceiling with every change that makes the code smaller, until it meets the goal. It goes up for what people
 * would meet, a fault or a key that is slow, when nothing is left to save for it, and by no more than that.
 */
const GOALS = { 'auth-widget': 10_000, 'phone-input': 2_500, 'code-input': 2_500 };
const CEILINGS = { 'auth-widget': 19_640, 'phone-input': 4_300, 'code-input': 5_870 };

const work = path.join(root, 'out', 'size');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

const measure = buffer => ({
  raw: buffer.length,
  gzip: gzipSync(buffer, { level: 9 }).length,
  brotli: brotliCompressSync(buffer, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: buffer.length },
  }).length,
});

/** What --bare takes out of a source: its path, and what of it goes. */
const STYLES = [/\.styles\.ts$/, /(?<=css`)[^`]*/g];
const WORDS = [/\/locales\/\w+\.ts$/, /(?<=[:[,]\s*')[^']+(?='(?!:))/g];
const INPUTS = [/\/define\/auth-widget\.ts$/, /^import '.*-input\.js';$/gm];

/** Builds `entry` with the settings of the one-file build, without what is left out of the sources. */
async function bundle(name, entry, leftOut = []) {
  await build({
    mode: 'one-file',
    logLevel: 'error',
    plugins: leftOut.map(([file, part], index) => ({
      name: `without-${index}`,
      enforce: 'pre',
      transform: (code, id) => (file.test(id) ? code.replace(part, '') : undefined),
    })),
    build: { outDir: work, sourcemap: false, lib: { entry, formats: ['es'], fileName: () => `${name}.js` } },
  });
  return measure(readFileSync(path.join(work, `${name}.js`)));
}

/** What the sources import from these packages: the names themselves, so that the floor follows the code. */
function floorEntry(name, packages) {
  const imported = new Map(packages.map(pkg => [pkg, new Set()]));
  for (const file of readdirSync('src', { recursive: true })) {
    if (!String(file).endsWith('.ts')) continue;
    const source = readFileSync(path.join('src', String(file)), 'utf8');
    for (const [, names, pkg] of source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm))
      for (const imports of names.split(',').map(part => part.trim()))
        if (imports && !imports.startsWith('type ')) imported.get(pkg)?.add(imports.split(' as ')[0]);
  }
  const lines = [...imported].map(([pkg, names]) => `export { ${[...names].sort().join(', ')} } from '${pkg}';`);
  const file = path.join(work, `${name}.entry.js`);
  writeFileSync(file, lines.join('\n'));
  return file;
}

const sizes = {
  'auth-widget': measure(readFileSync('dist/auth-widget.min.js')),
  floor: await bundle('floor', floorEntry('floor', ['lit', '@lit/context', 'xstate'])),
  'phone-input': await bundle('phone-input', 'src/define/phone-input.ts'),
  'code-input': await bundle('code-input', 'src/define/code-input.ts'),
  'floor of lit': await bundle('floor-lit', floorEntry('floor-lit', ['lit'])),
};

/** Own code, by what it is measured against. */
const ownOf = (name, { brotli }) => brotli - sizes[name === 'auth-widget' ? 'floor' : 'floor of lit'].brotli;

const row = cells => console.log(cells.map((cell, i) => (i ? String(cell).padStart(12) : cell.padEnd(16))).join(''));
row(['bytes', 'raw', 'gzip -9', 'brotli -11', 'own', 'goal', 'ceiling']);
const above = [];
for (const [name, size] of Object.entries(sizes)) {
  const isOwn = name in GOALS;
  const own = ownOf(name, size);
  if (isOwn && own > CEILINGS[name]) above.push(name);
  row([name, size.raw, size.gzip, size.brotli, ...(isOwn ? [own, GOALS[name], CEILINGS[name]] : [])]);
}
if (process.argv.includes('--bare')) {
  row(['own, brotli -11', 'no styles', 'nor words', 'nor inputs']);
  for (const name of Object.keys(GOALS)) {
    const ways = [[STYLES], [STYLES, WORDS], ...(name === 'auth-widget' ? [[STYLES, WORDS, INPUTS]] : [])];
    const left = [];
    for (const way of ways) left.push(ownOf(name, await bundle(`${name}-bare`, `src/define/${name}.ts`, way)));
    row([name, ...left]);
  }
}
if (above.length > 0) {
  console.error(`Above the ceiling: ${above.join(', ')}.`);
  process.exitCode = 1;
}
