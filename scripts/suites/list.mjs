// The suites of `npm test`. Of those that could start, the first in the list does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { provideKratos } from '../engines/kratos.mjs';
import { provideSupabaseAuth } from '../engines/supabase-auth.mjs';
import { installNode24 } from '../../test/apps/support/node-24.mjs';
import { readExitCode, readTap, readWtr } from './counts.mjs';
import { CannotRun } from './cannot-run.mjs';
import { findTests, nodeTest, nodeTestsOf, NONE_CHOSEN, shareProcesses } from './node-tests.mjs';
import { writePgbouncer } from './pgbouncer.mjs';
import {
  findBackends,
  findInBrowsers,
  findInNode,
  findServer,
  mayShareBrowser,
  mayShareProcess,
  mayShareServer,
  USES_POSTGRES,
} from './test-files.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./run.mjs').Command} Command */
/**
 * What a suite needs to know about the run.
 * @typedef {object} Run
 * @property {string} reports the folder to which the suite writes the times of its test files, and what failed
 * @property {readonly string[]} engines the browsers that this machine has
 * @property {(file: string) => boolean} isChosen whether the run includes a test file. `--only` decides; without it, left-out.mjs does
 */
/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {readonly string[]} [after] the suites that have to end before it starts
 * @property {boolean} [onlyIfNamed] whether `npm test` without names leaves it out
 * @property {boolean} [usesDatabase] whether its tests have databases in a PostgreSQL server that they share with other suites
 * @property {boolean} [usesDist] whether its tests need dist/
 * @property {string} [engine] the browser without which it is left out
 * @property {(run: Run) => Command[] | Promise<Command[]>} commands throws or rejects with `CannotRun` if something that it needs is missing
 * @property {(result: import('./counts.mjs').Result) => Counts} count
 * @property {(output: string, counts: Counts) => Promise<void>} [record] writes down the result of a run that left no test file out
 */

/**
 * A suite that runs an npm script, which either succeeds or fails.
 * @param {string} name of the script and the suite
 * @param {readonly string[]} [after]
 * @returns {Suite}
 */
const script = (name, after = []) => ({
  name,
  after,
  count: readExitCode,
  commands: () => [{ command: 'npm', args: ['run', '--silent', name] }],
});

/**
 * @param {readonly string[]} engines
 * @param {string} reports
 * @param {Record<string, string>} [env]
 * @returns {Command}
 */
const webTestRunner = (engines, reports, env = {}) => ({
  command: 'npm',
  args: ['exec', '--no', 'wtr'],
  env: { ENGINES: engines.join(','), FILE_TIMES: `${reports}/all.times`, FAILURES: `${reports}/all.failures`, ...env },
});

/**
 * Returns the environment that makes Web Test Runner run the chosen files, each in all engines. It is empty if all files are chosen. Throws
 * `CannotRun` if none is.
 * @param {Run['isChosen']} isChosen
 * @returns {Record<string, string>}
 */
function chosenInBrowsers(isChosen) {
  const files = findInBrowsers();
  const chosen = files.filter(isChosen);
  if (chosen.length === 0) throw new CannotRun(NONE_CHOSEN);
  return chosen.length < files.length ? { WTR_FILES: chosen.join(), IN_ALL_ENGINES: '' } : {};
}

/** The servers that are built first, by the folder of their tests. */
const BUILT_SERVERS = { supabase: provideSupabaseAuth, kratos: provideKratos };
/**
 * Waits for a program that the tests need. Rejects with `CannotRun` if it isn't there.
 * @template T
 * @param {Promise<T>} program
 */
const provided = program =>
  program.catch((/** @type {unknown} */ error) => {
    throw new CannotRun(/** @type {Error} */ (error).message, { cause: error });
  });
const folderOf = (/** @type {string} */ server) => path.join(`test/backends/${server}/`);

/**
 * Makes the `commands` of a suite that runs the files of a folder, one at a time.
 * @param {string} folder
 * @param {string[]} ends
 * @returns {Suite['commands']}
 */
const filesOf =
  (folder, ...ends) =>
  ({ reports, isChosen }) => [nodeTest(findTests([folder], ...ends).filter(isChosen), 1, `${reports}/all`)];

/**
 * The maximum number of files that share a browser. Together they have 20 minutes. The slowest app took 261 s on a machine at half its
 * usual speed.
 */
const MOST_WITH_BROWSER = 5;

/**
 * Makes the `commands` of a suite that runs the files of a folder whose tests drive a browser, several at a time.
 * @param {string} folder
 * @returns {Suite['commands']}
 */
const drivenIn =
  folder =>
  ({ reports, isChosen }) =>
    nodeTestsOf(folder, findTests([folder], '.test.mjs').filter(isChosen), reports, {
      mayShare: mayShareBrowser,
      most: MOST_WITH_BROWSER,
    });

/**
 * At most two suites run at the same time. `browsers` and `e2e` use the most processor time, so they run one after the other. The other
 * suites run beside them.
 * @type {readonly Suite[]}
 */
export const suites = [
  script('check'),
  script('build'),
  {
    name: 'browsers',
    after: ['build'], // it doesn't need dist/, but the suites that do can then run beside it
    count: readWtr,
    commands: ({ reports, engines, isChosen }) => [
      webTestRunner(engines, reports, { IN_ALL_ENGINES: 'typing', ...chosenInBrowsers(isChosen) }),
    ],
  },
  {
    name: 'e2e',
    usesDatabase: true,
    after: ['build', 'browsers'],
    usesDist: true,
    engine: 'chromium',
    count: readTap,
    commands: drivenIn('test/e2e'),
  },
  {
    name: 'demo', // every control, the look and the accessibility of the demo pages; `e2e` signs in there
    usesDatabase: true,
    onlyIfNamed: true,
    engine: 'chromium',
    count: readTap,
    commands: drivenIn('test/demo-pages'),
  },
  {
    name: 'engines', // every file of `browsers` in the other engines
    onlyIfNamed: true,
    count: readWtr,
    commands({ reports, engines, isChosen }) {
      const others = engines.filter(name => name !== 'chromium');
      if (others.length === 0) throw new CannotRun('neither Firefox nor WebKitGTK was found');
      return [webTestRunner(others, reports, chosenInBrowsers(isChosen))];
    },
  },
  { ...script('size', ['build']), usesDist: true },
  {
    name: 'package',
    after: ['build'],
    usesDist: true,
    count: readTap,
    commands: filesOf('test/package', '.test.ts'),
  },
  {
    name: 'node', // few of its files start a server, so two processes run at a time
    usesDatabase: true,
    count: readTap,
    commands: ({ reports, isChosen }) => [
      nodeTest(shareProcesses(findInNode().filter(isChosen), mayShareProcess, `${reports}/rooms`), 2, `${reports}/all`),
    ],
  },
  {
    name: 'server',
    usesDatabase: true,
    count: readTap,
    commands: ({ reports, isChosen }) =>
      nodeTestsOf('server/test', findServer().filter(isChosen), reports, { mayShare: mayShareServer }),
  },
  {
    name: 'apps',
    usesDatabase: true,
    after: ['build'],
    usesDist: true,
    engine: 'chromium',
    count: readTap,
    commands: drivenIn('test/apps'),
  },
  {
    name: 'backends', // the adapters for other servers; those that have to be built first have suites of their own
    count: readTap,
    commands: ({ reports, isChosen }) => {
      const built = Object.keys(BUILT_SERVERS).map(folderOf);
      const files = findBackends().filter(file => !built.some(folder => file.startsWith(folder)) && isChosen(file));
      return [nodeTest(files, 1, `${reports}/all`)];
    },
  },
  ...Object.entries(BUILT_SERVERS).map(
    /** @returns {Suite} */
    ([name, provide]) => ({
      name,
      onlyIfNamed: true, // building Ory Kratos took five minutes on two cores, beside other work
      count: readTap,
      commands: async ({ reports, isChosen }) => {
        // The server is built here and not in the first test, because the build may take some minutes.
        await provided(provide());
        const files = findBackends().filter(file => file.startsWith(folderOf(name)) && isChosen(file));
        return [nodeTest(files, 1, `${reports}/all`)];
      },
    }),
  ),
  {
    name: 'site', // builds the documentation site, which installs VitePress
    onlyIfNamed: true,
    count: readTap,
    commands: filesOf('test/site', '.test.mjs'),
  },
  {
    name: 'pages', // follows the pages of docs/backends/ in empty projects, and installs many packages
    after: ['build'],
    usesDist: true,
    onlyIfNamed: true,
    count: readTap,
    commands: filesOf('test/pages', '.test.mjs'),
  },
  {
    name: 'bridges', // the session of an app's own server, in each language that this machine has
    usesDatabase: true,
    onlyIfNamed: true,
    count: readTap,
    commands: filesOf('test/bridges', '.test.mjs'),
  },
  {
    name: 'proxies', // the configurations of nginx and Caddy, if this machine has them
    usesDatabase: true,
    onlyIfNamed: true,
    count: readTap,
    commands: filesOf('test/proxies', '.test.mjs'),
  },
  {
    name: 'node24', // the tests of the server on the Node.js of its image
    usesDatabase: true,
    onlyIfNamed: true,
    count: readTap,
    commands: async ({ reports, isChosen }) =>
      nodeTestsOf('server/test', findServer().filter(isChosen), reports, {
        node: await provided(installNode24()),
        mayShare: mayShareServer,
      }),
  },
  {
    name: 'pgbouncer', // the tests of the server that use PostgreSQL, through PgBouncer in transaction mode
    onlyIfNamed: true,
    count: readTap,
    record: writePgbouncer,
    commands: ({ reports, isChosen }) => {
      const files = findServer().filter(file => USES_POSTGRES.test(readFileSync(file, 'utf8')) && isChosen(file));
      return nodeTestsOf('server/test', files, reports, { env: { VIA: 'pgbouncer' } });
    },
  },
];

/**
 * Returns the suites of a run: the named ones, or without names, those that aren't `onlyIfNamed`.
 * @param {readonly string[]} names
 * @param {boolean} isBuilt whether dist/ is there. If it isn't, and a named suite needs it, `build` is added
 */
export function chooseSuites(names, isBuilt) {
  const isNamed = (/** @type {Suite} */ { name, onlyIfNamed }) =>
    names.length > 0 ? names.includes(name) : !onlyIfNamed;
  const needsBuild = !isBuilt && suites.some(suite => isNamed(suite) && suite.usesDist);
  return suites.filter(suite => isNamed(suite) || (needsBuild && suite.name === 'build'));
}
