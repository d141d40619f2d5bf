// The demo page with the widget's screens of the reference server: axe, narrow windows, reduced motion. Chromium.
import assert from 'node:assert/strict';
import { findAxeViolations } from '../e2e/support/axe.mjs';
import { setUpDemoTests } from '../e2e/support/demo-test.mjs';
import { apiErrors } from '../e2e/support/page-errors.mjs';
import { newLogin, newPhone, PASSWORD } from '../e2e/support/test-data.mjs';

const demoTest = setUpDemoTests({}, { onDemoPage: true });

/** How many CSS pixels the page is wider than its window. */
const measureOverflow = page =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** @type {['en' | 'ru', 'light' | 'dark', number][]} */
const APPEARANCES = [
  ['en', 'light', 1280],
  ['ru', 'dark', 1280],
  ['ru', 'light', 360],
  ['en', 'dark', 360],
];
for (const [lang, colorScheme, width] of APPEARANCES) {
  const context = { colorScheme, viewport: { width, height: 800 } };
  demoTest(
    `axe finds no violation: ${lang}, ${colorScheme}, ${width} px`,
    { lang, context },
    async ({ authPage, page }) => {
      await authPage.field('phone').waitFor();
      assert.deepEqual(await findAxeViolations(page), []);
      const phone = newPhone();
      await authPage.requestCode(phone);
      await authPage.field('code').waitFor();
      await authPage.readCode(phone);
      assert.deepEqual(await findAxeViolations(page), []);
      assert.ok((await measureOverflow(page)) <= 0);
    },
  );
}

/** @type {import('../e2e/support/demo-test.mjs').DemoTestOptions} */
const options = { lang: 'ru', mode: 'login', expectedErrors: [apiErrors(401)] };
demoTest(
  'axe finds no violation on the other screens: signed in, an error, registration, name',
  options,
  async ({ authPage, page, demo }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.untilSignedIn();
    assert.deepEqual(await findAxeViolations(page), []);
    await authPage.signOut();
    await authPage.submitLogin(login, 'not the password');
    await authPage.waitForText('Неверный логин или пароль. Попробуйте ещё раз.');
    assert.deepEqual(await findAxeViolations(page), []);
    for (const mode of ['register', 'phone-register']) {
      await page.goto(`${demo.url}/?lang=ru&mode=${mode}`);
      await authPage.widget.getByRole('button').first().waitFor();
      assert.deepEqual(await findAxeViolations(page), []);
    }
    await page.goto(`${demo.url}/?lang=ru&mode=phone-login`);
    await authPage.requestCode('79990000002');
    await authPage.enterCode('222222');
    await authPage.field('name').waitFor();
    assert.deepEqual(await findAxeViolations(page), []);
  },
);

for (const mode of ['phone-login', 'phone-register', 'login', 'register']) {
  const context = { viewport: { width: 320, height: 640 } };
  demoTest(`the page fits into 320 px: ${mode}`, { lang: 'ru', mode, context }, async ({ authPage, page }) => {
    await authPage.widget.getByRole('button').first().waitFor();
    assert.ok((await measureOverflow(page)) <= 0);
  });
}

demoTest('what moves on the page by itself stops within five seconds (WCAG 2.2.2)', async ({ authPage, page }) => {
  await authPage.field('phone').waitFor();
  const ends = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime),
  );
  assert.ok(ends.length > 0);
  for (const end of ends) assert.ok(Number(end) <= 5000, `an animation ends after ${String(end)} ms`);
});

demoTest(
  'with reduced motion the page has no animation',
  { context: { reducedMotion: 'reduce' } },
  async ({ authPage, page }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    await authPage.readCode(phone);
    // Chromium leaves shadow roots out: test/elements/media-features.test.ts has the animations of the widget.
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  },
);
