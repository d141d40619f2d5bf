// The demo pages of phone-input and code-input, which show every state: accessibility, appearance, layout and the form.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { setUpDemoTests } from './support/demo-test.mjs';

const demoTest = setUpDemoTests();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const still = { reducedMotion: 'reduce' };
const TAGS = { 'phone-input': '+7 (916) 123-45-67', 'code-input': '123456' };

/** Waits until the page is rendered, with its fonts. */
const settled = async page => {
  await page.locator('output', { hasText: 'valid' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
};

const screenshotOf = async locator =>
  `data:image/png;base64,${(await locator.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')}`;

/** How many pixels of two screenshots differ visibly. Rounded corners are not drawn the same way twice: see TOLERANCE. */
const differenceOf = (page, ...screenshots) =>
  page.evaluate(async sources => {
    const [one, other] = await Promise.all(
      sources.map(async source => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      }),
    );
    if (one.width !== other.width || one.height !== other.height) return Infinity;
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      if ([0, 1, 2].some(channel => Math.abs(one.data[at + channel] - other.data[at + channel]) > 2)) count++;
    }
    return count;
  }, screenshots);

/** Up to so many different pixels, two screenshots are the same. */
const TOLERANCE = 40;

for (const [tag, text] of Object.entries(TAGS)) {
  const path = `/${tag}.html?lang=en&theme=auto`;

  for (const colorScheme of ['light', 'dark']) {
    demoTest(
      `${tag}: its page has no violations of axe, ${colorScheme}`,
      { path, context: { ...still, colorScheme } },
      async ({ page }) => {
        await page.locator(`form ${tag} input`).waitFor();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(
          violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target}`)),
          [],
        );
      },
    );
  }

  demoTest(`${tag}: no two states look the same`, { path, context: still }, async ({ page }) => {
    await settled(page);
    const screenshots = [];
    for (const state of await page.locator('.state').all()) {
      await state.evaluate(element => (element.hidden = false));
      const name = await state.locator('h2').first().innerText();
      // All others are hidden, so that each is at the same position: half a pixel of difference changes every letter.
      await state.evaluate(shown => {
        for (const other of document.querySelectorAll('.state')) other.hidden = other !== shown;
      });
      const screenshot = await screenshotOf(state.locator(tag));
      for (const [other, earlier] of screenshots) {
        assert.ok((await differenceOf(page, screenshot, earlier)) > TOLERANCE, `${name} looks like ${other}`);
      }
      screenshots.push([name, screenshot]);
    }
    assert.equal(screenshots.length, 9);
  });

  for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
    const name = Object.values(media)[0];
    demoTest(
      `${tag}: the field looks different with the focus, and with an error, ${name}`,
      { path, context: { ...still, ...media } },
      async ({ page }) => {
        await settled(page);
        const field = page.locator('.state', { hasText: 'Empty' }).locator(tag);
        const plain = await screenshotOf(field);
        await field.locator('input').focus();
        const focused = await screenshotOf(field);
        await field.evaluate(element => (element.error = 'Wrong'));
        const wrong = await screenshotOf(field);
        assert.ok((await differenceOf(page, plain, focused)) > TOLERANCE);
        assert.ok((await differenceOf(page, focused, wrong)) > TOLERANCE);
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
          const out = await page.evaluate(tag => {
            const parts = [...document.querySelectorAll(tag)].flatMap(host =>
              [...host.shadowRoot.querySelectorAll('*')].map(part => [
                part,
                host.parentElement.getBoundingClientRect(),
              ]),
            );
            return parts
              .filter(([part, box]) => {
                const { left, right, width } = part.getBoundingClientRect();
                return width > 0 && (left < box.left || right > box.right);
              })
              .map(([part]) => part.outerHTML.slice(0, 80));
          }, tag);
          assert.deepEqual(out, []);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        },
      );
    }
  }

  demoTest(
    `${tag}: can be used at 400 % of 1280 px`,
    { path, context: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
    async ({ page }) => {
      const input = page.locator(`form ${tag} input`);
      await input.click();
      await page.keyboard.type(text.replace(/\D/g, ''));
      assert.equal(await input.inputValue(), text);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    },
  );

  demoTest(`${tag}: the form on the page shows its data, validity and events`, { path }, async ({ page }) => {
    const output = page.locator('output');
    await page.getByRole('button', { name: 'Send' }).click();
    assert.match(
      await page.locator(`form ${tag}`).evaluate(element => element.shadowRoot.activeElement.localName),
      /input/,
    );
    await page.keyboard.type(text.replace(/\D/g, ''));
    await output.filter({ hasText: `=${text.replace(/\D/g, '')}` }).waitFor();
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
      const message = tag === 'phone-input' ? 'Введите номер телефона' : 'Введите код';
      await page.locator(`form ${tag} #error`, { hasText: message }).waitFor();
      await page
        .getByRole('textbox', { name: tag === 'phone-input' ? 'Номер телефона' : 'Код подтверждения' })
        .first()
        .waitFor();
    },
  );
}

demoTest(
  'a used code is not restored when the page is visited again',
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
    assert.equal(await page.locator('form code-input').evaluate(element => element.value), '');
  },
);
