import type { Outcome, Result } from './check.js';
import { checksFor } from './runner.js';

const LABELS: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  copes: 'COPES',
  fails: 'FAILS',
  skipped: 'skipped',
};
const ID_COLUMN = 8;
/** The column of the titles, after the longest id and a space. */
const TITLE_COLUMN = ID_COLUMN + Math.max(...checksFor({ challenge: true }).map(({ id }) => id.length)) + 1;
/** Indents the lines below a title to the column of the titles. */
const INDENT = ' '.repeat(TITLE_COLUMN);

/** Counts the results by outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const counts = { holds: 0, copes: 0, fails: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/**
 * A result as text. The first line has the outcome, the id and the title. A second line has the detail, if there is one: what the
 * server did, or why the check was skipped. With the outcome `fails` or `copes`, the last line cites the rule.
 */
export function formatResult({ id, title, citation, outcome, detail }: Result): string {
  const lines = [`${`${LABELS[outcome].padEnd(ID_COLUMN)}${id}`.padEnd(TITLE_COLUMN)}${title}`];
  if (detail) lines.push(INDENT + detail);
  if (outcome === 'fails' || outcome === 'copes') lines.push(`${INDENT}see ${citation}`);
  return lines.join('\n');
}

/** The last line of a report. */
export function formatSummary(results: readonly Result[]): string {
  const { holds, copes, fails, skipped } = countOutcomes(results);
  const conclusion =
    fails > 0
      ? 'The server does not follow the protocol.'
      : copes > 0
        ? 'The server deviates from the protocol; the widget copes.'
        : skipped > 0
          ? 'The server follows the protocol as far as it was checked.'
          : 'The server follows the protocol.';
  return `${holds} hold, ${copes} where the widget copes, ${fails} fail, ${skipped} skipped. ${conclusion}`;
}

/** The report as JSON: `{server, counts, results: [{id, title, outcome, detail}]}`. `detail` is '' if the rule holds. */
export function formatJson(url: string, results: readonly Result[]): string {
  const listed = results.map(({ id, title, outcome, detail }) => ({ id, title, outcome, detail }));
  return JSON.stringify({ server: url, counts: countOutcomes(results), results: listed }, null, 2);
}
