/* oxlint-disable no-console -- a command for people */
// npm run attack: attacks one process of the server on PostgreSQL, then two, then four, while honest people sign in. The whole run takes an
// hour, which all attacks share equally. It exits with 1 if a goal is missed (hour-report.ts). `--minutes 5` makes the whole run shorter;
// `--seconds 5` sets the time of each attack instead. `--processes 2` replaces the three numbers of processes, and can be repeated.
// `--only captcha` runs the attacks whose names contain the word. `--people 8` and `--attackers 200` set how many people sign in at a time
// and how many calls of the attacker are in flight. `--set MAX_WAITING=50` changes a setting of the servers. `--write` puts the table into
// docs/results.md.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../../../scripts/generate/results.mjs';
import { readSettings } from '../attack/options.js';
import { HOSTILE_ATTACKS } from './attacks.js';
import { hostileHour, type HourOutcome, type HourPart } from './hour.js';
import { hourReport, hourRow, missedGoals } from './hour-report.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seconds: { type: 'string' },
    only: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    processes: { type: 'string', multiple: true, default: ['1', '2', '4'] },
    people: { type: 'string', default: '8' },
    attackers: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const counts = values.processes.map(Number);
const attacks = HOSTILE_ATTACKS.filter(({ name }) => name.includes(values.only));
const seconds = Number(values.seconds ?? (Number(values.minutes) * 60) / counts.length / attacks.length);
const [people, attackers] = [Number(values.people), Number(values.attackers)];
const isCount = (count: number) => Number.isSafeInteger(count) && count >= 1;
if (attacks.length === 0) throw new Error(`No attack has a name with "${values.only}".`);
if (!(seconds > 0 && seconds < Infinity) || ![...counts, people, attackers].every(isCount) || Math.max(...counts) > 8)
  throw new Error('Not a number, too small or too large.');
const settings = readSettings(values.set);

const { date, commit } = describeRun('server');
const load = loadavg()[0]!.toFixed(0);
const began = performance.now();
const outcomes: HourOutcome[] = [];
for (const processes of counts) {
  // The row of each attack goes to standard error at once, so that it isn't lost if a later attack fails.
  const onPart = (part: HourPart) => console.error(hourRow(part));
  outcomes.push(await hostileHour({ seconds, processes, people, attackers, attacks, settings, onPart }));
}
const minutes = ((performance.now() - began) / 60_000).toFixed(0);
const report = hourReport(outcomes);
console.log(report);
if (values.write) {
  const intro =
    `${date}, commit ${commit}: ${minutes} minutes, ${seconds.toFixed(0)} seconds for each attack. ${people} people ` +
    `sign in at a time, ${attackers} calls of the attacker are in flight. ` +
    `Other work gave the machine, with ${availableParallelism()} processors, a load of ${load} before the run.`;
  await writeResult('hostile hour', `${intro}\n\n${report}`);
}
process.exitCode = missedGoals(outcomes).length === 0 ? 0 : 1;
