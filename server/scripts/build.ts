// npm run build --workspace server: bundles the server into one JavaScript file, dist/production/server.mjs.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

// The bundle lies as deep in the folders as src/config/config.ts, which derives the default of DATA_DIR from its own path.
const outfile = path('dist/production/server.mjs');

await rm(path('dist'), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [path('src/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // PGlite and argon2 load files from their packages: WebAssembly and data, and a native addon. pg loads the last two
  // packages only for its native client and in Cloudflare Workers, neither of which the server uses.
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native', 'pg-cloudflare'],
  // CommonJS packages call require() for Node.js modules.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  legalComments: 'linked',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
});

const bytes = Object.values(metafile.outputs).find(output => output.entryPoint)?.bytes ?? 0;
process.stdout.write(`dist/production/server.mjs: ${Math.round(bytes / 1024)} KiB\n`);
