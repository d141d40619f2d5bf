// Random histories of clients, tabs, a network and a clock, and those that once found a fault.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FOUND } from './found.js';
import { explain, play, playRandom } from './history.js';

const RUNS = 240;
/** `HISTORIES_SEED=7 node --import tsx --test test/histories/client-histories.node.test.ts` plays others. */
const SEED = Number(process.env.HISTORIES_SEED ?? 28);

test(`${RUNS} random histories with the seed ${SEED} break no rule`, async t => {
  t.diagnostic(`seed ${SEED}`);
  const failure = await playRandom(RUNS, SEED);
  assert.equal(failure && explain(failure.broken), null);
});

for (const { name, steps, restores = true } of FOUND) test(name, () => play(steps, { random: 1, restores }));
