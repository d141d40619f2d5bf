// `npm run histories -- --minutes 60` plays random histories of the client for that long, each round with another seed.
// `--seed 7` plays one round, with that seed, `--runs 300` sets how many histories a round has. Exits with 1 if one breaks a
// rule, and prints the seed and the shortest history that does. A run of 20 minutes or longer writes docs/results.md.
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../../scripts/generate/results.mjs';
import { explain, playRandom } from './history.js';

/** A shorter run is too weak to replace the result of a long one. */
const MINUTES_OF_A_RESULT = 20;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    runs: { type: 'string', default: '300' },
  },
});
const runs = Number(values.runs);
const minutes = Number(values.minutes);
const wantedSeed = values.seed === undefined ? undefined : Number(values.seed);
if (!(Number.isSafeInteger(runs) && runs >= 1 && minutes >= 0 && Number.isSafeInteger(wantedSeed ?? 0))) {
  console.error('Usage: npm run histories -- [--minutes <number>] [--runs <number>] [--seed <number>]');
  process.exit(1);
}
const start = Date.now();
const end = start + minutes * 60_000;
const { date, commit } = describeRun('src', 'test/histories');
let rounds = 0;
let result: string;
do {
  const seed = wantedSeed ?? Math.floor(Math.random() * 2 ** 31);
  const failure = await playRandom(runs, seed);
  if (failure) {
    console.log(`seed ${seed}: history ${failure.runs} of ${runs} breaks a rule: ${explain(failure.broken)}`);
    process.exitCode = 1;
    result = `history ${failure.runs} of the seed ${seed} broke a rule, after ${rounds} seeds without a broken one`;
    break;
  }
  rounds++;
  result = `${(rounds * runs).toLocaleString('en')} histories with ${rounds} seeds broke no rule`;
  console.log(`seed ${seed}: ${result}`);
} while (wantedSeed === undefined && Date.now() < end);

// A run that breaks a rule ends early.
const elapsedMinutes = Math.round((Date.now() - start) / 60_000);
if (wantedSeed === undefined && elapsedMinutes >= MINUTES_OF_A_RESULT)
  await writeResult('histories', `${date}, commit ${commit}: in ${elapsedMinutes} minutes, ${result}.`);
