// The servers that an app can sign people in with.
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Server
 * @property {string} label
 * @property {string} [path] the path whose calls the app proxies to the server; undefined if the app proxies none, because the page calls the
 *   server itself or has it in its memory
 * @property {boolean} hasBackend whether the app gets servers/<name>/backend.ts, the module with its `backend`, and servers/<name>/server.ts,
 *   which answers the calls of the page in the test of the app
 * @property {import('./frameworks.mjs').Replacement} [testChange] what differs in the test of the app, app.spec.ts
 * @property {OwnServer} [own] the server itself, which the app brings along
 * @property {{ command: string, place: string }} [start] how it is started in development, in a terminal of its own. `place` names the
 *   folder for the command, in words.
 * @property {string} hint what to do before the first sign-in, for the README of the app
 *
 * @typedef {object} OwnServer
 * @property {Readonly<Record<string, string>>} files the source of each file, from the root of the repository, by its path in the app
 * @property {Readonly<Record<string, readonly import('./frameworks.mjs').Replacement[]>>} changes of these files, by their paths in the app
 * @property {readonly string[]} ignored the folders that it writes and git ignores, for the file .gitignore of the app
 * @property {string} script what `npm run auth` runs
 * @property {Readonly<Record<string, string>>} dependencies
 */

/** The servers of the `--server` option. */
export const servers = /** @satisfies {Record<string, Server>} */ ({
  reference: {
    label: 'the reference server of auth-widget',
    path: '/v1',
    hasBackend: false,
    start: { command: 'npm start', place: 'the repository of auth-widget' },
    hint: `\`npm start\` in the repository of auth-widget runs it at http://127.0.0.1:5173. It shows the SMS on its own page, and takes the test number
+7 (999) 000-00-01 with the code 111111. \`AUTH_URL\` is its address in production. With Next.js, Nuxt and SvelteKit, the app's server also knows who is
signed in. In production, set \`ORIGINS\` to the origins of its pages, separated by spaces: node_modules/auth-widget/docs/server-session.md.`,
  },
  'better-auth': {
    label: 'better-auth',
    path: '/api/auth',
    hasBackend: true,
    start: { command: 'npm run auth', place: 'the folder of the app' },
    own: {
      files: {
        'auth-server/main.mjs': 'create/servers/better-auth/main.mjs',
        'auth-server/secret.mjs': 'create/servers/better-auth/secret.mjs',
        // Two files of this project's own tests. docs/backends/better-auth.md shows the second one.
        'auth-server/database.mjs': 'test/backends/better-auth/database.mjs',
        'auth-server/sms-interval.mjs': 'test/backends/better-auth/sms-interval.mjs',
      },
      changes: {
        'auth-server/database.mjs': [
          [
            '#database = new PGlite();',
            "#database = new PGlite(fileURLToPath(new URL('.data/database', import.meta.url)));",
          ],
          [
            "import { PGlite } from '@electric-sql/pglite';",
            "import { mkdirSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nimport { PGlite } from '@electric-sql/pglite';\n\nmkdirSync(new URL('.data', import.meta.url), { recursive: true });",
          ],
        ],
        'auth-server/sms-interval.mjs': [
          ["import { pool } from './project.mjs';", "import { pool } from './database.mjs';"],
          ['// create table sms_interval (phone_number text primary key, sent_at timestamptz not null);\n\n', ''],
        ],
      },
      // It holds the database, and the secret of development.
      ignored: ['auth-server/.data'],
      script: 'node auth-server/main.mjs',
      dependencies: { '@electric-sql/pglite': '^0.5.16', 'better-auth': '^1.7.25' },
    },
    hint: `\`npm run auth\` starts the server in \`auth-server/\` at http://127.0.0.1:5173, in a terminal of its own: better-auth with its plugins phoneNumber, username and
bearer, and a database in \`auth-server/.data\`. It shows the SMS in the terminal. In production, call your SMS provider in \`auth-server/main.mjs\`, put your own
database into \`auth-server/database.mjs\`, and set \`BETTER_AUTH_SECRET\`, \`SITE_ORIGINS\` (the origins of the app's pages) and \`TRUSTED_PROXIES\` (the addresses of the app's
server and of the proxies before it). Separate the entries of a list by commas. \`AUTH_URL\` is the address of the server.
node_modules/auth-widget/docs/backends/better-auth.md has the rest of its configuration.`,
  },
  supabase: {
    label: 'Supabase Auth',
    hasBackend: true,
    hint: `Put the address and the publishable key of your project into the module \`backend\`. node_modules/auth-widget/docs/backends/supabase.md names
the settings of the project.`,
  },
  none: {
    label: 'none yet: a server in the memory of the page',
    hasBackend: true,
    testChange: ['  await page.reload();\n  await expect(heading).toBeVisible();\n', ''],
    hint: `There is no server yet: the module \`backend\` has one in the memory of the page, which forgets everybody at a reload. It is for trying things
out, and nothing is protected by it. The number +7 (999) 000-00-01 has the code 111111.`,
  },
});

/** @param {string} file its path from the root of the repository */
export const readSource = file => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** @param {string} server @param {string} file @returns the text of a file of servers/<server>/ */
export const readServerFile = (server, file) =>
  readFileSync(new URL(`servers/${server}/${file}`, import.meta.url), 'utf8');
