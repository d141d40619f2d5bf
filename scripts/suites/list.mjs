// The suites of `npm test`, in the order of the run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { provideKratos } from '../engines/kratos.mjs';
import { provideSupabaseAuth } from '../engines/supabase-auth.mjs';
import { installNode24 } from '../../test/apps/support/node-24.mjs';
import { readExitCode, readTap, readWtr } from './counts.mjs';
import { findTests, nodeTest, nodeTestsOf, shareProcesses } from './node-tests.mjs';
import { writePgbouncer } from './pgbouncer.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./run.mjs').Command} Command */
/**
 * What a suite needs to know about the run.
 * @typedef {object} Run
 * @property {string} reports the folder to which the suite writes the times of its test files, and what failed
 * @property {readonly string[]} engines the browsers that this machine has
 * @property {(file: string) => boolean} isChosen whether a test file is to run: left-out.mjs, and `--only`
 */
/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {readonly string[]} [after] the suites that have to end before it starts
 * @property {boolean} [onlyIfNamed] whether `npm test` without names leaves it out
 * @property {boolean} [usesDatabase] whether its tests have databases in a PostgreSQL server that they share with other suites
 * @property {string} [engine] the browser without which it is left out
 * @property {(run: Run) => Command[] | Promise<Command[]>} commands rejects if something that it needs is missing
 * @property {(result: import('./counts.mjs').Result) => Counts} count
 * @property {(output: string, counts: Counts) => Promise<void>} [record] keeps the result of a whole run
 */

/**
 * An npm script that either succeeds or fails.
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

const findInNode = () => [
  ...findTests(
    [
      'core',
      'countries',
      'machine',
      'locales',
      'client',
      'build',
      'contract-check',
      'create',
      'docs',
      'scripts',
      'server',
    ].map(name => `test/${name}`),
    '.test.ts',
    '.test.mjs',
  ),
  ...findTests(['test/demo', 'test/elements', 'test/frameworks', 'test/histories', 'test/testing'], '.node.test.ts'),
];

/** The rooms whose files run together in a few processes: their tests need no page, server or process. */
const SHARED_ROOMS = ['test/core', 'test/machine', 'test/client'];
/** The files of these rooms that leave something behind in their process, or need it as it is at the start. */
const OWN_PROCESS = [
  'client/auth-client-misuse', // imports the checks of the development build, as do the next two
  'client/calls/wrong-server',
  'client/platform/older-browsers',
].map(name => path.join(`test/${name}.test.ts`));

/** Matches the text of a test file that adds countries, or names of countries, to its process. */
const ADDS_COUNTRIES = /src\/countries\/|support\/countries\.js|addCountry(Names)?\(/;

const mayShareProcess = (/** @type {string} */ file) =>
  SHARED_ROOMS.some(room => file.startsWith(path.join(`${room}/`))) &&
  !OWN_PROCESS.includes(file) &&
  !ADDS_COUNTRIES.test(readFileSync(file, 'utf8'));

/** The servers that are built first, by the folder of their tests. */
const BUILT_SERVERS = { supabase: provideSupabaseAuth, kratos: provideKratos };
const folderOf = (/** @type {string} */ server) => path.join(`test/backends/${server}/`);
const findBackends = () => findTests(['test/backends'], '.test.ts', '.test.mjs');
const findServer = () => findTests(['server/test'], '.test.ts');

/** How a test file of the server says that it uses PostgreSQL. */
const USES_POSTGRES = /onDatabase|describeOn|Harness\.open|(start|shared)Postgres|Cluster|openTestDatabase/;

/** The rooms of the server whose files start no process: they test rules alone, or need no more than a database of their own. */
const SHARED_SERVER_ROOMS = ['challenge', 'common', 'config', 'domain', 'http', 'scripts', 'sms'];
/** The files of these rooms that run in a process of their own. */
const OWN_SERVER_PROCESS = [
  'domain/admission/many-addresses', // measures the heap
  'http/sms-stream', // starts servers as processes, as does the next one
  'http/static',
].map(name => path.join(`server/test/${name}.test.ts`));

const mayShareServer = (/** @type {string} */ file) =>
  SHARED_SERVER_ROOMS.some(room => file.startsWith(path.join(`server/test/${room}/`))) &&
  !OWN_SERVER_PROCESS.includes(file);

/** Whether a test file drives the demo or an app. Each of its tests has a browser context of its own, so the browser can be shared. */
const mayShareBrowser = (/** @type {string} */ file) => /setUp(DemoTests|App)\(/.test(readFileSync(file, 'utf8'));

/**
 * The files of a folder, one at a time.
 * @param {string} folder
 * @param {string[]} ends
 * @returns {Suite['commands']}
 */
const filesOf =
  (folder, ...ends) =>
  ({ reports, isChosen }) => [nodeTest(findTests([folder], ...ends).filter(isChosen), 1, `${reports}/all`)];

/** The maximum number of such files in one process: the slowest app took 261 s on a busy machine, half as fast as usual. */
const MOST_WITH_BROWSER = 5;

/**
 * The files of a folder whose tests drive a browser, several at a time.
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
 * Two of them run at the same time. `browsers` and `e2e` use the most processor time, so they run one after the other. The other
 * suites run beside them.
 * @type {readonly Suite[]}
 */
export const suites = [
  script('check'),
  script('build'),
  {
    name: 'browsers',
    after: ['build'], // for its place in the run: nothing here needs dist/
    count: readWtr,
    commands: ({ reports, engines }) => [webTestRunner(engines, reports, { IN_ALL_ENGINES: 'typing' })],
  },
  {
    name: 'e2e',
    usesDatabase: true,
    after: ['build', 'browsers'],
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
    commands({ reports, engines }) {
      const others = engines.filter(name => name !== 'chromium');
      if (others.length === 0) throw new Error('neither Firefox nor WebKitGTK was found');
      return [webTestRunner(others, reports)];
    },
  },
  script('size', ['build']), // measures dist/
  {
    name: 'package', // packs dist/
    after: ['build'],
    count: readTap,
    commands: filesOf('test/package', '.test.ts'),
  },
  {
    name: 'node', // few of its files start a server
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
        await provide();
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
    after: ['build'], // packs dist/
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
        node: await installNode24(),
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
