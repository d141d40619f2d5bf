// Mutation testing in Node: `npm run mutants` (docs/testing-the-project.md#mutants) names the group and its files.
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
  // A mutant that collects values in an endless loop exhausts this, and not the memory of the machine.
  testRunnerNodeArgs: ['--max-old-space-size=512'],
  timeoutMS: 10_000,
  timeoutFactor: 3,
  tempDirName: 'out/stryker',
  incremental: !process.env.SAMPLE, // the report of a sample says that mutants survived which were not tried
  incrementalFile: `out/mutants/${group}-incremental.json`,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `out/mutants/${group}-report.json` },
  allowEmpty: false,
  // `npm run mutants` reads the report and decides.
  thresholds: { high: 95, low: 90, break: null },
};
