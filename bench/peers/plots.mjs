// Draws the plots of docs/speed.md, with Vega-Lite.
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const COLORS = { floor: '#8a8f98', own: '#2457e6', widget: '#e0803a' };
const LEGEND = { floor: 'floors', own: 'this package', widget: 'others', input: 'others' };

/**
 * @typedef {object} Bar
 * @property {import('./contestants.mjs').Contestant['kind']} kind
 * @property {string} name
 * @property {number} median
 * @property {number} [low]
 * @property {number} [high]
 */

/**
 * Draws the median of each bar as a point, with a line from its lowest to its highest value and its rounded value beside that,
 * on a logarithmic scale.
 * @param {string} title of the axis
 * @param {Bar[]} bars
 * @returns {Promise<string>} an SVG
 */
export async function drawPlot(title, bars) {
  const values = bars.map(({ kind, name, median, low = median, high = median }) => ({
    name: name.replaceAll('`', ''),
    group: LEGEND[kind],
    median,
    low,
    high,
    label: median.toLocaleString('en', { maximumSignificantDigits: 3 }),
  }));
  const y = { field: 'name', type: 'nominal', sort: { field: 'median' }, title: null, axis: { labelLimit: 0 } };
  const x = (/** @type {string} */ field) => ({ field, type: 'quantitative', title, scale: { type: 'log' } });
  const color = {
    field: 'group',
    type: 'nominal',
    title: null,
    scale: { domain: ['floors', 'this package', 'others'], range: [COLORS.floor, COLORS.own, COLORS.widget] },
    legend: { orient: 'top' },
  };
  const { spec } = compile(
    /** @type {any} */ ({
      width: 420,
      height: { step: 20 },
      background: 'white',
      padding: 12,
      data: { values },
      config: { font: 'system-ui, sans-serif', axis: { labelFontSize: 12 }, view: { stroke: null } },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 3, opacity: 0.35 },
          encoding: { y, x: x('low'), x2: { field: 'high' }, color },
        },
        { mark: { type: 'point', filled: true, size: 70, opacity: 1 }, encoding: { y, x: x('median'), color } },
        {
          mark: { type: 'text', align: 'left', dx: 9, fontSize: 11 },
          encoding: { y, x: x('high'), text: { field: 'label' } },
        },
      ],
    }),
  );
  const view = new View(parse(spec), { renderer: 'none' });
  return `${await view.toSVG()}\n`;
}
