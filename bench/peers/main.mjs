// npm run bench peers [-- options]: measures the widget and its inputs, bare pages (the floors) and the forms and inputs of other projects
// (the peers), in turn in one run. Writes docs/speed.md with its plots, the figures in README.md, and out/peers/results.json. It needs
// `npm run build`, and installs the peers when it is first run.
//
//   --rounds=5        rounds for the floors and our own pages
//   --peer-rounds=2   how many of those include the peers
//   --only=hanko,plain   measures only these pages, prints the rounds and writes no results
//   --slowdown=4     the factor of the CPU slowdown. On a slow machine, choose a smaller one, so that the floors take about as long as in
//                    EARLIER_RUN of write-page.mjs
//   --from=out/peers/results.json   measures nothing, and writes the pages again from the results of an earlier run
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../scripts/engines/chromium-flags.mjs';
import { requireEngine } from '../../scripts/engines/find-engines.mjs';
import { buildPage, install, PAGES, versionOf } from './build.mjs';
import { CONTESTANTS } from './contestants.mjs';
import { calibrate, measureOnce, measureRound } from './measure.mjs';
import { serve } from './server.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    'peer-rounds': { type: 'string' },
    only: { type: 'string' },
    slowdown: { type: 'string', default: '4' },
    from: { type: 'string' },
  },
});
const [rounds, peerRounds] = [
  Number(values.rounds),
  Number(values['peer-rounds'] ?? Math.min(2, Number(values.rounds))),
];
if (!(rounds >= peerRounds && peerRounds >= 1))
  throw new Error('--rounds is at least --peer-rounds, and that is at least 1.');
const slowdown = Number(values.slowdown);
if (!(slowdown >= 1)) throw new Error('--slowdown is at least 1.');
const wanted = values.only?.split(',');
const unknown = wanted?.filter(id => !CONTESTANTS.some(contestant => contestant.id === id)) ?? [];
if (unknown.length > 0) throw new Error(`--only names no page with ${unknown.join(', ')}.`);

/**
 * @typedef {object} Result
 * @property {string} id
 * @property {import('./contestants.mjs').Contestant['kind']} kind
 * @property {string} name
 * @property {import('./measure.mjs').Round[]} rounds
 * @property {Awaited<ReturnType<typeof measureOnce>> | undefined} once
 *
 * @typedef {object} Run
 * @property {string} date
 * @property {string} machine
 * @property {string} browser
 * @property {number} minutes
 * @property {number} slowdown of the CPU
 * @property {Result[]} results
 * @property {{ loop: number, load: number, floors: [number, number] }[]} noise of each round: the loop in ms, the load of the
 * machine, and the first field of the plain page at the start and at the end, CPU slowed down; NaN without the plain page
 */

/** The ids of peers that have failed. */
const failed = new Set();

const isPeer = (/** @type {import('./contestants.mjs').Contestant} */ { kind }) =>
  kind === 'widget' || kind === 'input';

/**
 * Runs a measurement, and rethrows its error unless the page is a peer's. A failing peer is logged, keeps the rounds that it has
 * and gets no more; docs/speed.md names peers that have none.
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {() => Promise<void>} measure
 */
async function unlessPeerFails(contestant, measure) {
  try {
    await measure();
  } catch (error) {
    if (!isPeer(contestant)) throw error;
    failed.add(contestant.id);
    console.error(contestant.id, error);
  }
}

/** @returns {Promise<Run>} */
async function run() {
  const begun = Date.now();
  const contestants = [];
  for (const contestant of CONTESTANTS)
    if (wanted?.includes(contestant.id) ?? true) contestants.push(await buildPage(contestant));
  const server = await serve(contestants);
  const browser = await chromium.launch({
    executablePath: requireEngine('chromium'),
    args: [...CHROMIUM_FLAGS, ...server.flags],
  });
  const setting = { browser, origin: server.origin, slowdown };
  /** @type {Result[]} */
  const results = [];
  /** @type {Run['noise']} */
  const noise = [];
  try {
    for (const contestant of contestants) {
      const { id, kind, name, packageName } = contestant;
      /** @type {Result} */
      const result = {
        id,
        kind,
        name: packageName ? `${name} ${versionOf(id, packageName)}` : name,
        rounds: [],
        once: undefined,
      };
      results.push(result);
      await unlessPeerFails(contestant, async () => {
        const once = await measureOnce(setting, contestant);
        Object.assign(result, { once });
        console.log(id, JSON.stringify(once));
      });
    }
    for (let round = 0; round < rounds; round++) {
      const loop = await calibrate(setting);
      for (const [index, contestant] of contestants.entries()) {
        const result = results[index];
        if (!result || failed.has(contestant.id) || (isPeer(contestant) && round >= peerRounds)) continue;
        await unlessPeerFails(contestant, async () => {
          result.rounds.push(await measureRound(setting, contestant));
        });
      }
      const plain = contestants.find(({ id }) => id === 'plain');
      const atStart = results.find(({ id }) => id === 'plain')?.rounds.at(-1)?.firstSlowCpu ?? NaN;
      const atEnd = plain ? (await measureRound(setting, plain)).firstSlowCpu : NaN;
      noise.push({ loop, load: os.loadavg()[0] ?? NaN, floors: [atStart, atEnd] });
      console.log(`round ${round + 1} of ${rounds}: ${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
    }
    return {
      date: new Date(begun).toISOString().slice(0, 10),
      machine: `${os.cpus().length} × ${os.cpus()[0]?.model}`,
      browser: `Chromium ${browser.version()}`,
      minutes: (Date.now() - begun) / 60_000,
      slowdown,
      results,
      noise,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

// run() bundles the packages of the peers. write-page.mjs imports those of the plots, also with `--from`.
install();
/** @type {Run} */
const result = values.from ? JSON.parse(readFileSync(values.from, 'utf8')) : await run();
if (wanted === undefined) {
  mkdirSync(PAGES, { recursive: true });
  if (!values.from) writeFileSync(path.join(PAGES, 'results.json'), JSON.stringify(result, undefined, 2));
  const { writePage } = await import('./write-page.mjs'); // not before install()
  await writePage(result);
} else for (const { id, rounds } of result.results) console.log(id, JSON.stringify(rounds));
