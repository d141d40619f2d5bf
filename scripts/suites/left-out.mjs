// The test files that `npm test` leaves out because they take long. FULL=1 runs them, and so does the workflow at each push. `--only`, which
// scripts/test.mjs handles, runs files of this list too.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFull } from '../../test/support/full.mjs';

/**
 * The test files that are left out, by their folder. Each name omits `.test.ts` or `.test.mjs`.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const LEFT_OUT = {
  // Most apps install a framework and build with it. `npm test` still drives the HTML page without a build, and the server that checks tokens. The
  // package suite checks the exports, and `browsers` tests the wrappers for React, Preact, Solid, Vue and Svelte.
  'test/apps': [
    'angular',
    'astro',
    'create',
    'import-map',
    'next',
    'nuxt',
    'php',
    'preact',
    'react-18',
    'react-router',
    'session',
    'solid',
    'sveltekit',
    'testing-angular',
    'testing-playwright',
    'testing-vitest-browser',
    'testing-vitest-happy-dom',
    'testing-vitest-jsdom',
    'testing-wtr',
    'vite-react',
    'vue',
  ],
  // `better-auth-password`, `-phone` and `-session` test each call of the adapter with a real better-auth server.
  'test/backends': [
    'better-auth-browser', // the adapter in a page
    'better-auth-captcha',
    'better-auth-conformance', // the rules for any backend
    'better-auth-created', // the server that create/ writes into an app
  ],
  'test/e2e': [
    'at-spi', // nothing may run beside it; auth-widget-spoken.node.test.ts also tests what a screen reader says
    'engines', // a sign-in with Firefox and WebKitGTK, whose input `browsers` tests
    'first-screen-shown', // when the first screen as HTML is replaced; `first-screen` tests what takes it over
    'input-sequences', // random sequences of actions that test/elements/control/ tests one by one
    'memory', // measures for up to a minute
    'password-manager', // nothing may run beside it; field-editor-autofill.test.ts also tests fields that are filled
    'start-build', // `npm start` with its builds, whose results every other file visits (`buildTestSite`); `start` tests the command itself
    'step-frames', // measures for up to a minute
    'svelte', // a page that a server has rendered; test/frameworks/ tests hydration
    'tab-lifecycle', // takes up to a minute
    'testing-playwright', // opens a context of a browser for each test; test/testing/ tests the server that it uses
    'vue', // as `svelte`
  ],
  'server/test': [
    'bench/attack', // simulations of attacks on the whole server; server/test/domain/ tests the rules that decide there
    'bench/attacks', // simulations, too
    'bench/hostile-hour',
    'server-plans', // notices a query that reads a large table as a whole
    'server-slow-commits', // measures calls per second, and nothing may run beside it
    'server-updates', // notices an index that makes the updates of a large table slow
  ],
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const leftOut = Object.entries(LEFT_OUT).flatMap(([folder, names]) =>
  names.map(name => {
    const stem = path.join(folder, name);
    const file = ['ts', 'mjs'].map(ending => `${stem}.test.${ending}`).find(name => existsSync(path.join(root, name)));
    if (!file) throw new Error(`scripts/suites/left-out.mjs names ${stem}, which has no test file.`);
    return file;
  }),
);

/**
 * Whether this run leaves a test file out because it is listed; always false with FULL=1.
 * @param {string} file its path from the root of the repository
 */
export const isLeftOut = file => !isFull && leftOut.includes(file);
