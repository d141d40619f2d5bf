// The app of examples/session. docs/your-app.md shows its modules.
import assert from 'node:assert/strict';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('session', {
  path: '/sign-in',
  files: 'dist',
  headers: {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html",
  },
});

/** @param {import('playwright-core').Page} page */
const pathOf = page => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/**
 * Answers calls to the app's own API, and records the `Authorization` header of each.
 * @param {import('playwright-core').Page} page
 */
async function answerMessages(page) {
  /** @type {(string | undefined)[]} */
  const authorizations = [];
  await page.route('**/api/messages', async route => {
    authorizations.push(route.request().headers().authorization);
    await route.fulfill({ json: ['First message'] });
  });
  return authorizations;
}

/** Makes the stored session expire according to the device's clock. @param {import('playwright-core').Page} page */
const expireSession = page =>
  page.evaluate(() => {
    for (const [key, json] of Object.entries(localStorage)) {
      if (key.startsWith('auth-widget:session:'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(json), obtainedAt: 0 }));
    }
  });

appTest('a guarded page: to the sign-in, back, through a reload, and away when the session ends', async context => {
  const first = await context.openTab('/messages?page=2');
  const authorizations = await answerMessages(first.page);
  await first.expectSignedOut();
  assert.equal(pathOf(first.page), '/sign-in?return=%2Fmessages%3Fpage%3D2');
  await first.signIn();
  await first.page.getByText('First message').waitFor();
  assert.equal(pathOf(first.page), '/messages?page=2');

  // The guard waits for the server's answer.
  await expireSession(first.page);
  /** @type {string[]} */
  const visited = [];
  first.page.on('framenavigated', () => visited.push(pathOf(first.page)));
  await first.page.reload();
  await first.page.getByText('First message').waitFor();
  assert.deepEqual(new Set(visited), new Set(['/messages?page=2']));
  assert.deepEqual(first.greetings, ['Hello Ada']);

  const second = await context.openTab();
  await second.expectSignedIn();
  assert.equal(authorizations.length, 2);
  assert.equal(authorizations.at(-1), `Bearer ${await second.authPage.token()}`);
  await second.page.getByRole('button', { name: 'Leave' }).click();
  await second.expectSignedOut();
  await first.expectSignedOut();
  assert.equal(pathOf(first.page), '/sign-in?return=%2Fmessages%3Fpage%3D2');
});

appTest('a return path that leads to another site is not followed', async ({ openTab }) => {
  const tab = await openTab('/sign-in');
  await tab.signIn();
  await tab.expectSignedIn();
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    'javascript:1',
  ]) {
    await tab.page.goto(`/sign-in?return=${encodeURIComponent(evil)}`);
    await tab.page.getByText('Home', { exact: true }).last().waitFor();
    await tab.page.waitForURL(url => url.pathname === '/' && url.search === '');
  }
});

appTest('the header stays empty until it is known who is signed in', async ({ openTab }) => {
  const { page, signIn, expectSignedIn } = await openTab();
  await signIn();
  await expectSignedIn();
  await expireSession(page);
  /** @type {() => void} */
  let answer = () => {};
  const asked = new Promise(resolve => {
    void page.route('**/v1/session', async route => {
      resolve(undefined);
      await new Promise(resume => (answer = () => resume(undefined)));
      await route.continue();
    });
  });
  await page.goto('/');
  await asked;
  assert.equal(await page.locator('#person').textContent(), '');
  answer();
  await page.getByText('Signed in as Ada').waitFor();
});
