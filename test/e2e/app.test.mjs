// The one-file build (auth-widget.min.js) in an app that removes the widget from the document during calls and after a
// sign-in (test/e2e/pages/app.js), served from the server's own origin and from another one.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { setUpDemoTests } from './support/demo-test.mjs';
import { startStaticServer } from './support/static-server.mjs';
import { newPhone } from './support/test-data.mjs';

const otherOrigin = await startStaticServer();
after(() => otherOrigin.close());
const demoTest = setUpDemoTests();
const path = '/pages/app.html';

/** Waits for the next SMS to a phone number, and returns its code. The page has no phone mock-up to read it from. */
const receiveCode = (page, phone) =>
  page.evaluate(
    phone =>
      new Promise((resolve, reject) => {
        const server = new URLSearchParams(location.search).get('server') ?? '';
        const source = new EventSource(`${server}/dev/sms`);
        // The browser reconnects after an interruption, but a refused stream stays closed.
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) reject(new Error('The stream of SMS was refused'));
        });
        source.addEventListener('message', ({ data }) => {
          const sms = JSON.parse(data);
          if (sms.to !== phone) return;
          source.close();
          resolve(/#(\d{6})$/.exec(sms.text)?.[1]);
        });
      }),
    phone,
  );

/** Delays each call for a code until the app shows its spinner in place of the widget. Collects the methods of the calls. */
async function delayCallsUntilSpinner(page, methods) {
  await page.route('**/v1/creds/tel', async route => {
    await page.getByText('Loading…').waitFor();
    assert.equal(await page.locator('auth-widget').count(), 0);
    methods.push(route.request().method());
    await route.continue();
  });
}

demoTest(
  'an app removes the widget during calls and after sign-in: sign-in, renewal and sign-out work',
  { path, fakeClock: true },
  async ({ authPage, page }) => {
    const phone = newPhone();
    const methods = [];
    await delayCallsUntilSpinner(page, methods);
    await authPage.requestCode(phone);
    await authPage.enterCode(await receiveCode(page, phone));
    await authPage.submitName('Zoya');
    await page.getByRole('heading', { name: 'Welcome, Zoya' }).waitFor();
    assert.deepEqual(methods, ['POST', 'PUT']);
    assert.equal(await page.locator('auth-widget').count(), 0);

    await page.getByRole('button', { name: 'Call the server' }).click();
    await page.getByText('The server answered 200').waitFor();

    // The token is renewed at 80 % of its 14 days: docs/behaviour/session.md#renewal
    const oldRecord = await page.evaluate(() => Object.values(localStorage).find(value => value.includes('token')));
    const renewed = page.waitForResponse(
      response => response.request().method() === 'PUT' && response.url().endsWith('/v1/session'),
    );
    await page.clock.fastForward(12 * 24 * 3600 * 1000);
    assert.equal((await renewed).status(), 200);
    await page.waitForFunction(
      old => Object.values(localStorage).some(value => value.includes('token') && value !== old),
      oldRecord,
    );
    await page.getByRole('button', { name: 'Call the server' }).click();
    await page.getByText('The server answered 200').waitFor();
    await page.getByRole('heading', { name: 'Welcome, Zoya' }).waitFor();

    await page.getByRole('button', { name: 'Leave' }).click();
    await authPage.field('phone').waitFor();
    assert.doesNotMatch(await authPage.localStorageText(), /token/);
  },
);

demoTest('after a reload the app restores the session from storage', { path }, async ({ authPage, page }) => {
  const phone = newPhone();
  await authPage.requestCode(phone);
  await authPage.enterCode(await receiveCode(page, phone));
  await authPage.submitName('Klim');
  await page.getByRole('heading', { name: 'Welcome, Klim' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Klim' }).waitFor();
  await page.getByRole('button', { name: 'Call the server' }).click();
  await page.getByText('The server answered 200').waitFor();
});

demoTest('the one-file build registers all three elements', { path }, async ({ page }) => {
  await page.waitForFunction(() =>
    ['auth-widget', 'phone-input', 'code-input'].every(tag => customElements.get(tag) !== undefined),
  );
});

const crossOrigin = { path, origins: [otherOrigin.url] };
demoTest('a page of another origin: sign-in, a reload, sign-out', crossOrigin, async ({ authPage, page, demo }) => {
  await page.goto(`${otherOrigin.url}/pages/app.html?server=${encodeURIComponent(demo.url)}`);
  const phone = newPhone();
  await authPage.requestCode(phone);
  await authPage.enterCode(await receiveCode(page, phone));
  await authPage.submitName('Inga');
  await page.getByRole('heading', { name: 'Welcome, Inga' }).waitFor();
  await page.getByRole('button', { name: 'Call the server' }).click();
  await page.getByText('The server answered 200').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Inga' }).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await authPage.field('phone').waitFor();
  assert.doesNotMatch(await authPage.localStorageText(), /token/);
});
