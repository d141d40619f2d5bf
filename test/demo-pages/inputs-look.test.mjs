// Contrast and focus ring of phone-input and code-input, measured in screenshots of their demo pages. Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from '../e2e/support/demo-test.mjs';
import { APPEARANCES, findStates, pathOf, stateOf, waitForRendering } from '../e2e/support/inputs-page.mjs';
import { captureElement, colorsDiffer, contrast, luminance, measureColors } from '../e2e/support/screenshots.mjs';

const demoTest = setUpDemoTests();

const TAGS = /** @type {const} */ (['phone-input', 'code-input']);
/** The elements with text in the shadow root of each tag, without the field. */
const TEXTS = {
  'phone-input': ['label', '#about', '#error'],
  'code-input': ['h2', 'label', '#about', '#error', 'button'],
};
/** Four device pixels for each CSS pixel make the strokes of letters wider than their anti-aliased edges. */
const SHARP = { viewport: { width: 420, height: 900 }, deviceScaleFactor: 4, reducedMotion: 'reduce' };

/** @typedef {Awaited<ReturnType<typeof captureElement>>} Capture */
/** @typedef {import('../e2e/support/inputs-page.mjs').InputTag} InputTag */
/** @typedef {import('../e2e/support/screenshots.mjs').Box} Box */

/**
 * A box that is smaller by `inset` on each side.
 * @param {Box} box
 * @param {number} inset
 */
const shrink = ({ left, top, right, bottom }, inset) => ({
  left: left + inset,
  top: top + inset,
  right: right - inset,
  bottom: bottom - inset,
});

/**
 * The texts that an element shows, each with the colours in its box.
 * @param {InputTag} tag
 * @param {Capture} capture
 */
async function measureTexts(tag, { screenshot, boxes }) {
  const texts = [];
  for (const part of TEXTS[tag]) {
    for (const box of await boxes(part)) {
      const isEmpty = box.bottom === box.top || box.right === box.left;
      if (!isEmpty) texts.push({ part, colors: measureColors(screenshot, box) });
    }
  }
  // Four pixels less on each side leave out the border and the corners.
  const field = tag === 'phone-input' ? 'input' : 'span[data-filled]';
  for (const box of await boxes(field, 4)) texts.push({ part: field, colors: measureColors(screenshot, box) });
  return texts;
}

/**
 * Contrast between the left border of a field and what is outside it.
 * @param {Capture} capture
 * @param {Box} field
 */
function measureBorderContrast({ screenshot, scale }, { left, top, bottom }) {
  const middle = Math.round((top + bottom) / 2);
  const outside = screenshot.colorAt(Math.round(left - 2 * scale), middle);
  // The border may be dashed, so take the strongest contrast around the middle of the side.
  const ratios = Array.from({ length: 12 * scale }, (_, index) =>
    contrast(outside, screenshot.colorAt(Math.round(left + scale / 2), middle - 6 * scale + index)),
  );
  return Math.max(...ratios);
}

for (const tag of TAGS) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    demoTest(
      `${tag}: the contrast of every text is 4.5 or more, of every border 3 or more, ${colorScheme}`,
      { path: pathOf(tag), context: { ...SHARP, colorScheme } },
      async ({ page }) => {
        await waitForRendering(page);
        let fieldsOfText = 0;
        /** @type {Set<string>} */
        const measured = new Set();
        for (const { name, host } of await findStates(page, tag)) {
          if (name === 'Disabled') continue;
          const capture = await captureElement(page, host, 12);
          for (const { part, colors } of await measureTexts(tag, capture)) {
            measured.add(part);
            assert.ok(colors.foregroundPixels > 100, `${name}: nothing is drawn in ${part}`);
            assert.ok(colors.contrast >= 4.5, `${name}: ${part} has ${colors.contrast.toFixed(2)}`);
          }
          const [field] = await capture.boxes(tag === 'phone-input' ? 'input' : 'span');
          assert.ok(field, `${name}: the field is rendered`);
          const border = measureBorderContrast(capture, field);
          assert.ok(border >= 3, `${name}: the border has ${border.toFixed(2)}`);
          // Whole numbers and codes: dark on light in the light scheme, light on dark in the dark one.
          if (name.startsWith('A ') && !name.startsWith('A part')) {
            const colors = measureColors(capture.screenshot, shrink(field, 4 * capture.scale));
            const [background, text] = [luminance(colors.background), luminance(colors.foreground)];
            if (colorScheme === 'light') assert.ok(background > 0.7 && text < 0.2, `${name}: ${background}, ${text}`);
            else assert.ok(background < 0.1 && text > 0.6, `${name}: ${background}, ${text}`);
            fieldsOfText++;
          }
        }
        assert.ok(fieldsOfText > 0, 'a state shows a whole number or code');
        for (const part of TEXTS[tag]) assert.ok(measured.has(part), `a state shows ${part}`);
      },
    );
  }

  for (const [appearance, media] of Object.entries(APPEARANCES)) {
    demoTest(
      `${tag}: the focus ring goes all around the field, and nothing else changes, ${appearance}`,
      { path: pathOf(tag), context: { ...SHARP, ...media } },
      async ({ page }) => {
        await waitForRendering(page);
        const host = stateOf(page, tag, 'Empty');
        const before = (await captureElement(page, host, 8)).screenshot;
        await host.locator('input').focus();
        const { screenshot, boxes, scale } = await captureElement(page, host, 8);
        const [field] = await boxes(tag === 'phone-input' ? 'input' : 'span[data-active]');
        assert.ok(field, 'the field is rendered');
        const isChanged = (/** @type {number} */ x, /** @type {number} */ y) =>
          before.keyAt(x, y) !== screenshot.keyAt(x, y) && colorsDiffer(before.colorAt(x, y), screenshot.colorAt(x, y));
        const x = Math.round((field.left + field.right) / 2);
        const y = Math.round((field.top + field.bottom) / 2);
        const background = screenshot.colorAt(1, 1);
        // From outside to inside, through the middle of every side.
        const reach = Math.round(6 * scale);
        const steps = Array.from({ length: reach * 2 }, (_, step) => step);
        /** @type {Record<string, [x: number, y: number][]>} */
        const sides = {
          left: steps.map(step => [Math.round(field.left) - reach + step, y]),
          right: steps.map(step => [Math.round(field.right) + reach - step, y]),
          top: steps.map(step => [x, Math.round(field.top) - reach + step]),
          bottom: steps.map(step => [x, Math.round(field.bottom) + reach - step]),
        };
        for (const [side, points] of Object.entries(sides)) {
          const changed = points.filter(([x, y]) => isChanged(x, y));
          assert.ok(changed.length >= 2 * scale, `${side}: only ${changed.length / scale} px differ with the focus`);
          const strongest = Math.max(...changed.map(([x, y]) => contrast(screenshot.colorAt(x, y), background)));
          assert.ok(strongest >= 3, `${side}: ${strongest.toFixed(2)}`);
        }
        const area = shrink(field, -reach);
        let outside = 0;
        for (let y = 0; y < screenshot.height; y++) {
          for (let x = 0; x < screenshot.width; x++) {
            const isNear = x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
            if (!isNear && isChanged(x, y)) outside++;
          }
        }
        assert.equal(outside, 0);
      },
    );
  }
}
