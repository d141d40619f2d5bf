// The demo pages of phone-input and code-input, which show every state: accessibility, appearance, layout and the form.
// Chromium.
import assert from 'node:assert/strict';
import { findAxeViolations } from '../e2e/support/axe.mjs';
import { setUpDemoTests } from '../e2e/support/demo-test.mjs';
import { APPEARANCES, findStates, pathOf, stateOf, waitForRendering } from '../e2e/support/inputs-page.mjs';

const demoTest = setUpDemoTests();

const WITHOUT_MOTION = { reducedMotion: 'reduce' };

/** What differs between the two pages: the text shown after typing, and the Russian texts. */
const PAGES = /** @type {const} */ ([
  {
    tag: 'phone-input',
    text: '+7 (916) 123-45-67',
    russian: { label: 'Номер телефона', message: 'Введите номер телефона.' },
  },
  { tag: 'code-input', text: '123456', russian: { label: 'Код подтверждения', message: 'Введите код.' } },
]);

/**
 * A screenshot of an element, as a data URL.
 * @param {import('playwright-core').Locator} locator
 */
async function captureDataUrl(locator) {
  const png = await locator.screenshot({ animations: 'disabled', caret: 'hide' });
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * How many pixels of two screenshots differ visibly.
 * @param {import('playwright-core').Page} page the page that decodes the images
 * @param {string} first data URL
 * @param {string} second data URL
 */
const countDifferences = (page, first, second) =>
  page.evaluate(
    async ([first, second]) => {
      const decode = async (/** @type {string} */ source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (!context) throw new Error('the canvas has no 2D context');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [one, other] = await Promise.all([decode(first), decode(second)]);
      if (one.width !== other.width || one.height !== other.height) return Infinity;
      const differs = (/** @type {number} */ index) => Math.abs((one.data[index] ?? 0) - (other.data[index] ?? 0)) > 2;
      let count = 0;
      for (let red = 0; red < one.data.length; red += 4) {
        if (differs(red) || differs(red + 1) || differs(red + 2)) count++;
      }
      return count;
    },
    /** @type {const} */ ([first, second]),
  );

/** How many pixels two screenshots of the same thing may differ by. The anti-aliasing of rounded corners varies. */
const TOLERANCE = 40;

for (const { tag, text, russian } of PAGES) {
  const path = pathOf(tag);
  const digits = text.replace(/\D/g, '');

  for (const colorScheme of ['light', 'dark']) {
    demoTest(
      `${tag}: axe finds no violation on its page, ${colorScheme}`,
      { path, context: { ...WITHOUT_MOTION, colorScheme } },
      async ({ page }) => {
        await page.locator(`form ${tag} input`).waitFor();
        assert.deepEqual(await findAxeViolations(page), []);
      },
    );
  }

  demoTest(`${tag}: no two states look the same`, { path, context: WITHOUT_MOTION }, async ({ page }) => {
    await waitForRendering(page);
    /** @type {{ name: string, screenshot: string }[]} */
    const earlier = [];
    for (const { name, article, host } of await findStates(page, tag)) {
      // All others are hidden, so that each is at the same position. Half a pixel of difference would change every letter.
      await article.evaluate(shown => {
        for (const state of document.querySelectorAll('.state')) state.toggleAttribute('hidden', state !== shown);
      });
      const screenshot = await captureDataUrl(host);
      for (const other of earlier) {
        const difference = await countDifferences(page, screenshot, other.screenshot);
        assert.ok(difference > TOLERANCE, `${name} looks like ${other.name}`);
      }
      earlier.push({ name, screenshot });
    }
  });

  for (const [appearance, media] of Object.entries(APPEARANCES)) {
    demoTest(
      `${tag}: focus, and an error, change the appearance of the field, ${appearance}`,
      { path, context: { ...WITHOUT_MOTION, ...media } },
      async ({ page }) => {
        await waitForRendering(page);
        const host = stateOf(page, tag, 'Empty');
        const plain = await captureDataUrl(host);
        await host.locator('input').focus();
        const focused = await captureDataUrl(host);
        await host.evaluate(element => element.setAttribute('error', 'Wrong'));
        const withError = await captureDataUrl(host);
        assert.ok((await countDifferences(page, plain, focused)) > TOLERANCE);
        assert.ok((await countDifferences(page, focused, withError)) > TOLERANCE);
      },
    );
  }

  for (const dir of ['ltr', 'rtl']) {
    for (const width of [320, 1280]) {
      demoTest(
        `${tag}: nothing overflows a page of ${width} px, ${dir}`,
        { path, context: { viewport: { width, height: 800 } } },
        async ({ page }) => {
          await page.evaluate(dir => (document.dir = dir), dir);
          const overflowing = await page.evaluate(
            tag =>
              [...document.querySelectorAll(tag)].flatMap(host => {
                const container = (host.parentElement ?? document.body).getBoundingClientRect();
                return [...(host.shadowRoot?.querySelectorAll('*') ?? [])]
                  .filter(part => {
                    const { left, right, width } = part.getBoundingClientRect();
                    return width > 0 && (left < container.left || right > container.right);
                  })
                  .map(part => part.outerHTML.slice(0, 80));
              }),
            tag,
          );
          assert.deepEqual(overflowing, []);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        },
      );
    }
  }

  demoTest(
    `${tag}: can be used at a zoom of 400 % in a window of 1280 px`,
    { path, context: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
    async ({ page }) => {
      const input = page.locator(`form ${tag} input`);
      await input.click();
      await page.keyboard.type(digits);
      assert.equal(await input.inputValue(), text);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    },
  );

  demoTest(`${tag}: the form on the page shows its data, validity and events`, { path }, async ({ page }) => {
    const output = page.locator('output');
    await page.getByRole('button', { name: 'Send' }).click();
    // The browser focuses the first invalid field.
    const focused = await page.locator(`form ${tag}`).evaluate(host => host.shadowRoot?.activeElement?.localName);
    assert.equal(focused, 'input');
    await page.keyboard.type(digits);
    await output.filter({ hasText: `=${digits}` }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await output.filter({ hasText: 'valid' }).filter({ hasText: 'submit' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await output.filter({ hasText: 'invalid' }).filter({ hasText: 'reset' }).waitFor();
  });

  demoTest(
    `${tag}: labels, messages and accessible names in Russian`,
    { path: `/${tag}.html?lang=ru`, lang: 'ru' },
    async ({ page }) => {
      await page.getByRole('button', { name: 'Отправить' }).click();
      await page.locator(`form ${tag} #error`, { hasText: russian.message }).waitFor();
      await page.getByRole('textbox', { name: russian.label }).first().waitFor();
      await page.getByRole('region', { name: 'Состояния' }).waitFor();
      await page.getByRole('status', { name: 'Что отправит форма' }).waitFor();
      assert.equal(await page.title(), `${tag}: все состояния рядом`);
    },
  );
}

demoTest(
  'a browser in a language that the pages lack gets English',
  { path: '/phone-input.html', context: { locale: 'de-DE' } },
  async ({ page }) => {
    await page.getByRole('radio', { name: 'English' }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'English' }).isChecked(), true);
    const langs = await page.evaluate(() => [
      document.documentElement.lang,
      document.querySelector('phone-input')?.lang,
    ]);
    assert.deepEqual(langs, ['en', 'en']);
  },
);

demoTest(
  'code-input: a code is not restored when the browser goes back to the page',
  { path: '/code-input.html?lang=en' },
  async ({ page }) => {
    const input = page.locator('form code-input input');
    await input.click();
    await page.keyboard.type('123456');
    await page.locator('output', { hasText: 'code=123456' }).waitFor();
    await page.goto('/phone-input.html?lang=en');
    await page.goBack();
    await page.locator('output', { hasText: 'code=' }).waitFor();
    assert.equal(await input.inputValue(), '');
    assert.equal(await page.evaluate(() => document.querySelector('code-input')?.value), '');
  },
);
