// Two copies of the package on one page, each with its own modules: the one-file build, loaded from two addresses. They
// share the storage, but `storage` events only reach other pages (docs/behaviour/session.md#tabs). Chromium.
import assert from 'node:assert/strict';
import { AuthPage } from './support/auth-page.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

/** Adds the widget of a second copy to the page under another tag. */
async function addSecondCopy({ page }) {
  const isOther = await page.evaluate(async () => {
    const address = '/auth-widget.min.js?copy=2';
    const { AuthWidget } = await import(address);
    customElements.define('second-widget', AuthWidget);
    const widget = document.createElement('second-widget');
    for (const [name, value] of Object.entries({ 'base-url': '/', mode: 'login', lang: 'en' }))
      widget.setAttribute(name, value);
    document.body.append(widget);
    return AuthWidget !== customElements.get('auth-widget');
  });
  assert.ok(isOther, 'the second copy has classes of its own');
  const second = new AuthPage(page);
  second.widget = page.locator('second-widget');
  await second.field('login').waitFor();
  return second;
}

demoTest(
  'a sign-in, another person, and a sign-out in one copy appear in the other at once',
  { path: '/pages/session.html' },
  async ({ authPage }) => {
    const second = await addSecondCopy(authPage);
    const [anna, boris] = [newLogin(), newLogin()];

    await authPage.submitLogin(anna, PASSWORD);
    await second.expectSignedIn(anna);
    assert.equal(await second.token(), await authPage.token());

    await second.evaluate(({ client }, { login, password }) => client.login(login, password), {
      login: boris,
      password: PASSWORD,
    });
    await authPage.expectSignedIn(boris);

    await second.signOut();
    await authPage.field('login').waitFor();
    assert.equal(await authPage.token(), null);
  },
);
