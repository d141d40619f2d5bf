// Mutation testing in Node, for `npm run mutants` (docs/testing-the-project.md#mutants). That command sets MUTANTS, the name of the group,
// MUTATE, the path of a list of what to mutate as JSON, and for a sample SAMPLE.
import { readFileSync } from 'node:fs';

const { MUTANTS: group = 'core', MUTATE } = process.env;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  ...(MUTATE && { mutate: JSON.parse(readFileSync(MUTATE, 'utf8')) }),
  dryRunTimeoutMinutes: 30,
  // The tests don't need these folders in the copy of the repository that has the mutants.
  ignorePatterns: ['demo', 'dist', 'docs', 'out', 'test/e2e'],
  buildCommand: 'node scripts/mutants/bundle-tests.mjs',
  plugins: ['./scripts/mutants/node-runner.mjs'],
  testRunner: 'node-test',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that collects values in an endless loop exhausts this heap of 512 MB, and not the memory of the machine.
  testRunnerNodeArgs: ['--max-old-space-size=512'],
  timeoutMS: 10_000,
  timeoutFactor: 3,
  tempDirName: 'out/stryker',
  incremental: !process.env.SAMPLE, // the report of a sample says that mutants survived which were not tried
  incrementalFile: `out/mutants/${group}-incremental.json`,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `out/mutants/${group}-report.json` },
  allowEmpty: false,
  // `npm run mutants` reads the report and decides whether enough mutants were noticed.
  thresholds: { high: 95, low: 90, break: null },
};
