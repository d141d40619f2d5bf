import assert from 'node:assert/strict';
import { newLogin, newPhone } from './support/person.mjs';
import { tellStories } from './support/story.mjs';

const story = tellStories();

/** Presses Tab until the focus is on what `locator` finds. */
async function tabTo(page, locator, most = 60) {
  await locator.waitFor();
  for (let pressed = 0; pressed < most; pressed++) {
    if (await locator.evaluate(element => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${locator}`);
}

const focusIsOn = (page, locator) =>
  locator
    .waitFor()
    .then(async () => page.waitForFunction(element => element.matches(':focus'), await locator.elementHandle()));

story('by phone, with the keyboard alone: from the first field to signed in, and out', async ({ person, page }) => {
  const phone = newPhone();
  await tabTo(page, person.field('phone'));
  await page.keyboard.type(phone.slice(1));
  await page.keyboard.press('Enter');
  // The focus follows the person's step: to the code, and to the name.
  await focusIsOn(page, person.field('code'));
  await page.keyboard.type(await person.readCode(phone));
  await focusIsOn(page, person.field('name'));
  await page.keyboard.type('Kira');
  await page.keyboard.press('Enter');
  await person.seesSignedIn('Kira');
  await tabTo(page, person.button('signOut'));
  await page.keyboard.press('Enter');
  await person.field('phone').waitFor();
  assert.equal((await person.state()).isAuthenticated, false);
});

story('by password, with the keyboard alone', async ({ person, page }) => {
  const login = newLogin();
  await tabTo(page, person.widget.getByRole('button', { name: 'Password', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, person.field('login'));
  await page.keyboard.type(login);
  await tabTo(page, person.field('password'));
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await person.seesSignedIn(login);
});

story('Backspace, arrows and the button Back work with the keyboard alone', async ({ person, page }) => {
  const phone = newPhone();
  await tabTo(page, person.field('phone'));
  await page.keyboard.type(phone.slice(1));
  await page.keyboard.press('Enter');
  await focusIsOn(page, person.field('code'));
  await page.keyboard.type('12');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  assert.equal(await person.field('code').inputValue(), '');
  // In the order of the document the field comes first: whoever types is done with it in one press.
  await page.keyboard.press('Tab');
  await focusIsOn(page, person.button('back'));
  await page.keyboard.press('Enter');
  await focusIsOn(page, person.field('phone'));
});
