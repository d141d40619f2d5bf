/* oxlint-disable no-console -- a command for people */
// npm run attack: an hour of attacks against one, two and four processes of the server on PostgreSQL, while honest people sign
// in. `--minutes 5` takes less time, `--processes 2` tries one number of processes, `--write` puts the table into
// docs/results.md.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../../../scripts/generate/results.mjs';
import { HOSTILE_ATTACKS } from './attacks.js';
import { hostileHour, type HourOutcome, hourReport } from './hour.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    processes: { type: 'string', multiple: true, default: ['1', '2', '4'] },
    people: { type: 'string', default: '8' },
    attackers: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const counts = values.processes.map(Number);
if (!(minutes > 0) || !counts.every(count => count >= 1 && count <= 8)) throw new Error('Not a number, or too small.');

const { date, commit } = describeRun('server');
const load = loadavg()[0]!.toFixed(0);
const seconds = (minutes * 60) / counts.length / HOSTILE_ATTACKS.length;
const outcomes: HourOutcome[] = [];
for (const processes of counts) {
  const options = { seconds, processes, people: Number(values.people), attackers: Number(values.attackers) };
  outcomes.push(await hostileHour(options));
}
const report = hourReport(outcomes);
console.log(report);
if (values.write) {
  const intro =
    `${date}, commit ${commit}: ${minutes} minutes, ${seconds.toFixed(0)} seconds for each attack. ${values.people} people ` +
    `sign in at a time, ${values.attackers} calls of the attacker are in flight. ` +
    `Other work gave the machine, with ${availableParallelism()} processors, a load of ${load} before the run.`;
  await writeResult('hostile hour', `${intro}\n\n${report}`);
}
process.exitCode = outcomes.every(({ doubleSms, lostSessions }) => doubleSms === 0 && lostSessions === 0) ? 0 : 1;
