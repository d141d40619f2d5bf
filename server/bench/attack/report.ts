import type { Outcome } from './day.js';
import type { Comparisons } from './six-seconds.js';
import { type Experience, type Group, PATIENCE } from './people.js';

/** How long one iteration of PBKDF2 takes, in seconds. */
export interface Speeds {
  /** CPU time of native code on this machine. */
  readonly native: number;
  /** Time in a browser on this machine. */
  readonly browser: number;
}

/** The results of all simulations. */
export interface Results {
  readonly speeds: Speeds;
  readonly cores: number;
  /** An ordinary day, with challenges. */
  readonly ordinary: Outcome;
  /** An attacked day without challenges. */
  readonly before: Outcome;
  /** The same day with challenges. */
  readonly after: Outcome;
  /**
   * The codes compared in six seconds, from a /48 and from all addresses, in one run without challenges and in one or more with
   * them.
   */
  readonly comparisons: Readonly<
    Record<'from48' | 'fromAll', { readonly before: Comparisons; readonly after: readonly Comparisons[] }>
  >;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => (values.length === 0 ? 0 : sum(values) / values.length);
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** The smallest and the largest value, as text. */
const range = (values: readonly number[]) => {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return least === greatest ? count(least) : `${count(least)} to ${count(greatest)}`;
};

const count = (value: number) => Math.round(value).toLocaleString('en');
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
/** A duration with two significant digits, or in whole seconds from 10 s on. */
const seconds = (value: number) => (value === 0 ? '0' : value < 10 ? value.toPrecision(2) : value.toFixed(0)) + ' s';

const everybody = (outcome: Outcome): Experience => {
  const all = [...outcome.people.values()];
  return {
    requests: sum(all.map(({ requests }) => requests)),
    refused: sum(all.map(({ refused }) => refused)),
    refusedInBudget: sum(all.map(({ refusedInBudget }) => refusedInBudget)),
    challenges: all.flatMap(({ challenges }) => challenges),
  };
};

/** A goal of the challenges, with the measured value and whether it reaches the goal. */
export interface Goal {
  readonly text: string;
  readonly measured: string;
  readonly reached: boolean;
}

/**
 * For each group of people: the attacker's mean iterations for an SMS on the attacked day, divided by the group's iterations for each request
 * that wasn't refused.
 */
function ratios({ after }: Results): readonly (readonly [Group, number])[] {
  return [...after.people].map(([group, { requests, refused, challenges }]) => {
    const person = sum(challenges) / Math.max(requests - refused, 1);
    return [group, person === 0 ? Infinity : mean(after.loot.iterations) / person];
  });
}

/** The goals, in a fixed order. main.ts exits with 1 if one of them isn't reached. */
export function goalsOf(results: Results): readonly Goal[] {
  const { ordinary, after, comparisons } = results;
  const { refusedInBudget } = everybody(after);
  const met = everybody(ordinary).challenges.length;
  const prices = ratios(results);
  const from48 = comparisons.from48.after.map(({ codes }) => codes);
  return [
    {
      text: 'Nobody meets a challenge on an ordinary day',
      measured: `${met} met one`,
      reached: met === 0,
    },
    {
      text: 'Nobody who solves the challenge is refused while the budget of all lasts',
      measured: `${refusedInBudget} refused`,
      reached: refusedInBudget === 0,
    },
    {
      text: "An attacker's SMS costs at least 100 times the computing time of a person's, in the mean of the attacked day",
      measured: prices.map(([{ name }, ratio]) => `${count(ratio)} times that of ${name}`).join('; '),
      // People who share an address with thousands count as one busy caller, and pay like one. The goal is for the others.
      reached: prices.every(([{ isShared }, ratio]) => isShared || ratio >= 100),
    },
    {
      text: `From one /48, fewer than 30 codes are compared in six seconds, in each of ${from48.length} runs`,
      measured: `${range(from48)} codes`,
      reached: from48.every(codes => codes < 30),
    },
  ];
}

type Row = readonly string[];

/** A table in Markdown. */
export const table = (head: Row, rows: readonly Row[]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');

function attackerTable({ before, after, speeds, comparisons }: Results): string {
  const both = (name: string, pick: (outcome: Outcome) => string): Row => [name, pick(before), pick(after)];
  const iterations = (outcome: Outcome) => outcome.loot.iterations.map(value => value * speeds.native);
  const compared = (name: string, kind: keyof typeof comparisons): Row => [
    name,
    count(comparisons[kind].before.codes),
    range(comparisons[kind].after.map(({ codes }) => codes)),
  ];
  return table(
    ['the attacker', 'without challenges', 'with challenges'],
    [
      both('SMS in the first hour', ({ hours }) => count(hours[0]!.sent)),
      both(`SMS in ${after.hours.length} hours`, ({ loot }) => count(loot.sent)),
      both('CPU time of an SMS, mean', outcome => seconds(mean(iterations(outcome)))),
      both('CPU time of an SMS, median', outcome => seconds(quantile(iterations(outcome), 0.5))),
      both('CPU time of all SMS', outcome => `${(sum(iterations(outcome)) / 3600).toFixed(1)} h`),
      compared('codes compared in the first 6 s, from the /48', 'from48'),
      compared('codes compared in the first 6 s, from all addresses', 'fromAll'),
    ],
  );
}

function peopleTable({ ordinary, before, after, speeds }: Results): string {
  const row = (name: string, day: string, { requests, refused, challenges }: Experience): Row => {
    const times = challenges.map(value => value * speeds.browser);
    const slow = (share: number) => seconds(4 * quantile(times, share));
    return [
      name,
      day,
      count(requests),
      `${count(refused)} (${percent(refused, requests)})`,
      `${count(challenges.length)} (${percent(challenges.length, requests)})`,
      ...(challenges.length > 0 ? [seconds(quantile(times, 0.5)), slow(0.5), slow(0.99)] : ['', '', '']),
      challenges.length > 0 ? count(times.filter(time => 4 * time > PATIENCE).length) : '',
    ];
  };
  const groups = [...ordinary.people.keys()];
  const rows = (group: Group) => [
    row(group.name, 'ordinary', ordinary.people.get(group)!),
    row('', 'attacked, without challenges', before.people.get(group)!),
    row('', 'attacked, with challenges', after.people.get(group)!),
  ];
  return table(
    [
      'people',
      'day',
      'requests',
      'refused',
      'met a challenge',
      'median',
      'median at 4×',
      '99 % at 4×',
      `not solved in ${PATIENCE / 60} min at 4×`,
    ],
    groups.flatMap(rows),
  );
}

/** The PBKDF2 iterations of a derivation: `ITERATIONS` in server/src/challenge/pow.ts. */
const ITERATIONS = 5000;

/**
 * The tables of the results, in Markdown.
 * @param options what follows the command, with a space before it
 */
export function report(results: Results, date: string, commit: string, options = ''): string {
  const { speeds, cores } = results;
  const goals = goalsOf(results).map(({ text, measured, reached }) => [text, measured, reached ? 'yes' : 'no']);
  return [
    `Printed by \`npm run bench attack${options}\` on ${date}, at commit ${commit}. A derivation (${count(ITERATIONS)} iterations) takes ` +
      `${(speeds.native * ITERATIONS * 1000).toFixed(2)} ms of CPU natively and ${(speeds.browser * ITERATIONS * 1000).toFixed(2)} ms in Chromium on that ` +
      `machine. The attacker has ${cores} such processors.`,
    attackerTable(results),
    peopleTable(results),
    table(['goal', 'measured', 'reached'], goals),
  ].join('\n\n');
}
