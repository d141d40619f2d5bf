import { describeRun, writeResult } from '../generate/results.mjs';

/**
 * Writes the result of the suite `pgbouncer` into docs/results.md.
 * @param {string} output of node:test, in TAP
 * @param {import('./counts.mjs').Counts} counts
 */
export async function writePgbouncer(output, { passed, failed }) {
  const skipped = [...output.matchAll(/^\s*ok \d+ - (.+) # SKIP PgBouncer: (.+)$/gm)];
  // A test that runs on both kinds of databases is twice in the output.
  const names = [...new Set(skipped.map(([, name, reason]) => `- ${name}: ${reason}`))];
  const { date, commit } = describeRun();
  await writeResult(
    'pgbouncer',
    `${date}, commit ${commit}: **${passed} passed, ${failed} failed**.

Left out, because they are about the connections of PostgreSQL itself:

${names.join('\n')}`,
  );
}
