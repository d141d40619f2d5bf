// npm test: everything, one suite after another, and one honest last line for all of them.
// `npm test -- node server` runs only the suites of these names.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './needs.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const total = { passed: 0, failed: 0, skipped: 0 };
const chosen = process.argv.slice(2);

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
}

/** Runs a command, shows what it prints, and resolves to its exit code and output. */
function run(command, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', data => {
      output += data;
      process.stdout.write(data);
    });
    child.once('error', error => resolve({ code: 1, output: String(error.message) }));
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}

/** A suite that counts its tests itself. A crash, and a run in which nothing ran, are failures. */
async function suite(name, command, args, read, env) {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { code, output } = await run(command, args, env);
  const counts = read(output) ?? { passed: 0, failed: 0, skipped: 0 };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (code === 0 && counts.passed === 0) {
    console.error(`${name}: no test ran`);
    counts.failed++;
  }
  add(counts);
  console.log(
    `== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`,
  );
}

const lastOf = (output, pattern) => [...output.matchAll(pattern)].at(-1);

function fromTap(output) {
  const count = name => Number(lastOf(output, new RegExp(`^# ${name} (\\d+)$`, 'gm'))?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

function fromWtr(output) {
  const match = lastOf(output, /^wtr: (\d+) passed, (\d+) failed, (\d+) skipped$/gm);
  return match && { passed: +match[1], failed: +match[2], skipped: +match[3] };
}

/** Test files below these folders, by the ends of their names. */
const files = (folders, ...ends) =>
  folders.filter(existsSync).flatMap(folder =>
    readdirSync(folder, { recursive: true })
      .map(name => path.join(folder, String(name)))
      .filter(name => ends.some(end => name.endsWith(end)) && !name.includes('node_modules'))
      .sort(),
  );

const nodeTest = (list, concurrency) => [
  '--import',
  'tsx',
  '--test',
  '--test-reporter=tap',
  `--test-concurrency=${concurrency}`,
  '--test-timeout=600000', // a test that hangs is a failure, and says which
  ...list,
];

/** A command whose exit code is the whole answer counts as one test. */
const oneTest = async (name, command, args) => {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  console.log(`\n== ${name}`);
  const { code } = await run(command, args);
  add(code === 0 ? { passed: 1 } : { failed: 1 });
  console.log(`== ${name}: ${code === 0 ? 'passed' : 'failed'}`);
};

const missing = prepare();
for (const name of missing) console.error(`Missing: ${name}`);

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const inNode = [
  ...files(['test/core', 'test/machine', 'test/client', 'test/build', 'test/contract'], '.test.ts', '.test.mjs'),
  ...files(['test/elements'], '.node.test.ts'),
];

await oneTest('check', npm, ['run', '--silent', 'check']);
await oneTest('build', npm, ['run', '--silent', 'build']);
await oneTest('size', npm, ['run', '--silent', 'size']);
await suite('node', process.execPath, nodeTest(inNode, 2), fromTap);
await suite('server', process.execPath, nodeTest(files(['demo/server/test'], '.test.ts'), 1), fromTap);
await suite('browsers', npm, ['exec', '--no', 'wtr'], fromWtr, { ENGINES: 'chromium,firefox,webkit' });
await suite('e2e', process.execPath, nodeTest(files(['test/e2e'], '.test.mjs'), 1), fromTap);

if (missing.length > 0) total.failed += missing.length;
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed ? 1 : 0;
