// Writes dist/auth-widget-check.mjs: the contract check as one file that needs only Node.
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles the contract check into a folder, which keeps its other files.
 * @param {string} folder
 * @returns the path of the file
 */
export async function bundleContractCheck(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      // The bundle keeps imports of packages, so main.ts has none.
      ssr: fileURLToPath(new URL('main.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'auth-widget-check.mjs', banner: '#!/usr/bin/env node' } },
    },
  });
  const file = `${folder}/auth-widget-check.mjs`;
  await chmod(file, 0o755);
  return file;
}
