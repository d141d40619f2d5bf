import type { Outcome, Result } from './verdict.js';

const marks: Readonly<Record<Outcome, string>> = { holds: 'holds', copes: 'COPES', fails: 'FAILS', skipped: 'skipped' };

/** How many of each. */
export function tally(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const counts = { holds: 0, copes: 0, fails: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** A result for people. */
export function line({ id, title, outcome, detail }: Result): string {
  return `${marks[outcome].padEnd(8)}${id.padEnd(19)}${title}${detail ? `\n${' '.repeat(27)}${detail}` : ''}`;
}

/** The last line of a report. */
export function summary(results: readonly Result[]): string {
  const { holds, copes, fails, skipped } = tally(results);
  const verdict =
    fails > 0
      ? 'The contract does not hold.'
      : copes > 0
        ? 'The contract does not hold to the letter; the widget copes.'
        : skipped > 0
          ? 'What was asked holds.'
          : 'The contract holds.';
  return `${holds} hold, ${copes} where the widget copes, ${fails} fail, ${skipped} skipped. ${verdict}`;
}

/** The report for programs. */
export function toJson(url: string, results: readonly Result[]): string {
  return JSON.stringify({ server: url, counts: tally(results), results }, null, 2);
}
