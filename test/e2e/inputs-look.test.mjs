// Contrast and focus ring of phone-input and code-input, measured in screenshots of their demo pages.
import assert from 'node:assert/strict';
import { captureElement, colorsDiffer, contrast, luminance, measureColors } from './support/screenshots.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';

const demoTest = setUpDemoTests();

const TAGS = ['phone-input', 'code-input'];
/** Four device pixels for each CSS pixel: the strokes of letters are then wider than their antialiased edges. */
const SHARP = { viewport: { width: 420, height: 900 }, deviceScaleFactor: 4, reducedMotion: 'reduce' };
const pageOf = tag => `/${tag}.html?lang=en&theme=auto`;

/** Waits until the page is rendered, with its fonts. */
const settled = async page => {
  await page.locator('output', { hasText: 'valid' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
};

const stateOf = (page, tag, name) =>
  page.locator('.state', { has: page.getByRole('heading', { name, exact: true }) }).locator(tag);

/** The headings of the states on the page, with the element of each. */
const statesOf = async (page, tag) => {
  const states = [];
  for (const state of await page.locator('.state').all()) {
    states.push([await state.locator('h2').first().innerText(), state.locator(tag)]);
  }
  assert.equal(states.length, 9);
  return states;
};

/** The texts that an element shows, with contrast and amount of what is drawn in the box of each. */
async function textsOf(tag, { screenshot, boxes }) {
  const texts = [];
  for (const selector of ['h2', 'label', '#about', '#error', 'button']) {
    for (const box of await boxes(selector)) {
      if (box.bottom - box.top > 8 && box.right - box.left > 8) texts.push([selector, measureColors(screenshot, box)]);
    }
  }
  // Four pixels less on each side: without border and corners.
  const field = tag === 'phone-input' ? 'input' : 'span[data-filled]';
  for (const box of await boxes(field, 4)) texts.push([field, measureColors(screenshot, box)]);
  return texts;
}

for (const tag of TAGS) {
  demoTest(
    `${tag}: contrast of every text is 4.5 or more, of every border 3 or more, light and dark`,
    { path: pageOf(tag), context: SHARP },
    async ({ page }) => {
      await settled(page);
      const backgrounds = {};
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        for (const [name, host] of await statesOf(page, tag)) {
          if (name === 'Disabled') continue;
          const photo = await captureElement(page, host, 12);
          for (const [part, { contrast, foregroundPixels }] of await textsOf(tag, photo)) {
            assert.ok(foregroundPixels > 100, `${colorScheme}, ${name}: nothing is drawn in ${part}`);
            assert.ok(contrast >= 4.5, `${colorScheme}, ${name}: ${part} has ${contrast.toFixed(2)}`);
          }
          const [field] = await photo.boxes(tag === 'phone-input' ? 'input' : 'span');
          const { screenshot, scale } = photo;
          const middle = Math.round((field.top + field.bottom) / 2);
          const outside = screenshot.colorAt(Math.round(field.left - 2 * scale), middle);
          // The border may be dashed: take the strongest contrast around the middle of the side.
          const border = Math.max(
            ...Array.from({ length: 12 * scale }, (_, index) =>
              contrast(outside, screenshot.colorAt(Math.round(field.left + scale / 2), middle - 6 * scale + index)),
            ),
          );
          assert.ok(border >= 3, `${colorScheme}, ${name}: the border has ${border.toFixed(2)}`);
          if (name.startsWith('A ') && !name.startsWith('A part'))
            backgrounds[colorScheme] ??= measureColors(screenshot, {
              ...field,
              left: field.left + 4 * scale,
              right: field.right - 4 * scale,
              top: field.top + 4 * scale,
              bottom: field.bottom - 4 * scale,
            });
        }
      }
      assert.ok(luminance(backgrounds.light.background) > 0.7 && luminance(backgrounds.light.foreground) < 0.2);
      assert.ok(luminance(backgrounds.dark.background) < 0.1 && luminance(backgrounds.dark.foreground) > 0.6);
    },
  );

  for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
    demoTest(
      `${tag}: the focus ring goes all around the field, and nothing else changes, ${Object.values(media)[0]}`,
      { path: pageOf(tag), context: { ...SHARP, ...media } },
      async ({ page }) => {
        await settled(page);
        const host = stateOf(page, tag, 'Empty');
        const before = (await captureElement(page, host, 8)).screenshot;
        await host.locator('input').focus();
        const { screenshot, boxes, scale } = await captureElement(page, host, 8);
        const [field] = await boxes(tag === 'phone-input' ? 'input' : 'span[data-active]');
        const isChanged = (x, y) => colorsDiffer(before.colorAt(x, y), screenshot.colorAt(x, y));
        const [x, y] = [(field.left + field.right) / 2, (field.top + field.bottom) / 2].map(Math.round);
        const background = screenshot.colorAt(1, 1);
        // From outside to inside, through the middle of every side.
        const reach = Math.round(6 * scale);
        const sides = {
          left: step => [Math.round(field.left) - reach + step, y],
          right: step => [Math.round(field.right) + reach - step, y],
          top: step => [x, Math.round(field.top) - reach + step],
          bottom: step => [x, Math.round(field.bottom) + reach - step],
        };
        for (const [side, place] of Object.entries(sides)) {
          const steps = Array.from({ length: reach * 2 }, (_, step) => place(step)).filter(([x, y]) => isChanged(x, y));
          assert.ok(
            steps.length >= 2 * scale,
            `${side}: ${steps.length / scale} px differ from those without the focus`,
          );
          const strongest = Math.max(...steps.map(([x, y]) => contrast(screenshot.colorAt(x, y), background)));
          assert.ok(strongest >= 3, `${side}: ${strongest.toFixed(2)}`);
        }
        let outside = 0;
        for (let py = 0; py < screenshot.height; py++) {
          for (let px = 0; px < screenshot.width; px++) {
            const isNear =
              px >= field.left - reach &&
              px <= field.right + reach &&
              py >= field.top - reach &&
              py <= field.bottom + reach;
            if (!isNear && isChanged(px, py)) outside++;
          }
        }
        assert.equal(outside, 0);
      },
    );
  }
}
