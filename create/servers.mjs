// The servers that an app can sign people in with.
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Server
 * @property {string} label
 * @property {string} [path] the path of its calls, which the app passes on; undefined if the page calls it itself
 * @property {boolean} hasBackend whether it needs a `backend`, from servers/<name>/backend.ts
 * @property {import('./frameworks.mjs').Replacement} [testChange] what differs in the test of the app
 * @property {string} hint what to do before the first sign-in, for the README of the app
 */

/** The servers of the `--server` option. */
export const servers = /** @satisfies {Record<string, Server>} */ ({
  reference: {
    label: 'the reference server of auth-widget',
    path: '/v1',
    hasBackend: false,
    hint: `\`npm start\` in the repository of auth-widget runs it at http://127.0.0.1:5173. It shows the SMS on its own page, and takes the test number
+7 (999) 000-00-01 with the code 111111. \`AUTH_URL\` is its address in production.`,
  },
  'better-auth': {
    label: 'better-auth',
    path: '/api/auth',
    hasBackend: true,
    hint: `Your server with better-auth and its plugins phoneNumber, username and bearer is expected at http://127.0.0.1:5173:
node_modules/auth-widget/docs/backends/better-auth.md has all of its configuration. \`AUTH_URL\` is its address in production.`,
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

/** @param {string} server @param {string} file @returns the text of a file of servers/<server>/ */
export const readServerFile = (server, file) =>
  readFileSync(new URL(`servers/${server}/${file}`, import.meta.url), 'utf8');
