// A phone whose keyboard is open leaves 390 × 430 px for the page. The result of every step is in view.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors } from './support/page-errors.mjs';
import { newLogin, newPhone, PASSWORD, wrongCode } from './support/test-data.mjs';

const demoTest = setUpDemoTests();
const options = { context: { viewport: { width: 390, height: 430 } }, expectedErrors: [apiErrors(401)] };

/**
 * Waits until everything that matches is in the viewport. Rounding may cost half a pixel.
 * @param {import('./support/auth-page.mjs').AuthPage} authPage
 * @param {readonly string[]} selectors
 */
async function waitUntilInView({ page, widget }, selectors) {
  for (const selector of selectors) {
    const handles = await widget.locator(selector).elementHandles();
    assert.ok(handles.length > 0, `${selector} is there`);
    for (const handle of handles) {
      await page.waitForFunction(element => {
        const { top, bottom, height } = /** @type {Element} */ (element).getBoundingClientRect();
        return height > 0 && top >= -0.5 && bottom <= innerHeight + 0.5;
      }, handle);
    }
  }
}

for (const lang of /** @type {const} */ (['en', 'ru'])) {
  demoTest(
    `${lang}: a code is asked for and is wrong: the number, the cells, the message and the button are in view`,
    { ...options, lang },
    async ({ authPage, page }) => {
      const phone = newPhone();
      assert.equal(await page.evaluate(() => scrollY), 0, 'loading scrolls nowhere');
      await authPage.requestCode(phone);
      const code = await authPage.readCode(phone);
      await waitUntilInView(authPage, ['#about', '[part=cell]', '[type=submit]']);
      await authPage.enterCode(wrongCode(code));
      await authPage.waitForText(lang === 'en' ? 'That code isn’t right.' : 'Неверный код.');
      await waitUntilInView(authPage, ['#about', '[part=cell]', '#error', '[type=submit]']);
    },
  );

  demoTest(
    `${lang}: a wrong password: its field, the message and the button are in view`,
    { ...options, lang, mode: 'login' },
    async ({ authPage, demo }) => {
      const login = newLogin();
      await fetch(`${demo.url}/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login, password: PASSWORD }),
      });
      await authPage.submitLogin(login, 'wrong horse');
      await authPage.waitForText(lang === 'en' ? 'Wrong username or password.' : 'Неверный логин или пароль.');
      await waitUntilInView(authPage, ['#password', '#password-error', '[type=submit]']);
    },
  );
}
