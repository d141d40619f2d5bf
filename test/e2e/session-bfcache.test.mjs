// A page that the browser froze and brings back: what happened to the session in the meantime is seen at once.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { newLogin, Person } from './support/person.mjs';
import { startDemo } from './support/server.mjs';

const PASSWORD = 'correct horse battery';
let browser;
let demo;

before(async () => {
  demo = await startDemo();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      ...(process.getuid?.() ? [] : ['--no-sandbox']),
    ],
    // Playwright switches the cache off; here it is what is tested.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
after(() => Promise.all([browser?.close(), demo?.close()]));

test('a sign-in and a sign-out in another tab, while this one was in the back/forward cache', async () => {
  const context = await browser.newContext({ baseURL: demo.url, locale: 'en-GB' });
  context.setDefaultTimeout(15_000);
  const open = async () => {
    const page = await context.newPage();
    await page.goto('/pages/session.html');
    const person = new Person(page);
    await person.field('login').waitFor();
    return person;
  };
  const frozen = await open();
  const other = await open();
  /** This tab goes elsewhere, something happens, and it comes back as it was: not loaded again. */
  const whileAway = async happens => {
    const { page } = frozen;
    await page.evaluate(() => {
      window.isSamePage = true;
      window.addEventListener('pageshow', ({ persisted }) => (window.wasPersisted = persisted), { once: true });
    });
    await page.goto('/favicon.svg');
    await happens();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.wasPersisted !== undefined);
    assert.deepEqual(await page.evaluate(() => [window.isSamePage, window.wasPersisted]), [true, true]);
  };
  const login = newLogin();
  await whileAway(async () => {
    await other.submitLogin(login, PASSWORD);
    await other.seesSignedIn(login);
  });
  await frozen.seesSignedIn(login);
  await whileAway(() => other.signOut());
  await frozen.field('login').waitFor();
  assert.equal((await frozen.state()).isAuthenticated, false);
  assert.equal(await frozen.widget.evaluate(({ client }) => client.getToken()), null);
  await context.close();
});
