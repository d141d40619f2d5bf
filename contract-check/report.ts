import type { Outcome, Result } from './check.js';

const LABELS: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  copes: 'COPES',
  fails: 'FAILS',
  skipped: 'skipped',
};
/** Column at which the title of a check starts. */
const INDENT = ' '.repeat(27);

/** Counts the results by outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const counts = { holds: 0, copes: 0, fails: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** A result as text: outcome, id and title; below them, unless it holds, what the server did and the rule's citation. */
export function formatResult({ id, title, citation, outcome, detail }: Result): string {
  const lines = [`${LABELS[outcome].padEnd(8)}${id.padEnd(19)}${title}`];
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

/** The report as JSON: `{server, counts, results: [{id, title, outcome, detail}]}`. */
export function formatJson(url: string, results: readonly Result[]): string {
  const listed = results.map(({ id, title, outcome, detail }) => ({ id, title, outcome, detail }));
  return JSON.stringify({ server: url, counts: countOutcomes(results), results: listed }, null, 2);
}
