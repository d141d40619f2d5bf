// docs/mutants-elements.md: the result of the last run. What is known of a survivor is written there by hand, and kept.

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {{ mutant: Mutant, killedBy: string | undefined }} Verdict */

export const NO_REASON = 'No reason is known yet.';

/**
 * Markdown for code that may contain backticks itself.
 * @param {string} code
 */
function codeSpan(code) {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return fence + space + code + space + fence;
}

/**
 * What tells one mutant from another while lines move.
 * @param {Mutant} mutant
 */
const describe = ({ mutator, original, replacement }) =>
  `${mutator}: ${codeSpan(original)} → ${replacement === '' ? 'nothing' : codeSpan(replacement)}`;

/**
 * The reasons in a report, by file and description.
 * @param {string} report
 */
export function readReasons(report) {
  /** @type {Map<string, string>} */
  const reasons = new Map();
  for (const [, file = '', description = '', reason = ''] of report.matchAll(/^- `(.+):\d+` (.+)\n\n? {2}(.+)$/gm))
    if (reason !== NO_REASON) reasons.set(`${file} ${description}`, reason);
  return reasons;
}

/**
 * @typedef {object} Run
 * @property {Verdict[]} verdicts
 * @property {number} total how many mutants there are
 * @property {number} seed
 * @property {string} commit
 * @property {string} date
 * @property {string} command
 */

/**
 * How many were killed, as a part of all.
 * @param {Verdict[]} verdicts
 */
export const killedPart = verdicts =>
  verdicts.filter(({ killedBy }) => killedBy !== undefined).length / (verdicts.length || 1);

/**
 * The report of a run, with the reasons that the last one has.
 * @param {Run} run
 * @param {Map<string, string>} reasons
 */
export function writeReport({ verdicts, total, seed, commit, date, command }, reasons) {
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined).map(({ mutant }) => mutant);
  const percent = Math.floor(killedPart(verdicts) * 1000) / 10;
  return `# Mutants of the elements

A mutant is one change of the code: a condition that is always true, an empty block, another text. \`${command}\` lets StrykerJS
make every mutant of \`src/elements/\`, with its default mutators and no file left out, draws ${verdicts.length} of them with a fixed
seed, and runs the element tests in Chromium over each: the test files that run its code, up to the first failure. A mutant that
makes a test fail, or never end, is killed; one that no test runs has survived, and so has one behind \`Stryker disable\`.
At least 90 % must be killed. The command takes about half an hour, and writes this page.

## Last result

${verdicts.length - survivors.length} of ${verdicts.length} killed: **${percent} %**. ${date}, commit ${commit}, seed ${seed}, drawn from ${total} mutants.

## Survivors

${
  survivors.length === 0
    ? 'None.'
    : survivors
        .map(mutant => {
          const description = describe(mutant);
          const reason = reasons.get(`${mutant.file} ${description}`) ?? NO_REASON;
          return `- \`${mutant.file}:${mutant.line}\` ${description}\n  ${reason}`;
        })
        .join('\n')
}
`;
}
