// `npm run histories -- --minutes 60` plays random histories of the client for that long, each round with another seed.
// `--seed 7` plays the round of one seed, `--runs 300` sets how many histories a round has. Exits with 1 if one breaks a
// rule, and prints the seed and the shortest history that does.
import { parseArgs } from 'node:util';
import { explain, playRandom } from './history.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    runs: { type: 'string', default: '300' },
  },
});
const runs = Number(values.runs);
const end = Date.now() + Number(values.minutes) * 60_000;
let played = 0;
do {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const failure = await playRandom(runs, seed);
  if (failure) {
    console.log(`seed ${seed}: history ${failure.runs} of ${runs} breaks a rule: ${explain(failure.broken)}`);
    process.exitCode = 1;
    break;
  }
  played += runs;
  console.log(`seed ${seed}: ${played} histories, no rule was broken`);
} while (values.seed === undefined && Date.now() < end);
