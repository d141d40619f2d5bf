// The commands of the picture test. They read and update the pictures in test/pictures/, and write those that differ to
// out/pictures/. PICTURES=renew in the environment (`npm run pictures`) writes what has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../pictures/', import.meta.url));
const DIFFERENT = fileURLToPath(new URL('../../../out/pictures/', import.meta.url));
const FONTS = `${FOLDER}fonts.json`;

const isRenewed = process.env.PICTURES === 'renew';

/**
 * - `picture` {name}: the stored one in Base64 or null, the fingerprint of the fonts, and whether pictures are renewed
 * - `picture-renewed` {name, png, fingerprint}
 * - `picture-failed` {name, png}
 * - `pictures` [name, …]: the names of those that are stored. If pictures are renewed, all others are removed.
 * @returns {import('@web/test-runner').TestRunnerPlugin<any>}
 */
export function pictureCommands() {
  return {
    name: 'picture-commands',
    executeCommand({ command, payload }) {
      if (command === 'picture') {
        const file = `${FOLDER}${payload.name}.png`;
        return {
          png: existsSync(file) ? readFileSync(file, 'base64') : null,
          fingerprint: existsSync(FONTS) ? JSON.parse(readFileSync(FONTS, 'utf8')).fingerprint : null,
          isRenewed,
        };
      }
      if (command === 'picture-renewed') {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(`${FOLDER}${payload.name}.png`, payload.png, 'base64');
        writeFileSync(FONTS, `${JSON.stringify({ fingerprint: payload.fingerprint }, null, 2)}\n`);
        return true;
      }
      if (command === 'picture-failed') {
        mkdirSync(DIFFERENT, { recursive: true });
        writeFileSync(`${DIFFERENT}${payload.name}.png`, payload.png, 'base64');
        return true;
      }
      if (command === 'pictures') {
        const stored = readdirSync(FOLDER)
          .filter(file => file.endsWith('.png'))
          .map(file => file.slice(0, -4));
        const others = isRenewed ? stored.filter(name => !payload.includes(name)) : [];
        for (const name of others) rmSync(`${FOLDER}${name}.png`);
        return stored.filter(name => !others.includes(name));
      }
      return undefined;
    },
  };
}
