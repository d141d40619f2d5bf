// The test files that `npm test` leaves out because they take long. FULL=1 runs them, and so does the workflow at each push. `--only`, which
// scripts/test.mjs handles, runs files of this list too.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isFull } from '../../test/support/full.mjs';

/**
 * The test files that are left out, by their folder. Each name omits `.test.ts` or `.test.mjs`.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const LEFT_OUT = {
  // Most apps install a framework and build with it. `npm test` still drives the page of one HTML file, and an app that checks tokens. The
  // package suite checks the exports, and `browsers` the wrappers for React, Vue and Svelte.
  'test/apps': [
    ...[
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
    ],
    ...['solid', 'sveltekit', 'vite-react', 'vue', 'testing-angular', 'testing-playwright', 'testing-vitest-browser'],
    ...['testing-vitest-happy-dom', 'testing-vitest-jsdom', 'testing-wtr'],
  ],
  // They test the adapter in a page, in an app that `create/` writes, with a captcha, and with the rules for any backend. The other files of
  // the folder test each of its calls with the same server.
  'test/backends': [
    ...['better-auth-browser', 'better-auth-captcha', 'better-auth-conformance', 'better-auth-created'],
  ],
  // `vue` and `svelte` sign in on pages that a server has rendered. test/frameworks/ tests hydration in a page. `engines` signs in with
  // Firefox and WebKitGTK, whose input `browsers` tests. `input-sequences` plays random sequences of actions that test/elements/control/ tests
  // one by one. `memory` and `step-frames` measure for up to a minute, and `tab-lifecycle` takes as long. `testing-playwright` opens a context
  // of a browser for each test; test/testing/ tests the server that it serves there. Nothing may run beside `at-spi` and `password-manager`,
  // so a core is idle meanwhile; `auth-widget-spoken` tests what a screen reader says, and `browsers` the fields that a manager fills.
  'test/e2e': [
    ...['at-spi', 'engines', 'input-sequences', 'memory', 'password-manager', 'step-frames', 'svelte', 'tab-lifecycle'],
    ...['testing-playwright', 'vue'],
  ],
  // The simulations play attacks against the whole server. The rules that decide there have tests in server/test/domain/.
  // `server-updates` notices an index that makes the updates of a large table slow, and `server-plans` a query that reads such a table as a
  // whole. `server-slow-commits` measures calls per second, and nothing may run beside it.
  'server/test': [
    ...['bench/attack', 'bench/attacks', 'bench/hostile-hour', 'server-plans', 'server-slow-commits', 'server-updates'],
  ],
};

const leftOut = Object.entries(LEFT_OUT).flatMap(([folder, names]) =>
  names.map(name => {
    const stem = path.join(folder, name);
    const file = ['ts', 'mjs'].map(ending => `${stem}.test.${ending}`).find(existsSync);
    if (!file) throw new Error(`scripts/suites/left-out.mjs names ${stem}, which has no test file.`);
    return file;
  }),
);

/**
 * Whether a run without FULL=1 leaves a test file out.
 * @param {string} file its path from the root of the repository
 */
export const isLeftOut = file => !isFull && leftOut.includes(file);
