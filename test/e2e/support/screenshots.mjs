// Measures screenshots: what is on the screen, whatever the style sheet says. No screenshot is compared with a stored one,
// because letters look different on each machine. The tests assert what holds for letters of any font.
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';

/**
 * @typedef {number[]} Color red, green and blue, each 0 to 255
 *
 * @typedef {object} Screenshot
 * @property {number} width
 * @property {number} height
 * @property {(x: number, y: number) => number} keyAt the colour of a pixel in one number, for loops over many pixels
 * @property {(x: number, y: number) => Color} colorAt
 *
 * @typedef {object} Box in pixels of a screenshot
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 */

/**
 * Decodes a PNG.
 * @param {Buffer} png
 * @returns {Screenshot}
 */
function decode(png) {
  const { width, height, data } = PNG.sync.read(png);
  const keyAt = (/** @type {number} */ x, /** @type {number} */ y) => data.readUIntBE((y * width + x) * 4, 3);
  return { width, height, keyAt, colorAt: (x, y) => toColor(keyAt(x, y)) };
}

/**
 * @param {number} key
 * @returns {Color}
 */
const toColor = key => [key >> 16, (key >> 8) & 255, key & 255];

/**
 * Relative luminance of a colour, 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 * @param {Color} color
 */
export function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 * @param {Color} one
 * @param {Color} other
 */
export function contrast(one, other) {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * Whether two colours differ visibly. The anti-aliasing of a rounded corner varies by one or two steps of a channel.
 * @param {Color} one
 * @param {Color} other
 */
export const colorsDiffer = (one, other) => one.some((channel, index) => Math.abs(channel - (other[index] ?? 0)) > 2);

/** The fewest pixels that make a foreground colour. Fewer are the anti-aliased edge of a letter. */
const MIN_PIXELS = 8;
/** The least contrast to the background. Pixels with less are the anti-aliased edge of a letter. */
const MIN_CONTRAST = 1.2;

/**
 * Measures the colours in a box of a screenshot.
 * @param {Screenshot} screenshot
 * @param {Box} box
 * @returns `background`: the most common colour; `foreground`: the colour with the strongest contrast to it; `contrast` of
 * the two; `foregroundPixels`: how many pixels differ from the background
 */
export function measureColors(screenshot, { left, top, right, bottom }) {
  const [fromX, fromY] = [Math.ceil(left), Math.ceil(top)];
  const [toX, toY] = [Math.floor(right), Math.floor(bottom)];
  assert.ok(
    fromX >= 0 && fromY >= 0 && toX <= screenshot.width && toY <= screenshot.height,
    `${[fromX, fromY, toX, toY].join()} is inside the screenshot of ${screenshot.width} x ${screenshot.height}`,
  );
  assert.ok(toX > fromX && toY > fromY, 'the box is not empty');
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const key = screenshot.keyAt(x, y);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const colors = [...counts].sort((a, b) => b[1] - a[1]).map(([key, count]) => ({ color: toColor(key), count }));
  const background = colors[0]?.color ?? [];
  let foreground = background;
  let foregroundPixels = 0;
  for (const { color, count } of colors.slice(1)) {
    const ratio = contrast(color, background);
    if (ratio >= MIN_CONTRAST) foregroundPixels += count;
    if (count >= MIN_PIXELS && ratio > contrast(foreground, background)) foreground = color;
  }
  return { background, foreground, contrast: contrast(background, foreground), foregroundPixels };
}

/**
 * Takes a screenshot of an element.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} host an element with a shadow root
 * @param {number} margin how many CSS pixels around the element are in the screenshot too
 * @returns `scale`: pixels of the screenshot for one CSS pixel; `boxes(selector, inset)`: the boxes of elements in the
 * shadow root, in pixels of the screenshot, smaller by `inset` CSS pixels on each side
 */
export async function captureElement(page, host, margin = 0) {
  // Keeps the element away from the edges of the window, because a screenshot ends there.
  await host.evaluate(element => element.scrollIntoView({ block: 'center' }));
  const frame = await host.boundingBox();
  assert.ok(frame, 'the element is rendered');
  const clip = {
    x: Math.floor(frame.x) - margin,
    y: Math.floor(frame.y) - margin,
    width: Math.ceil(frame.width) + 1 + margin * 2,
    height: Math.ceil(frame.height) + 1 + margin * 2,
  };
  const screenshot = decode(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }));
  const scale = screenshot.width / clip.width;
  const boxes = async (/** @type {string} */ selector, inset = 0) => {
    const rects = await host.evaluate(
      (element, selector) =>
        [...(element.shadowRoot?.querySelectorAll(selector) ?? [])].map(part => {
          const { left, top, right, bottom } = part.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      selector,
    );
    return rects.map(({ left, top, right, bottom }) => ({
      left: (left - clip.x + inset) * scale,
      top: (top - clip.y + inset) * scale,
      right: (right - clip.x - inset) * scale,
      bottom: (bottom - clip.y - inset) * scale,
    }));
  };
  return { screenshot, scale, boxes };
}
