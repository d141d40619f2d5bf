// The session of a page that comes back from the back/forward cache after another tab has signed in or out. Chromium with
// that cache on; a plain page with one widget (test/e2e/pages/session.html).
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { AuthPage } from './support/auth-page.mjs';
import { launch } from './support/browser.mjs';
import { startDemoServer } from './support/demo-server.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

let browser;
let demo;

before(async () => {
  demo = await startDemoServer();
  // Playwright switches the cache off by default.
  browser = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
after(() => Promise.all([browser?.close(), demo?.close()]));

test('a page restored from the cache shows the sign-in and the sign-out of another tab', async () => {
  const context = await browser.newContext({ baseURL: demo.url, locale: 'en-GB' });
  context.setDefaultTimeout(15_000);
  const openTab = async () => {
    const page = await context.newPage();
    await page.goto('/pages/session.html');
    const authPage = new AuthPage(page);
    await authPage.field('login').waitFor();
    return authPage;
  };
  const cachedTab = await openTab();
  const otherTab = await openTab();
  /** Navigates the tab away, runs `action`, and goes back to the page, which the browser restores from the cache. */
  const runWhileCached = async action => {
    const { page } = cachedTab;
    await page.evaluate(() => {
      window.isSamePage = true;
      window.addEventListener('pageshow', ({ persisted }) => (window.wasPersisted = persisted), { once: true });
    });
    await page.goto('/favicon.svg');
    await action();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.wasPersisted !== undefined);
    assert.deepEqual(await page.evaluate(() => [window.isSamePage, window.wasPersisted]), [true, true]);
  };
  const login = newLogin();
  await runWhileCached(async () => {
    await otherTab.submitLogin(login, PASSWORD);
    await otherTab.expectSignedIn(login);
  });
  await cachedTab.expectSignedIn(login);
  await runWhileCached(() => otherTab.signOut());
  await cachedTab.field('login').waitFor();
  assert.equal((await cachedTab.state()).isAuthenticated, false);
  assert.equal(await cachedTab.token(), null);
  await context.close();
});
