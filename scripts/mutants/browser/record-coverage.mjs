// Loaded before a test file in Node: writes the ids of the mutants whose code ran into the file that MUTANT_COVERAGE names.
import { writeFileSync } from 'node:fs';
import process from 'node:process';

const target = process.env.MUTANT_COVERAGE;
if (target)
  process.on('exit', () => {
    // StrykerJS counts under `static` what runs while no test is named. Node's runner names none, so that is everything.
    const { static: all = {} } = /** @type {any} */ (globalThis).__stryker__?.mutantCoverage ?? {};
    writeFileSync(target, JSON.stringify(Object.keys(all)));
  });
