import assert from 'node:assert/strict';
import { until } from '../e2e/support/until.mjs';
import { testServedScreen, testServerGuard } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('next', {
  command: ['../node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  rendersPerson: true,
});

appTest('the page rendered on the server has the tag, with its attributes and slotted content', async ({ url }) => {
  const html = await (await fetch(`${url}/sign-in`)).text();
  assert.match(html, /<auth-widget defer-hydration=""><p slot="footer">/);
  assert.match(html, /<p><\/p>/);
  assert.doesNotMatch(html, /Signed out/);
});

appTest('a guarded route leads to the sign-in and back', async ({ openTab }) => {
  const { page, authPage, signIn } = await openTab('/account');
  await page.waitForURL('**/sign-in');
  await signIn();
  await page.waitForURL('**/account');
  await page.getByText('No new messages').waitFor();

  await page.reload();
  await page.getByText('No new messages').waitFor();
  assert.equal(new URL(page.url()).pathname, '/account');

  const other = await openTab('/');
  await other.expectSignedIn();
  await other.authPage.signOut();
  await page.waitForURL('**/sign-in');
  await authPage.field('phone').waitFor();
  await until('the header says so', async () => (await page.locator('header p').innerText()) === 'Signed out');

  // Within the app, without loading a new page.
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await authPage.field('phone').waitFor();
});

testServerGuard(appTest, '/sign-in');

testServedScreen(appTest);
