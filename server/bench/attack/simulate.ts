/* oxlint-disable no-console -- a command for people */
// npm run simulate:attack: simulates the attacks in attacks.ts, each of a day or two, and the people of a site, against the server with
// its real limits. `--write` puts the table into docs/challenge.md. `--hours 2 --from 9` simulates the two hours after nine,
// `--only passwords` the attacks whose names contain the word. `--seed 2` draws other people, `--postgres` uses PostgreSQL instead of
// PGlite, and `--set CHALLENGE_TOTAL=20` changes a setting of the server. `--at-once 2`, the default, runs two attacks at a time, each on a
// database that it starts empty. `--keep FOLDER` keeps the outcome of each attack there. An attack with a kept outcome isn't simulated
// again; with `--kept` as well, attacks without one are left out. The command fails if a kept outcome is of other options or another commit,
// or if a goal is missed.
import './challenges.js'; // before the server: see there
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatText } from '../../../scripts/generate/format-text.mjs';
import { replaceBetween } from '../../../scripts/generate/replace-between.mjs';
import { describeRun } from '../../../scripts/generate/results.mjs';
import { attackGoals, attackReport } from './attack-report.js';
import { type Attack, ATTACKS, type AttackDay, COST, simulateAttack } from './attacks.js';
import { readSettings, readWholeNumber } from './options.js';
import { Site } from './site.js';

/** Seconds of a derivation in a desktop browser, as `npm run bench attack` has measured it (docs/challenge.md). */
const BROWSER_DERIVATION = 0.00085;

const { values, tokens } = parseArgs({
  tokens: true,
  options: {
    hours: { type: 'string', default: '24' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '2' },
    set: { type: 'string', multiple: true, default: [] },
    postgres: { type: 'boolean', default: false },
    keep: { type: 'string' },
    kept: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const hours = readWholeNumber('hours', values.hours, { min: 1, max: 24 });
const from = readWholeNumber('from', values.from, { min: 0 });
const seed = readWholeNumber('seed', values.seed, { min: 0 });
const atOnce = readWholeNumber('at-once', values['at-once'], { min: 1 });
const settings = readSettings(values.set);
if (values.keep) mkdirSync(values.keep, { recursive: true });
const fileOf = ({ name }: Attack) => values.keep && join(values.keep, `${name.replace(/\W+/g, '-')}.json`);
const isKept = (attack: Attack) => existsSync(fileOf(attack) ?? '');
const attacks = ATTACKS.filter(attack => attack.name.includes(values.only) && (!values.kept || isKept(attack)));

if (attacks.length === 0) throw new Error('No attack was chosen.');
const { date, commit } = describeRun('server');
/** What the kept outcomes must have in common with this run. */
const kind = JSON.stringify({ hours, from, seed, settings, postgres: values.postgres, commit });
const options = { hours, from, seed, browserIteration: BROWSER_DERIVATION / COST, settings };
const outcomes = new Map<Attack, readonly AttackDay[]>();
// The longest attacks start first, so that none of them runs alone at the end.
const waiting = attacks.toSorted((a, b) => b.days - a.days);
/** Simulates waiting attacks, one after another on a site of its own, until none waits. */
async function work(): Promise<void> {
  const site = await Site.open(values.postgres ? 'postgres' : 'pglite');
  for (let attack = waiting.shift(); attack; attack = waiting.shift()) {
    const began = performance.now();
    const file = fileOf(attack);
    if (file && existsSync(file)) {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as { kind: string; outcome: readonly AttackDay[] };
      if (kept.kind !== kind) throw new Error(`${file} is of another run: ${kept.kind}, and not ${kind}.`);
      outcomes.set(
        attack,
        kept.outcome.map(day => ({ ...day, attack })),
      );
      continue;
    }
    const outcome = await simulateAttack(site, attack, options);
    outcomes.set(attack, outcome);
    if (file) writeFileSync(file, JSON.stringify({ kind, outcome }));
    console.log(`${attack.name}: simulated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await site.close();
}
await Promise.all(Array.from({ length: atOnce }, work));
const days = attacks.flatMap(attack => outcomes.get(attack)!);

/** The options that don't change the figures. */
const unprinted = ['write', 'kept', 'keep'];
const args = tokens.flatMap(token =>
  token.kind === 'option' && !unprinted.includes(token.name) ? [token.rawName, token.value ?? []].flat() : [],
);
const command = `npm run simulate:attack${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`;
const others = ATTACKS.filter(attack => !attacks.includes(attack)).map(({ name }) => name);
const missing = others.length === 0 ? '' : ` Not simulated in this run: ${others.join('; ')}.`;
const text = `Printed by \`${command}\` on ${date}, at commit ${commit}.${missing}\n\n${attackReport(days)}`;
console.log(`\n${text}\n`);
if (values.write) {
  const page = fileURLToPath(new URL('../../../docs/challenge.md', import.meta.url));
  const replaced = replaceBetween(readFileSync(page, 'utf8'), 'attacks', text);
  writeFileSync(page, await formatText(page, replaced));
  console.log('Written into docs/challenge.md.');
}
process.exitCode = attackGoals(days).every(({ reached }) => reached) ? 0 : 1;
