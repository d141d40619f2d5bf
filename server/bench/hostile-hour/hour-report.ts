// What a run of the hostile hour shows, and whether its goals are reached.
import type { HourOutcome, HourPart } from './hour.js';

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

/** How long the widget waits for an answer, in milliseconds (docs/client.md). */
const PATIENCE_MS = 15_000;

/**
 * Returns a sentence for each goal that a run has missed. The goals: nobody honest is refused, in each attack somebody signs in, 99 of
 * 100 answers come while the widget waits, no number gets a second SMS, and no session is lost.
 */
export function missedGoals(outcomes: readonly HourOutcome[]): readonly string[] {
  return outcomes.flatMap(({ parts, doubleSms, lostSessions }) => {
    const ofParts = parts.flatMap(({ attack, processes, seen: { times, refused, signedIn } }) => {
      const refusals = [...refused.values()].reduce((sum, times_) => sum + times_, 0);
      const p99 = quantile(times, 0.99) ?? 0;
      const missed = [
        refusals > 0 && `${refusals} of ${times.length} calls of people were refused`,
        signedIn === 0 && 'nobody signed in',
        p99 > PATIENCE_MS && `p99 is ${ms(p99)}: the widget waits for ${PATIENCE_MS / 1000} s`,
      ];
      return missed.filter(goal => goal !== false).map(goal => `${attack}, ${processes} processes: ${goal}`);
    });
    const ofAll = [
      doubleSms > 0 && `${doubleSms} numbers got more than one SMS`,
      lostSessions > 0 && `${lostSessions} sessions were lost`,
    ];
    return [...ofParts, ...ofAll.filter(goal => goal !== false)];
  });
}

const asRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The row of one attack in the table of the hostile hour. */
export const hourRow = ({ attack, processes, calls, seen: { times, refused, signedIn } }: HourPart): string =>
  asRow([
    attack,
    processes,
    calls.toLocaleString('en'),
    times.length.toLocaleString('en'),
    signedIn.toLocaleString('en'),
    [...refused].map(([name, times_]) => `${times_} × ${name}`).join(', ') || '0',
    ms(quantile(times, 0.5)),
    ms(quantile(times, 0.99)),
  ]);

/** The table of the hostile hour, and the goals that were missed, in Markdown. */
export function hourReport(outcomes: readonly HourOutcome[]): string {
  const head = ['attack', 'processes', "attacker's calls", "people's calls", 'signed in', 'refused', 'p50', 'p99'];
  const rows = outcomes.flatMap(({ parts }) => parts.map(hourRow));
  const sum = (pick: (outcome: HourOutcome) => number) => outcomes.reduce((total, each) => total + pick(each), 0);
  const table = [asRow(head), asRow(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows].join('\n');
  const counts =
    `Numbers with more than one SMS: **${sum(each => each.doubleSms)}**. Lost sessions: ` +
    `**${sum(each => each.lostSessions)}** of ${sum(each => each.sessions).toLocaleString('en')}.`;
  const missed = missedGoals(outcomes);
  const goals =
    missed.length === 0
      ? 'All goals are reached.'
      : `Goals that are missed:\n\n${missed.map(goal => `- ${goal}`).join('\n')}`;
  return `${table}\n\n${counts} ${goals}`;
}
