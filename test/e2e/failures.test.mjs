// Failures of the server and of the network at each step of a sign-in: refused connections, an offline device, a slow
// server, HTML from a proxy. Each time the widget shows an error, loses no input, and the same step works afterwards.
import assert from 'node:assert/strict';
import { createDeferred } from './support/deferred.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors, networkErrors } from './support/page-errors.mjs';
import { formatPhone, newLogin, newPhone, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

const PROXY_ERROR = {
  status: 502,
  contentType: 'text/html',
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
};

/** Delays the calls that match a pattern until `release()`; `methods` collects their methods. */
async function delayCalls(page, pattern) {
  const { promise: released, resolve: release } = createDeferred();
  const methods = [];
  await page.route(pattern, async route => {
    methods.push(route.request().method());
    await released;
    await route.continue();
  });
  return { methods, release };
}

/** Answers the calls that match a pattern with HTML, as a proxy does. Returns a function that stops it. */
async function respondWithHtml(page, pattern, response = PROXY_ERROR) {
  await page.route(pattern, route => route.fulfill(response));
  return () => page.unroute(pattern);
}

demoTest(
  'the server is down when a code is requested: a message, the phone number stays, a retry works',
  { expectedErrors: [networkErrors] },
  async ({ authPage, demo }) => {
    const phone = newPhone();
    await demo.stop();
    await authPage.requestCode(phone);
    await authPage.waitForText('We couldn’t reach the server. Check your connection and try again.');
    const { isLoading, verificationStep } = await authPage.state();
    assert.deepEqual({ isLoading, verificationStep }, { isLoading: false, verificationStep: 'none' });
    assert.equal(await authPage.field('phone').inputValue(), formatPhone(phone));
    await demo.restart();
    await authPage.button('requestCode').click();
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
  },
);

demoTest(
  'the server is down when the code is submitted: a message, and the code works later',
  { expectedErrors: [networkErrors] },
  async ({ authPage, demo }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    const code = await authPage.readCode(phone);
    await demo.stop();
    await authPage.enterCode(code);
    await authPage.waitForText('We couldn’t reach the server. Check your connection and try again.');
    assert.equal((await authPage.state()).verificationStep, 'sms-sent');
    await demo.restart();
    await authPage.enterCode(code);
    await authPage.field('name').waitFor();
  },
);

demoTest(
  'the server is down when the name is saved: a message, the name stays, a retry works',
  { expectedErrors: [networkErrors] },
  async ({ authPage, page, demo }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
    await demo.stop();
    await authPage.submitName('Irina');
    await authPage.waitForText('We couldn’t reach the server. Check your connection and try again.');
    assert.equal(await authPage.field('name').inputValue(), 'Irina');
    await demo.restart();
    await page.reload();
    await authPage.submitName('Irina');
    await authPage.expectSignedIn('Irina');
  },
);

demoTest(
  'the server is down at sign-out: the browser is signed out, and keeps no token',
  { mode: 'login', expectedErrors: [networkErrors] },
  async ({ authPage, demo }) => {
    await authPage.submitLogin(newLogin(), PASSWORD);
    await authPage.untilSignedIn();
    await demo.stop();
    await authPage.signOut();
    assert.doesNotMatch(await authPage.localStorageText(), /token/);
    await demo.restart();
    await authPage.field('login').waitFor();
  },
);

demoTest(
  'the API is down during a reload: the user stays signed in',
  { mode: 'login', expectedErrors: [networkErrors] },
  async ({ authPage, page }) => {
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    // The page comes from the same server, so only the API is made unreachable.
    await page.route('**/v1/**', route => route.abort('connectionrefused'));
    await page.reload();
    await authPage.expectSignedIn(login);
  },
);

demoTest(
  'the device is offline when a code is requested: a message, and a retry works',
  { expectedErrors: [networkErrors] },
  async ({ authPage, context }) => {
    const phone = newPhone();
    await authPage.field('phone').waitFor(); // without a network, the rest of the page wouldn't load
    await context.setOffline(true);
    await authPage.requestCode(phone);
    await authPage.waitForText('You’re offline. Check your connection and try again.');
    await context.setOffline(false);
    await authPage.button('requestCode').click();
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
  },
);

demoTest(
  'a slow server: the button is busy, and a double click plus Enter make one call',
  async ({ authPage, page }) => {
    const phone = newPhone();
    const { methods, release } = await delayCalls(page, '**/v1/creds/tel');
    await authPage.type('phone', phone.slice(1));
    const button = authPage.button('requestCode');
    await button.dblclick();
    await authPage.widget.locator('[aria-busy="true"]').first().waitFor();
    assert.equal((await authPage.state()).isLoading, true);
    await page.keyboard.press('Enter');
    assert.deepEqual(methods, ['POST']);
    release();
    const code = await authPage.readCode(phone);
    await authPage.enterCode(code);
    await authPage.field('name').waitFor();
    assert.equal((await authPage.state()).isLoading, false);
    assert.deepEqual(methods, ['POST', 'PUT']);
    assert.equal(await authPage.smsTo(phone).count(), 1);
  },
);

demoTest(
  'a slow server at a password sign-in: a double click makes one call',
  { mode: 'login' },
  async ({ authPage, page }) => {
    const login = newLogin();
    const { methods, release } = await delayCalls(page, '**/v1/session');
    await authPage.type('login', login);
    await authPage.type('password', PASSWORD);
    await authPage.button('signIn').dblclick();
    await authPage.widget.locator('[aria-busy="true"]').first().waitFor();
    assert.deepEqual(methods, ['POST']);
    release();
    await authPage.expectSignedIn(login);
  },
);

for (const status of [502, 200]) {
  const message = status === 200 ? 'We couldn’t read the server’s answer' : 'Something went wrong on our side';
  demoTest(
    `HTML with the status ${status} at every step of a phone sign-in: a message, no input lost, a retry works`,
    { expectedErrors: [apiErrors(502)] },
    async ({ authPage, page }) => {
      const phone = newPhone();
      const response = { ...PROXY_ERROR, status };
      let stop = await respondWithHtml(page, '**/v1/**', response);
      await authPage.requestCode(phone);
      await authPage.waitForText(message);
      assert.equal(await authPage.field('phone').inputValue(), formatPhone(phone));
      await stop();
      await authPage.button('requestCode').click();
      const code = await authPage.readCode(phone);

      stop = await respondWithHtml(page, '**/v1/**', response);
      await authPage.enterCode(code);
      await authPage.waitForText(message);
      assert.equal((await authPage.state()).verificationStep, 'sms-sent');
      await stop();
      await authPage.enterCode(code);
      await authPage.field('name').waitFor();

      stop = await respondWithHtml(page, '**/v1/**', response);
      await authPage.submitName('Lev');
      await authPage.waitForText(message);
      assert.equal(await authPage.field('name').inputValue(), 'Lev');
      await stop();
      await authPage.button('saveName').click();
      await authPage.expectSignedIn('Lev');
    },
  );

  demoTest(
    `HTML with the status ${status} at a password sign-in: a message, the login stays, a retry works`,
    { mode: 'login', expectedErrors: [apiErrors(502)] },
    async ({ authPage, page }) => {
      const login = newLogin();
      const stop = await respondWithHtml(page, '**/v1/**', { ...PROXY_ERROR, status });
      await authPage.submitLogin(login, PASSWORD);
      await authPage.waitForText(message);
      assert.equal(await authPage.field('login').inputValue(), login);
      await stop();
      await authPage.type('password', PASSWORD);
      await authPage.button('signIn').click();
      await authPage.expectSignedIn(login);
    },
  );
}
