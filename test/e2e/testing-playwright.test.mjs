// The helpers of auth-widget/testing/playwright, in Chromium. The page's only server is the one in memory.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { mockServer, signIn, signInByPassword, signInByPhone, signOut } from '../../src/testing/playwright.js';
import { AuthPage } from './support/auth-page.mjs';
import { launch } from './support/browser.mjs';
import { startStaticServer } from './support/static-server.mjs';

const PHONE = '8 916 123-45-67';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startStaticServer>>} */
let site;

before(async () => {
  site = await startStaticServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.close();
});

/**
 * A browser context with the server in memory.
 * @param {import('node:test').TestContext} t
 */
async function openContext(t) {
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
  t.after(() => context.close());
  const backend = new MemoryBackend();
  await mockServer(context, backend);
  return { context, backend };
}

/**
 * A page in a context of its own.
 * @param {import('node:test').TestContext} t
 * @param {(page: import('playwright-core').Page, backend: MemoryBackend) => Promise<unknown>} [prepare] runs before the page is opened
 */
async function openPage(t, prepare) {
  const { context, backend } = await openContext(t);
  const page = await context.newPage();
  await prepare?.(page, backend);
  await page.goto('/pages/session.html');
  return { context, backend, page, authPage: new AuthPage(page) };
}

test('a person is signed in before the page is opened, and stays signed out after a sign-out', async t => {
  const { page, authPage, backend } = await openPage(t, (page, backend) =>
    signIn(page, backend, { displayName: 'Anna' }),
  );
  await authPage.expectSignedIn('Anna');
  assert.deepEqual(backend.calls, ['getSession']);
  await page.reload();
  await authPage.expectSignedIn('Anna');
  await signOut(page);
  assert.equal(backend.calls.at(-1), 'endSession');
  await page.reload();
  await authPage.field('login').waitFor();
});

test('a sign-in by phone, with the code of the SMS and a name', async t => {
  const { page, authPage, backend } = await openPage(t);
  await signInByPhone(page, { phone: PHONE, code: () => backend.codeFor(PHONE), displayName: 'Anna' });
  await authPage.expectSignedIn('Anna');
  assert.deepEqual(backend.calls, ['requestCode', 'verifyCode', 'setDisplayName']);
});

test('a sign-in by password, inside a locator; a second tab of the context has the session too', async t => {
  const { page, authPage, backend, context } = await openPage(t, (_, backend) => {
    backend.addAccount({ login: 'anna', password: 'correct horse', displayName: 'Anna' });
    return Promise.resolve();
  });
  await signInByPassword(page.locator('body'), { login: 'anna', password: 'correct horse' });
  await authPage.expectSignedIn('Anna');
  const second = await context.newPage();
  await second.goto('/pages/session.html');
  await new AuthPage(second).expectSignedIn('Anna');
  assert.equal(backend.calls.at(-1), 'getSession');
});

test('faults: an error, no answer, a delayed answer, no network on the page', async t => {
  const { page, authPage, backend, context } = await openPage(t);
  const sign = () => signInByPhone(page, { phone: '79990000001', code: '111111', displayName: 'Anna' });
  backend.failNext('requestCode', { code: 'too-many-requests', retryAfter: 90 });
  await assert.rejects(sign(), /Too many attempts/);
  await page.reload();
  backend.failNext('requestCode', 'network');
  await assert.rejects(sign(), /We couldn’t reach the server/);
  await context.setOffline(true);
  backend.isOffline = true;
  await assert.rejects(sign(), /You’re offline|no internet/i);
  await context.setOffline(false);
  backend.isOffline = false;
  const call = backend.stallNext('requestCode');
  const signedIn = sign();
  await call.started;
  assert.equal((await authPage.state()).isLoading, true);
  call.release();
  await signedIn;
  await authPage.expectSignedIn('Anna');
});

test('a session that the server has ended', async t => {
  const { authPage } = await openPage(t, async (page, backend) => {
    await signIn(page, backend);
    backend.clock.advance(15 * 86_400);
  });
  await authPage.field('login').waitFor();
  await authPage.waitForText('Your session has ended');
});

test('a rejection says what the widget shows', async t => {
  const { page } = await openPage(t);
  const wrong = signInByPhone(page, { phone: '79990000001', code: '000000' });
  await assert.rejects(wrong, {
    message: 'The widget shows an error: That code isn’t right. Check the text message. 2\u00A0tries left.',
  });
});

test('a page on another origin than its server, which answers preflights', async t => {
  const { page, backend } = await openPage(t);
  await page.evaluate(() =>
    document.querySelector('auth-widget')?.setAttribute('base-url', 'https://chat.example.com/api'),
  );
  await signInByPhone(page, { phone: '79990000001', code: '111111', displayName: 'Anna' });
  assert.equal(backend.calls.at(-1), 'setDisplayName');
});
