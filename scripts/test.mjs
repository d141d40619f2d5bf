// npm test: runs every suite, one after another. The last line counts all of them: `N passed, N failed`.
// `npm test -- node server` runs these suites alone; what is missing is installed, reported and, with REQUIRED, counted
// for all. REQUIRED=chromium,postgresql in the environment: each of these prerequisites (prerequisites.mjs) that is
// missing counts as a failure; otherwise what needs it is skipped.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './engines/prerequisites.mjs';
import { provideSupabaseAuth } from './supabase-auth.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const SUITES = [
  'check',
  'build',
  'size',
  'package',
  'node',
  'server',
  'backends',
  'supabase',
  'browsers',
  'e2e',
  'apps',
];
const chosen = process.argv.slice(2);
const unknown = chosen.filter(name => !SUITES.includes(name));
if (unknown.length > 0) {
  console.error(`No suite is called ${unknown.join(', ')}. There are: ${SUITES.join(', ')}.`);
  process.exit(1);
}

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs a command, shows what it prints, and resolves to its exit code and output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32' && command === 'npm', // npm is a .cmd file there, which needs a shell
    });
    let output = '';
    child.stdout.on('data', data => {
      output += String(data);
      process.stdout.write(data);
    });
    child.once('error', error => resolve({ code: 1, output: error.message }));
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a suite, prints its counts and its seconds, and adds them up.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {(result: { code: number, output: string }) => Counts} readCounts
 * @param {Record<string, string>} [env]
 */
async function suite(name, command, args, readCounts, env) {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  console.log(`\n== ${name}`);
  const started = Date.now();
  const counts = readCounts(await run(command, args, env));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

/**
 * Counts a suite that prints its own counts. A crash, and a run without a single test, are failures.
 * @param {(output: string) => Counts} parse
 * @returns {(result: { code: number, output: string }) => Counts}
 */
const counted = parse => result => {
  const counts = parse(result.output);
  const isBroken = counts.failed === 0 && (result.code !== 0 || counts.passed + counts.skipped === 0);
  return isBroken ? { ...counts, failed: 1 } : counts;
};

/**
 * The numbers of the last line that matches.
 * @param {string} output
 * @param {RegExp} pattern
 */
const lastNumbers = (output, pattern) => [...output.matchAll(pattern)].at(-1)?.slice(1).map(Number) ?? [];

const readTap = counted(output => {
  /** @param {string} name */
  const count = name => lastNumbers(output, new RegExp(`^# ${name} (\\d+)$`, 'gm'))[0] ?? 0;
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
});

const readWtr = counted(output => {
  const pattern = /^wtr: (\d+) passed, (\d+) failed, (\d+) skipped$/gm;
  const [passed = 0, failed = 0, skipped = 0] = lastNumbers(output, pattern);
  return { passed, failed, skipped };
});

/** Counts a command that either succeeds or fails as one test. */
const readExitCode = (/** @type {{ code: number }} */ { code }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/**
 * The test files below these folders whose names end so.
 * @param {string[]} folders
 * @param {string[]} ends
 */
const findTests = (folders, ...ends) =>
  folders.filter(existsSync).flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => path.join(folder, name))
      .filter(name => ends.some(end => name.endsWith(end)) && !name.includes('node_modules'))
      .sort(),
  );

/**
 * @param {string[]} list
 * @param {number} concurrency
 */
const nodeTest = (list, concurrency) => [
  '--import',
  'tsx',
  '--test',
  '--test-reporter=tap',
  `--test-concurrency=${concurrency}`,
  '--test-timeout=600000', // a test that hangs is a failure, with its name
  ...list,
];

const missing = installMissing();
const engines = ['chromium', 'firefox', 'webkit'].filter(engine => !missing.some(({ name }) => name === engine));
const hasChromium = engines.includes('chromium');

const inNode = [
  ...findTests(
    [
      'test/core',
      'test/machine',
      'test/locales',
      'test/client',
      'test/build',
      'test/contract-check',
      'test/docs',
      'test/scripts',
    ],
    '.test.ts',
    '.test.mjs',
  ),
  ...findTests(['test/elements', 'test/frameworks', 'test/testing'], '.node.test.ts'),
];
/** The adapters for other servers; what needs a server that is built first is in a folder and a suite of its own. */
const withBackends = findTests(['test/backends'], '.test.ts', '.test.mjs').filter(
  file => !file.startsWith(path.join('test/backends/supabase/')),
);

await suite('check', 'npm', ['run', '--silent', 'check'], readExitCode);
// Before size, which measures dist, and package, which packs it.
await suite('build', 'npm', ['run', '--silent', 'build'], readExitCode);
await suite('size', 'npm', ['run', '--silent', 'size'], readExitCode);
await suite('package', process.execPath, nodeTest(findTests(['test/package'], '.test.ts'), 1), readTap);
// One file at a time (the last argument of nodeTest) where most files start a server with its database, or a browser:
// several at once would compete for processor and memory, and run into the time limits of the tests. Two where few do.
await suite('node', process.execPath, nodeTest(inNode, 2), readTap);
await suite('server', process.execPath, nodeTest(findTests(['server/test'], '.test.ts'), 1), readTap);
await suite('backends', process.execPath, nodeTest(withBackends, 1), readTap);
if (chosen.length === 0 || chosen.includes('supabase')) {
  // Built here, where it may take its time and is heard of, and not in the first test.
  const hint = await provideSupabaseAuth().then(
    () => undefined,
    (/** @type {unknown} */ error) => /** @type {Error} */ (error).message,
  );
  if (hint === undefined)
    await suite(
      'supabase',
      process.execPath,
      nodeTest(findTests(['test/backends/supabase'], '.test.ts', '.test.mjs'), 1),
      readTap,
    );
  else missing.push({ name: 'supabase', hint, isThere: () => false });
}
if (engines.length > 0)
  await suite('browsers', 'npm', ['exec', '--no', 'wtr'], readWtr, { ENGINES: engines.join(',') });
if (hasChromium) {
  await suite('e2e', process.execPath, nodeTest(findTests(['test/e2e'], '.test.mjs'), 1), readTap);
  await suite('apps', process.execPath, nodeTest(findTests(['test/apps'], '.test.mjs'), 1), readTap);
}

const required = (process.env.REQUIRED ?? '').split(',');
console.log('');
if (total.skipped > 0) console.log(`Skipped: ${total.skipped} tests, by a condition of their own`);
for (const { name, hint } of missing) {
  const isRequired = required.includes(name);
  if (isRequired) total.failed++;
  const consequence = name === 'chromium' && !isRequired ? ', and with it the end-to-end tests and the examples' : '';
  console.log(`${isRequired ? 'Missing, but required' : 'Skipped'}: ${name} (${hint})${consequence}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
