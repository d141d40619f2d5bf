// Sign-in on the demo page with the keyboard alone, in Chromium. engines.test.mjs has a shorter version in all browsers.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, newPhone, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests({}, { onDemoPage: true });

/** Presses Tab until an element has the focus. */
async function tabTo(page, locator, maxPresses = 60) {
  await locator.waitFor();
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await locator.evaluate(element => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${locator}`);
}

async function waitForFocus(page, locator) {
  await locator.waitFor();
  await page.waitForFunction(element => element.matches(':focus'), await locator.elementHandle());
}

demoTest('sign-in by phone and sign-out with the keyboard alone', async ({ authPage, page }) => {
  const phone = newPhone();
  await tabTo(page, authPage.field('phone'));
  await page.keyboard.type(phone.slice(1));
  await page.keyboard.press('Enter');
  // The widget moves the focus to the field of each new screen: docs/behaviour/flow.md#focus
  await waitForFocus(page, authPage.field('code'));
  await page.keyboard.type(await authPage.readCode(phone));
  await waitForFocus(page, authPage.field('name'));
  await page.keyboard.type('Kira');
  await page.keyboard.press('Enter');
  await authPage.expectSignedIn('Kira');
  await tabTo(page, authPage.button('signOut'));
  await page.keyboard.press('Enter');
  await authPage.field('phone').waitFor();
  assert.equal((await authPage.state()).isAuthenticated, false);
});

demoTest('sign-in by password with the keyboard alone', async ({ authPage, page }) => {
  const login = newLogin();
  await tabTo(page, authPage.widget.getByRole('button', { name: 'Password', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, authPage.field('login'));
  await page.keyboard.type(login);
  await tabTo(page, authPage.field('password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await authPage.expectSignedIn(login);
});

demoTest('Backspace in the code and the Back button with the keyboard alone', async ({ authPage, page }) => {
  const phone = newPhone();
  await tabTo(page, authPage.field('phone'));
  await page.keyboard.type(phone.slice(1));
  await page.keyboard.press('Enter');
  await waitForFocus(page, authPage.field('code'));
  await page.keyboard.type('12');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  assert.equal(await authPage.field('code').inputValue(), '');
  // Back and the button that changes the number are shown above the field, and come before it in the tab order.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await waitForFocus(page, authPage.button('back'));
  await page.keyboard.press('Enter');
  await waitForFocus(page, authPage.field('phone'));
});
