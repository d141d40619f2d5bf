// Finds the test files of `browsers`, `node`, `backends` and `server`, and of the suites that run parts of these (list.mjs). Also says which
// test files may share a process or a browser. A test file that no suite finds fails test/scripts/suites/list.test.mjs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findTests } from './node-tests.mjs';

/**
 * The folders whose test files run in browsers, or in Node if their names end in .node.test.ts. `FILES` in web-test-runner.config.mjs is the
 * same list, for runs of all of them.
 */
const BROWSER_FOLDERS = ['demo', 'elements', 'frameworks', 'histories', 'testing'].map(name => `test/${name}`);

/** The test files of the suites `browsers` and `engines`. */
export const findInBrowsers = () =>
  findTests(BROWSER_FOLDERS, '.test.ts').filter(file => !file.endsWith('.node.test.ts'));

/** The test files of the suite `node`. */
export const findInNode = () => [
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
      'html',
      'scripts',
      'server',
    ].map(name => `test/${name}`),
    '.test.ts',
    '.test.mjs',
  ),
  ...findTests(BROWSER_FOLDERS, '.node.test.ts'),
];

/** The folders whose files share a few processes. Their tests need no page, and few of them a server. */
const SHARED_FOLDERS = ['test/core', 'test/machine', 'test/client'];
/** The files of these folders that change their process for the files after them, or need one that no file has changed. */
const OWN_PROCESS = [
  'client/auth-client-misuse', // imports the checks of the development build, as do the next two
  'client/calls/wrong-server',
  'client/platform/older-browsers',
].map(name => path.join(`test/${name}.test.ts`));

/** Matches the text of a test file that adds countries, or names of countries, to its process. */
const ADDS_COUNTRIES = /src\/countries\/|support\/countries\.js|addCountry(Names)?\(/;

/** Whether a file of `findInNode` may run in a process with others. */
export const mayShareProcess = (/** @type {string} */ file) =>
  SHARED_FOLDERS.some(folder => file.startsWith(path.join(`${folder}/`))) &&
  !OWN_PROCESS.includes(file) &&
  !ADDS_COUNTRIES.test(readFileSync(file, 'utf8'));

/** The tests of the adapters for other servers. */
export const findBackends = () => findTests(['test/backends'], '.test.ts', '.test.mjs');
/** The tests of the reference server. */
export const findServer = () => findTests(['server/test'], '.test.ts');

/** Matches the source of a server test that uses PostgreSQL. The suite `pgbouncer` runs these files. */
export const USES_POSTGRES = /onDatabase|describeOn|Harness\.open|(start|shared)Postgres|Cluster|openTestDatabase/;

/** The folders of server/test/ whose files share a few processes. The files listed below are exceptions. */
const SHARED_SERVER_FOLDERS = ['challenge', 'common', 'config', 'domain', 'http', 'scripts', 'sms'];
/** The files of these folders that run in a process of their own. */
const OWN_SERVER_PROCESS = [
  'domain/admission/many-addresses', // measures the heap
  'http/sms-stream', // starts servers as processes, as does the next one
  'http/static',
].map(name => path.join(`server/test/${name}.test.ts`));

/** Whether a file of `findServer` may run in a process with others. */
export const mayShareServer = (/** @type {string} */ file) =>
  SHARED_SERVER_FOLDERS.some(folder => file.startsWith(path.join(`server/test/${folder}/`))) &&
  !OWN_SERVER_PROCESS.includes(file);

/** Whether a test file drives the demo or an app with the shared set-up, which opens a browser context for each test. */
export const mayShareBrowser = (/** @type {string} */ file) =>
  /setUp(DemoTests|App)\(/.test(readFileSync(file, 'utf8'));
