// A session across reloads and a sign-out, and a verification that a reload interrupts. Reference server,
// Chromium. session-tabs.test.mjs has the tests with several tabs.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors } from './support/page-errors.mjs';
import { newLogin, newPhone, PASSWORD, wrongCode } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

demoTest(
  'a reload during a verification keeps the phone number and the countdown, and the code works',
  { expectedErrors: [apiErrors(401)] },
  async ({ authPage, page }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    const code = await authPage.readCode(phone);
    const typed = wrongCode(code);
    await authPage.enterCode(typed);
    await authPage.waitForText('2\u00A0tries left.');
    await page.reload();
    await authPage.field('code').waitFor();
    await authPage.waitForText(/New code in\s(?:1:00|0:[0-5]\d)/);
    assert.equal((await authPage.state()).phoneForVerification, phone);
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
    assert.ok(stored.includes(phone), 'the verification is stored');
    assert.ok(!stored.includes(typed), 'a code that was typed is not');
    await authPage.enterCode(code);
    await authPage.submitName('Vera');
    await authPage.expectSignedIn('Vera');
  },
);

demoTest(
  'a reload during the verification of a registration keeps the name',
  { mode: 'phone-register' },
  async ({ authPage, page }) => {
    const phone = newPhone();
    await authPage.type('phone', phone.slice(1));
    await authPage.type('name', 'Nina');
    await authPage.button('requestCode').click();
    const code = await authPage.readCode(phone);
    await page.reload();
    await authPage.enterCode(code);
    await authPage.expectSignedIn('Nina');
  },
);

demoTest('a reload restores the session without rendering the form', async ({ authPage, page }) => {
  const phone = newPhone();
  await authPage.requestCode(phone);
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.submitName('Yuri');
  await authPage.expectSignedIn('Yuri');

  // Looks for a field after every mutation of the widget's shadow root.
  await page.addInitScript(() => {
    window.formWasRendered = false;
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const shadow = attach.call(this, init);
      if (this.localName === 'auth-widget') {
        const check = () => (window.formWasRendered ||= shadow.querySelector('input, phone-input') !== null);
        new MutationObserver(check).observe(shadow, { childList: true, subtree: true });
      }
      return shadow;
    };
  });
  await page.reload();
  await authPage.expectSignedIn('Yuri');
  assert.equal(await page.evaluate(() => window.formWasRendered), false);

  // The observer does find the form if the user is signed out.
  await authPage.signOut();
  await page.reload();
  await authPage.field('phone').waitFor();
  assert.equal(await page.evaluate(() => window.formWasRendered), true);
});

demoTest(
  'sign-out removes the token from localStorage and ends the session on the server',
  { mode: 'login' },
  async ({ authPage, page }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    const token = await authPage.token();
    assert.match(token, /^\S{32,}$/);
    assert.ok((await authPage.localStorageText()).includes(token));

    const endedSession = page.waitForResponse(response => response.request().method() === 'DELETE');
    await authPage.signOut();
    assert.equal((await endedSession).status(), 200);
    assert.equal((await authPage.localStorageText()).includes(token), false);
    assert.doesNotMatch(await authPage.localStorageText(), /token/);
    assert.equal(await authPage.token(), null);
    const response = await page.request.get('/v1/session', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status(), 401);
    await page.reload();
    await authPage.field('login').waitFor();
    assert.equal((await authPage.state()).isAuthenticated, false);
  },
);
