/* oxlint-disable no-console -- a command for people */
// npm run attack: an hour of attacks against one, two and four processes of the server on PostgreSQL, while honest people sign
// in. It exits with 1 if a goal is missed (hour-report.ts). `--minutes 5` takes less time, and `--seconds 5` that long for each
// attack. `--processes 2` tries one number of processes, `--only captcha` the attacks whose names contain the word, and
// `--set MAX_WAITING=50` changes a setting of the servers. `--write` puts the table into docs/results.md.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../../../scripts/generate/results.mjs';
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
if (!(seconds > 0 && seconds < Infinity) || ![...counts, people, attackers].every(isCount) || Math.max(...counts) > 8)
  throw new Error('Not a number, too small or too large, or no attack has that name.');
const settings = Object.fromEntries(values.set.map(pair => pair.split('=') as [string, string]));

const { date, commit } = describeRun('server');
const load = loadavg()[0]!.toFixed(0);
const began = performance.now();
const outcomes: HourOutcome[] = [];
for (const processes of counts) {
  // Each row is written at once: if a later part fails, the earlier ones aren't lost.
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
