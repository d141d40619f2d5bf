// Writes docs/speed.md, its plots, and the figures in README.md from the results of a run, which main.mjs measures or reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatText } from '../../scripts/generate/format-text.mjs';
import { replaceBetween } from '../../scripts/generate/replace-between.mjs';
import { drawPlot } from './plots.mjs';
import { median, ratios, summarize } from './statistics.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {import('./main.mjs').Result} Result */
/** @typedef {keyof import('./measure.mjs').Round} Measure */

const fractionDigits = (/** @type {number} */ value) => (value < 10 ? 1 : 0);
/** @param {number} value @param {number} [fraction] */
const format = (value, fraction = fractionDigits(value)) =>
  value.toLocaleString('en', {
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
    signDisplay: 'negative', // no minus before a zero
  });
/** @param {readonly (string | number)[][]} rows the first has the headings */
const table = ([head = [], ...rows]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');

/** @param {Result} result @param {Measure} measure */
const valuesOf = ({ rounds }, measure) => rounds.map(round => round[measure]);
/** @param {Result} result @param {Measure} measure */
const medianOf = (result, measure) => median(valuesOf(result, measure));
/**
 * Returns the median with the lowest and the highest value in brackets, or a single value alone.
 * @param {readonly number[]} values
 * @param {number} [fraction] digits after the point; by default, as many as the median gets
 */
function spread(values, fraction) {
  const { median, low, high } = summarize(values);
  const places = fraction ?? fractionDigits(median);
  if (values.length === 1) return format(median, places);
  return `${format(median, places)} (${format(low, places)}–${format(high, places)})`;
}
const kilobytes = (/** @type {Result} */ { once }) => format((once?.bytes ?? NaN) / 1000, 1);

const count = (/** @type {Result} */ { rounds }) => (rounds.length === 1 ? 'one round' : `${rounds.length} rounds`);

/**
 * An earlier run on a faster machine: its factor of the CPU slowdown, and the ms to the first field, on slow 4G and with the slow CPU, of the
 * plain page and of the libraries alone. docs/speed.md names these times if a run has another factor.
 */
const EARLIER_RUN = { slowdown: 4, plain: 227, libraries: 469 };

/** The floor that each way to use `<auth-widget>` is compared with: the ids of both pages. */
const FLOORS = {
  'one-file': 'lit-xstate',
  modules: 'lit-xstate',
  'html-inline': 'plain',
  'html-linked': 'plain-linked',
};

/** @param {import('./main.mjs').Run} run */
export async function writePage({ date, machine, browser, minutes, slowdown, results: all, noise }) {
  const results = all.filter(({ rounds }) => rounds.length > 0);
  const failed = all.filter(result => !results.includes(result)).map(({ name }) => name);
  const find = (/** @type {string} */ id) => {
    const found = results.find(result => result.id === id);
    if (!found) throw new Error(`${id} was not measured.`);
    return found;
  };
  const plain = find('plain');
  const fastest = results
    .filter(({ kind }) => kind === 'widget')
    .sort((a, b) => medianOf(a, 'firstSlow4G') - medianOf(b, 'firstSlow4G'))[0];
  const summary = table([
    ['', 'kB before the first field', 'requests', 'first field, ms', 'blocking time, ms'],
    ...[find('html-inline'), find('one-file'), find('modules'), fastest ?? plain, find('lit-xstate'), plain].map(
      result => [
        result === fastest ? `the fastest of the others: ${result.name}` : result.name,
        kilobytes(result),
        result.once?.requests ?? '',
        format(medianOf(result, 'firstSlow4G'), 0),
        format(medianOf(result, 'blocking'), 0),
      ],
    ),
  ]);
  const isForm = (/** @type {Result} */ { kind, id }) => kind !== 'input' && !/-input$/.test(id);
  const isInput = (/** @type {Result} */ result) => !isForm(result) || result.id === 'plain';
  const bySlow4G = (/** @type {Result} */ a, /** @type {Result} */ b) =>
    medianOf(a, 'firstSlow4G') - medianOf(b, 'firstSlow4G');

  const firstField = (/** @type {Result[]} */ rows) =>
    table([
      [
        '',
        'kB',
        'requests',
        'first field',
        'slow CPU',
        'slow 4G, slow CPU',
        'blocking time, slow CPU',
        'script, slow CPU',
      ],
      ...rows.map(result => [
        result.name,
        kilobytes(result),
        result.once?.requests ?? '',
        spread(valuesOf(result, 'first'), 0),
        spread(valuesOf(result, 'firstSlowCpu'), 0),
        spread(valuesOf(result, 'firstSlow4G'), 0),
        spread(valuesOf(result, 'blocking'), 0),
        spread(valuesOf(result, 'script'), 0),
      ]),
    ]);
  /** The memory of a page, less that of the plain page before its first focus, in the same round. */
  const abovePlain = (/** @type {Result} */ result, /** @type {Measure} */ measure) =>
    spread(
      valuesOf(result, measure).map((value, round) => value - (plain.rounds[round]?.heap ?? NaN)),
      2,
    );
  const memory = table([
    [
      '',
      'MB before the first focus',
      'MB after it',
      'a key, ms',
      'key to frame, ms',
      'ms to mount and remove one',
      'kB that one leaves',
    ],
    ...results.map(result => [
      result.name,
      abovePlain(result, 'heap'),
      abovePlain(result, 'heapFocused'),
      spread(valuesOf(result, 'key'), 1),
      spread(valuesOf(result, 'frame'), 0),
      result.once?.mounts
        ? `${format(result.once.mounts.each, 2)}${result.once.mounts.count < 1000 ? ` (of ${result.once.mounts.count})` : ''}`
        : '',
      result.once?.mounts ? format(result.once.mounts.left, 2) : '',
    ]),
  ]);
  const rules = table([
    ['', 'under the strict policy', 'violations', 'axe'],
    ...results.map(({ name, once }) => [
      name,
      !once?.strict.isShown ? 'no field' : once.strict.isSameLook ? 'as without it' : 'another look',
      once?.strict.blocked ?? '',
      once?.violations.join(', ') || 'nothing',
    ]),
  ]);
  const ratioToFloor = (/** @type {string} */ id, /** @type {string} */ floor, /** @type {Measure} */ measure) =>
    spread(ratios(valuesOf(find(id), measure), valuesOf(find(floor), measure)), 2);
  const pairs = table([
    ['', 'floor', 'first field', 'slow CPU', 'slow 4G, slow CPU', 'script, slow CPU'],
    ...Object.entries(FLOORS).map(([id, floor]) => [
      find(id).name,
      find(floor).name,
      .../** @type {const} */ (['first', 'firstSlowCpu', 'firstSlow4G', 'script']).map(measure =>
        ratioToFloor(id, floor, measure),
      ),
    ]),
  ]);
  const libraries = find('lit-xstate');
  const slowMachine = ` On slow 4G, the plain page then takes ${format(medianOf(plain, 'firstSlow4G'))} ms and the libraries alone ${format(medianOf(libraries, 'firstSlow4G'))}. On the faster
  machine of an earlier run, it took ${EARLIER_RUN.plain} and ${EARLIER_RUN.libraries} ms with the usual factor of ${EARLIER_RUN.slowdown}.`;
  const drift = noise.map(({ floors: [start, end] }) => end / start);

  const plots = /** @type {const} */ ([
    ['speed-first-field', 'ms to the first field, slow 4G and slow CPU', 'firstSlow4G', isForm],
    ['speed-key', 'ms of CPU time for a key, slow CPU', 'key', () => true],
  ]);
  for (const [name, title, measure, isDrawn] of plots) {
    const bars = results.filter(isDrawn).map(result => ({ ...result, ...summarize(valuesOf(result, measure)) }));
    writeFileSync(`${root}docs/${name}.svg`, await drawPlot(title, bars));
  }
  const bytes = results.filter(isForm).map(result => ({ ...result, median: (result.once?.bytes ?? NaN) / 1000 }));
  writeFileSync(`${root}docs/speed-bytes.svg`, await drawPlot('kB of brotli before the first field', bytes));

  const page = `# Speed compared with others

Measured on ${date} in ${browser}, on ${machine}, in one run of ${format(minutes, 0)} minutes.

\`npm run bench peers\` measures bare pages (the floors), the ways to use this package and what others publish, and writes this page. In each round
it measures the pages in turn. The tables have the median and, in brackets, the lowest and the highest value, of ${count(plain)}
for the floors and this package, and of ${count(fastest ?? plain)} for the others. In this table, the network is slow 4G, and the CPU is
slowed down [by a factor](#how-it-is-measured):

<!-- speed -->

${summary}

<!-- /speed -->

## The first field

![A plot of the times to the first field of all forms](speed-first-field.svg)

![A plot of the kilobytes that arrive before the first field of all forms](speed-bytes.svg)

Times are in ms.

${firstField(results.filter(isForm).sort(bySlow4G))}

Single fields, compared with a plain one:

${firstField(results.filter(isInput).sort(bySlow4G))}

## Compared with the floors

In each round, a page's value is divided by that of its floor. A cell has the median of these ratios, with the lowest and the highest.

${pairs}

## Memory and keys

![A plot of the CPU time for a key in all fields](speed-key.svg)

Megabytes are what a page uses above the plain page of the same round. The value for a key is the CPU time in the dispatch of its events, with the slow
CPU. The last two columns are means over a thousand elements, mounted and removed one after another. If six seconds allow fewer, their number is in brackets.

${memory}

## Policy and accessibility

The policy is \`default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:\`, with the hashes of what is inline on
our own pages and the hosts that others can't do without. The look compared is that of the field: size, font, colours, border. Axe checks the first screen, without the rules about
the page around it.

${rules}

## Noise

${table([
  [
    'round',
    'a loop that is always the same, ms',
    'load of the machine',
    'the first field of the plain page at the end, as a multiple of that at the start',
  ],
  ...noise.map(({ loop, load }, round) => [
    round + 1,
    format(loop, 0),
    format(load, 1),
    format(drift[round] ?? NaN, 2),
  ]),
])}

## How it is measured

- All pages come from one server on the loopback interface, with brotli at level 11. Small programs in \`bench/peers/pages/\` answer what the others ask
  their servers. Each load has a fresh context and no cache.
- The time to the first field ends with the first frame in which the field has a size and is visible. In the form that is served as HTML, people can type from
  then on.
- Bytes are counted after compression, for everything whose last byte arrived before the first field on slow 4G, the page included.
- Blocking time is the part of each task beyond 50 ms. Script is the CPU time of scripts until the page has come to rest.
- The network is Lighthouse's slow 4G: 150 ms, 1.6 Mbit/s.
- The factor of the slow CPU is ${slowdown}.${slowdown === EARLIER_RUN.slowdown ? '' : slowMachine}
- The others have the versions that were the newest on npm on 25 November 2026, on pages that do what their documentation says. better-auth-ui has the newest better-auth that its peer dependencies allow, and no styles: they come from the Tailwind of the page. The sign-in pages of Logto and Zitadel are not among them: each is a part
  of a server with its own database.${failed.length > 0 ? ` In this run, these pages failed and are left out: ${failed.join(', ')}.` : ''}
`;
  const file = `${root}docs/speed.md`;
  writeFileSync(file, await formatText(file, page));
  const readme = `${root}README.md`;
  const text = replaceBetween(readFileSync(readme, 'utf8'), 'speed', summary);
  writeFileSync(readme, await formatText(readme, text));
  console.log('docs/speed.md, its plots and the figures in README.md are written.');
}
