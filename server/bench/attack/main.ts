/* oxlint-disable no-console -- a command for people */
// npm run bench attack: simulates a day of an attacker who wants SMS, and of the people of a site, against the server with
// its real limits, without challenges and with them. It also counts how many codes the server compares for an attacker who guesses
// for six seconds. It exits with 1 if a goal is missed (report.ts). `--write` puts the tables into docs/challenge.md, and the plot into
// docs/challenge.svg. `--hours 2 --from 9` simulates the two hours after nine, `--cores 64` gives the attacker more processors, `--seed 2`
// draws other people, `--postgres` uses PostgreSQL instead of PGlite, and `--set CHALLENGE_TOTAL=20` changes a setting of the server.
import { measureIteration } from './challenges.js';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatText } from '../../../scripts/generate/format-text.mjs';
import { replaceBetween } from '../../../scripts/generate/replace-between.mjs';
import { botnet, network48 } from './attacker.js';
import { measureBrowserIteration } from './browser-speed.js';
import { simulate } from './day.js';
import { readSettings, readWholeNumber } from './options.js';
import { plot } from './plot.js';
import { goalsOf, report, type Results } from './report.js';
import { Site } from './site.js';
import { compareCodes } from './six-seconds.js';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    from: { type: 'string', default: '0' },
    cores: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
    postgres: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const hours = readWholeNumber('hours', values.hours, { min: 1 });
const from = readWholeNumber('from', values.from, { min: 0 });
const cores = readWholeNumber('cores', values.cores, { min: 1 });
const seed = readWholeNumber('seed', values.seed, { min: 0 });
const given = readSettings(values.set);
const never = { ...given, CHALLENGE: 'never' };
const auto = { CHALLENGE: 'auto', ...given };

const native = measureIteration();
const browser = await measureBrowserIteration();
if (browser === undefined) console.log('Chromium is missing: people are assumed to compute as fast as native code.');
const site = await Site.open(values.postgres ? 'postgres' : 'pglite');

/** Runs a part of the simulation, and prints how long it took. */
async function part<T>(name: string, run: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await run();
  console.log(`${name}: simulated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

const day = { hours, from, seed, iterationTime: native };
/** Compares codes for six seconds: once without challenges, and `times` times with them, because the work of a challenge is random. */
const seconds = (networks: Parameters<typeof compareCodes>[1], times: number) =>
  part('six seconds, without challenges and with them', async () => {
    const before = await compareCodes(site, networks, cores, native, never);
    const after = [];
    for (let n = 0; n < times; n++) after.push(await compareCodes(site, networks, cores, native, auto));
    return { before, after };
  });
const results: Results = {
  speeds: { native, browser: browser ?? native },
  cores,
  ordinary: await part('an ordinary day', () => simulate(site, { ...day, cores: 0 }, auto)),
  before: await part('an attacked day without challenges', () => simulate(site, { ...day, cores }, never)),
  after: await part('an attacked day with challenges', () => simulate(site, { ...day, cores }, auto)),
  comparisons: { from48: await seconds([network48], 10), fromAll: await seconds([network48, botnet], 1) },
};
await site.close();

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const args = process.argv.slice(2).filter(arg => arg !== '--write');
const options = args.length > 0 ? ` -- ${args.join(' ')}` : '';
const text = report(results, new Date().toISOString().slice(0, 10), git('rev-parse', '--short', 'HEAD'), options);
console.log(`\n${text}\n`);
if (values.write) {
  const file = (path: string) => fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url));
  const page = replaceBetween(readFileSync(file('challenge.md'), 'utf8'), 'figures', text);
  writeFileSync(file('challenge.md'), await formatText('challenge.md', page));
  writeFileSync(file('challenge.svg'), plot(results.before.hours, results.after.hours));
  console.log('Written into docs/challenge.md and docs/challenge.svg.');
}
process.exitCode = goalsOf(results).every(({ reached }) => reached) ? 0 : 1;
