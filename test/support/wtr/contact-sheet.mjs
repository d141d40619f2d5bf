// The commands of test/elements/contact-sheet.ts, which `npm run contact-sheet` runs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../out/contact-sheet/', import.meta.url));

/**
 * - `strips`: what to take pictures of
 * - `strip` {name, png}: a picture in Base64
 * @returns {import('@web/test-runner').TestRunnerPlugin<any>}
 */
export function contactSheetCommands() {
  return {
    name: 'contact-sheet-commands',
    executeCommand({ command, payload }) {
      if (command === 'strips') return JSON.parse(readFileSync(`${FOLDER}strips.json`, 'utf8'));
      if (command === 'strip') {
        writeFileSync(`${FOLDER}${payload.name}.png`, payload.png, 'base64');
        return true;
      }
      return undefined;
    },
  };
}
