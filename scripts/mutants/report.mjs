// The report of a mutation run: counts, and the mutants that survived, with the reasons why they may.

/**
 * The parts of a report in StrykerJS's format that are used. Lines and columns count from 1, and the end of a location is exclusive.
 * @typedef {import('@stryker-mutator/api/core').schema.Location} Location
 * @typedef {{ location: Location, replacement?: string, status: string }} MutantResult
 * @typedef {{ files: Record<string, { source: string, mutants: MutantResult[] }> }} Report
 */
/**
 * A mutant that no test noticed.
 * @typedef {{ readonly file: string, readonly lineNumber: number, readonly line: string, readonly mutant: string }} Survivor
 */
/** @typedef {import('./survivors.mjs').Entry} Entry */
/** @typedef {Survivor & { readonly why: string | undefined }} ExplainedSurvivor */

/** The percentage of a group's mutants that must be noticed at least. */
export const LEAST = 95;

/**
 * Code on one line, with its middle left out if it is longer than 70 characters.
 * @param {string} code
 */
export function shorten(code) {
  const text = code.replace(/\s+/g, ' ').trim();
  return text.length > 70 ? `${text.slice(0, 45)} … ${text.slice(-20)}` : text;
}

/**
 * The code at a location.
 * @param {readonly string[]} lines of the source
 * @param {Location} location
 */
export function codeAt(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part.push(part.pop()?.slice(0, end.column - 1) ?? '');
  return part.join('\n').slice(start.column - 1);
}

/**
 * @param {Report} report
 * @returns {Survivor[]} in the order of the report's files, and by line within each
 */
export function findSurvivors(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
      .sort((one, other) => one.location.start.line - other.location.start.line)
      .map(({ location, replacement = '' }) => ({
        file,
        lineNumber: location.start.line,
        line: (lines[location.start.line - 1] ?? '').trim(),
        mutant: `${shorten(codeAt(lines, location))} → ${shorten(replacement) || '(nothing)'}`,
      }));
  });
}

/**
 * Finds the reasons of survivors by file, line of code and mutation, because line numbers change with every edit. Each listed mutant explains
 * one survivor.
 * @param {readonly Survivor[]} survivors
 * @param {Readonly<Record<string, readonly Entry[]>>} listed
 * @returns the survivors, whose `why` is undefined if they are not listed, and the listed mutants that are not among them
 */
export function explain(survivors, listed) {
  const open = Object.entries(listed).flatMap(([file, entries]) =>
    entries.flatMap(({ line, mutants, why }) => mutants.map(mutant => ({ file, line, mutant, why }))),
  );
  const found = survivors.map(survivor => {
    const index = open.findIndex(
      ({ file, line, mutant }) => file === survivor.file && line === survivor.line && mutant === survivor.mutant,
    );
    return { ...survivor, why: index < 0 ? undefined : open.splice(index, 1)[0]?.why };
  });
  return { found, stale: open };
}

/** @param {Report} report */
export function countByFile(report) {
  return Object.entries(report.files)
    .map(([file, { mutants }]) => {
      const count = (/** @type {string} */ status) => mutants.filter(mutant => mutant.status === status).length;
      return { file, all: mutants.length, killed: count('Killed'), timedOut: count('Timeout') };
    })
    .filter(({ all }) => all > 0)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

/**
 * Adds counts up. `score` is the percentage that was noticed; 0 without mutants.
 * @param {readonly { all: number, killed: number, timedOut: number }[]} counts
 */
export function sum(counts) {
  const total = { all: 0, killed: 0, timedOut: 0 };
  for (const { all, killed, timedOut } of counts) {
    total.all += all;
    total.killed += killed;
    total.timedOut += timedOut;
  }
  return { ...total, score: (100 * (total.killed + total.timedOut)) / (total.all || 1) };
}

/**
 * Formats code for a cell of a table. Its fence has one backtick more than the longest run of them in the code.
 * @param {string} text
 */
function code(text) {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(run => run.length)));
  const space = runs.length > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`.replaceAll('|', '\\|');
}

/**
 * The result of a run, in Markdown.
 * @param {Report} report
 * @param {readonly ExplainedSurvivor[]} survivors
 * @param {{ date: string, commit: string, note: string }} run
 */
export function formatResult(report, survivors, { date, commit, note }) {
  const counts = countByFile(report);
  const { all, killed, timedOut, score } = sum(counts);
  const explained = survivors.filter(({ why }) => why !== undefined).length;
  const others = sum([{ all: all - explained, killed, timedOut }]).score.toFixed(1);
  return [
    `${date}, commit ${commit}: **${score.toFixed(1)} %** of ${all} mutants${note && `, ${note}`}. ${killed} were killed,`,
    `${timedOut} ran into a timeout, ${all - killed - timedOut} survived.`,
    ...(explained > 0 ? [`Without the survivors that are explained below (${explained}), it is ${others} %.`] : []),
    '',
    '| survivor | mutation | why no test notices |',
    '| --- | --- | --- |',
    ...survivors.map(
      ({ file, lineNumber, mutant, why }) =>
        `| \`${file}:${lineNumber}\` | ${code(mutant)} | ${why ?? '**not explained yet**'} |`,
    ),
    '',
    '| file | mutants | killed | timed out | noticed |',
    '| --- | --- | --- | --- | --- |',
    ...counts.map(
      count =>
        `| \`${count.file}\` | ${count.all} | ${count.killed} | ${count.timedOut} | ${sum([count]).score.toFixed(0)} % |`,
    ),
  ].join('\n');
}
