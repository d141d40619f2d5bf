// Sign-in if localStorage doesn't work: the browser blocks it, or it is full. Reference server, Chromium.
import assert from 'node:assert/strict';
import { AuthPage } from './support/auth-page.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

/** Short-lived tokens (in seconds), so that a test sees a renewal. */
const demoTest = setUpDemoTests({ TOKEN_TTL: '5' });
const options = { path: '/pages/session.html' };

demoTest(
  'with blocked storage the session lasts until the page is closed, and the client reports it',
  options,
  async ({ authPage, context }) => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await page.goto(authPage.page.url());
    const blocked = new AuthPage(page);
    const login = newLogin();
    await blocked.submitLogin(login, PASSWORD);
    await blocked.expectSignedIn(login);
    assert.equal(await blocked.evaluate(({ client }) => client.persistent), false);
    const renewal = await page.waitForResponse(
      response => response.request().method() === 'PUT' && new URL(response.url()).pathname === '/v1/session',
    );
    assert.equal(renewal.status(), 200);
    await blocked.expectSignedIn(login);
    await page.reload();
    await blocked.field('login').waitFor();
    assert.equal(await authPage.evaluate(({ client }) => client.persistent), true);
  },
);

demoTest(
  'with full storage sign-in works, and the client reports that the session is not stored',
  options,
  async ({ authPage, page }) => {
    // Fills the storage with ever smaller items until not a single character fits.
    await page.evaluate(() => {
      let size = 1_000_000;
      for (let n = 0; size >= 1; n++) {
        try {
          localStorage.setItem(`filler ${n}`, 'x'.repeat(size));
        } catch {
          size = Math.floor(size / 2);
        }
      }
    });
    await page.reload();
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    assert.equal(await authPage.evaluate(({ client }) => client.persistent), false);
    assert.match(await authPage.token(), /^\S{32,}$/);
  },
);
