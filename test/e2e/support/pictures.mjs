// Pictures of a page as pixels: what a person sees, and not what a style sheet says. No picture is kept for comparison:
// letters are not drawn the same on two machines. What is asserted holds for letters of any font.
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';

/** The picture in a PNG; `at` says red, green and blue, 0 to 255. */
function decode(png) {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, at: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)] };
}

/** Relative luminance and contrast as WCAG 2 defines them: 0 to 1, and 1 to 21. */
export function luminance(colour) {
  const [red, green, blue] = colour.map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether the eye can tell two colours apart; one or two steps of a channel are how a corner is rounded. */
export const differ = (one, other) => one.some((channel, index) => Math.abs(channel - other[index]) > 2);

/**
 * What is drawn in a box of a picture: its most common colour, and the ink on it, which is whatever differs from that.
 * @param box left, top, right and bottom, in pixels of the picture
 * @returns `ink` is the colour of the strongest contrast that a few pixels have; `bounds` are where there is any of it
 */
export function inkIn(picture, { left, top, right, bottom }) {
  const counts = new Map();
  const [fromX, fromY] = [Math.ceil(left), Math.ceil(top)];
  const [toX, toY] = [Math.floor(right), Math.floor(bottom)];
  assert.ok(
    fromX >= 0 && fromY >= 0 && toX <= picture.width && toY <= picture.height,
    `${[fromX, fromY, toX, toY]} is in the picture of ${picture.width} x ${picture.height}`,
  );
  assert.ok(toX > fromX && toY > fromY, 'there is something in the box');
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const key = picture.at(x, y).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const colours = [...counts].sort((a, b) => b[1] - a[1]);
  const read = key => key.split(',').map(Number);
  const paper = read(colours[0][0]);
  const inks = colours.slice(1).flatMap(([key, count]) => (count >= 8 ? [read(key)] : []));
  const ink = inks.reduce((best, next) => (contrast(next, paper) > contrast(best, paper) ? next : best), paper);
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let amount = 0;
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      // Letters have soft edges: what is barely there belongs to nothing.
      if (contrast(picture.at(x, y), paper) < 1.2) continue;
      amount++;
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x + 1);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y + 1);
    }
  }
  return { paper, ink, contrast: contrast(paper, ink), amount, bounds };
}

/**
 * A picture of an element and a few pixels around it, and the boxes of what is in its shadow root.
 * @param around pixels of CSS
 * @returns `boxes(selector, inset)` are in pixels of the picture, smaller than the element by `inset` pixels of CSS
 */
export async function photograph(page, host, around = 0) {
  // Away from the edges of the window, where a picture ends.
  await host.evaluate(element => element.scrollIntoView({ block: 'center' }));
  const frame = await host.boundingBox();
  const clip = {
    x: Math.floor(frame.x) - around,
    y: Math.floor(frame.y) - around,
    width: Math.ceil(frame.width) + 1 + around * 2,
    height: Math.ceil(frame.height) + 1 + around * 2,
  };
  const picture = decode(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }));
  const scale = picture.width / clip.width;
  const boxes = async (selector, inset = 0) => {
    const found = await host.evaluate(
      (element, selector) =>
        [...element.shadowRoot.querySelectorAll(selector)].map(part => {
          const { left, top, right, bottom } = part.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      selector,
    );
    return found.map(({ left, top, right, bottom }) => ({
      left: (left - clip.x + inset) * scale,
      top: (top - clip.y + inset) * scale,
      right: (right - clip.x - inset) * scale,
      bottom: (bottom - clip.y - inset) * scale,
    }));
  };
  return { picture, scale, boxes };
}
