import type { Hour } from './day.js';

/** One curve of a panel. */
interface Curve {
  readonly label: string;
  /** The class that the styles colour. */
  readonly className: 'before' | 'after';
  readonly values: readonly number[];
}

const WIDTH = 720;
const PANEL_HEIGHT = 150;
const LEFT = 56;
const RIGHT = 16;
const TOP = 46;

/** The end of an axis for values up to `value`: the lowest number of 1, 2 or 5 times a power of ten that isn't below it, and at least 1. */
function niceEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map(factor => factor * power).find(end => end >= value) ?? 10 * power;
}

const number = (value: number) => value.toLocaleString('en');

/** Draws a panel with a title, an axis, and curves that have one step for each hour since the start of the simulation. */
function panel(title: string, curves: readonly Curve[], y: number): string {
  const hours = curves[0]!.values.length;
  const end = niceEnd(Math.max(...curves.flatMap(({ values }) => values)));
  const xOf = (hour: number) => LEFT + ((WIDTH - LEFT - RIGHT) * hour) / hours;
  const yOf = (value: number) => y + PANEL_HEIGHT * (1 - value / end);
  const lines = [0, end / 2, end].map(
    value =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(value)}" y2="${yOf(value)}"/>` +
      `<text x="${LEFT - 6}" y="${yOf(value) + 4}" text-anchor="end">${number(value)}</text>`,
  );
  const gap = hours < 12 ? 1 : 6;
  const ticks = Array.from({ length: Math.floor(hours / gap) + 1 }, (_, i) => i * gap).map(
    hour => `<text x="${xOf(hour)}" y="${y + PANEL_HEIGHT + 16}" text-anchor="middle">${hour} h</text>`,
  );
  const steps = curves.map(({ className, values }) => {
    const path = values.map(
      (value, hour) => `L${xOf(hour).toFixed(1)} ${yOf(value).toFixed(1)}H${xOf(hour + 1).toFixed(1)}`,
    );
    return `<path class="${className}" d="M${path.join('').slice(1)}"/>`;
  });
  return [`<text class="title" x="${LEFT}" y="${y - 12}">${title}</text>`, ...lines, ...ticks, ...steps].join('\n');
}

/** Draws an attacked day without challenges (`before`) and with them (`after`), as SVG that is legible on light and dark pages. */
export function plot(before: readonly Hour[], after: readonly Hour[]): string {
  const curves = (pick: (hour: Hour) => number): readonly Curve[] => [
    { label: 'without challenges', className: 'before', values: before.map(pick) },
    { label: 'with challenges', className: 'after', values: after.map(pick) },
  ];
  const second = TOP + PANEL_HEIGHT + 66;
  const height = second + PANEL_HEIGHT + 56;
  const legend = curves(() => 0).map(({ label, className }, index) => {
    const x = LEFT + index * 180;
    return `<path class="${className}" d="M${x} ${height - 16}h24"/><text x="${x + 32}" y="${height - 12}">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">An attacked day, hour by hour: SMS that the attacker gets, and requests of people that are refused</title>
<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.grid { stroke: #d1d9e0; }
path { fill: none; stroke-width: 2; }
.before { stroke: #c93c37; stroke-dasharray: 6 3; }
.after { stroke: #0969da; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.grid { stroke: #3d444d; }
.before { stroke: #ff7b72; }
.after { stroke: #58a6ff; }
}
</style>
${panel(
  'SMS that the attacker gets in an hour',
  curves(({ sent }) => sent),
  TOP,
)}
${panel(
  'Requests of people that are refused in an hour',
  curves(({ refused }) => refused),
  second,
)}
${legend.join('\n')}
</svg>
`;
}
