// Bundles the contract check into auth-widget-check.mjs, an executable file that needs only Node. scripts/build.mjs writes it to dist/.
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles the contract check into a folder, whose other files stay.
 * @param {string} folder
 * @returns the path of the file
 */
export async function bundleContractCheck(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      // An SSR build leaves imports of packages in the file, so the sources of the contract check import none.
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
