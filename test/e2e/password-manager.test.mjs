// The password manager of a real Chromium with a window and a profile offers to save login and password, and fills them in
// on the next visit. Reference server, demo page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { canShowWindows, HOW_TO_SHOW_WINDOWS } from '../../scripts/engines/find-engines.mjs';
import { startDisplay } from '../support/display.mjs';
import { AuthPage } from './support/auth-page.mjs';
import { startDemoServer } from './support/demo-server.mjs';
import { startPlainChromium } from './support/plain-chromium.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

// Values in Chromium's histograms of its bubble “Save password?”:
// https://source.chromium.org/chromium/chromium/src/+/main:components/password_manager/core/browser/password_manager_metrics_util.h
const SHOWN = { name: 'PasswordBubble.DisplayDisposition', value: 0 }; // shown unasked, with a password to save
const ACCEPTED = { name: 'PasswordManager.SaveUIDismissalReason', value: 1 }; // with its button “Save”

/** How often Chromium has counted a value since its start. */
async function countOf({ cdp }, { name, value }) {
  const { histograms } = await cdp.send('Browser.getHistograms', { query: name });
  const buckets = histograms.find(histogram => histogram.name === name)?.buckets ?? [];
  return buckets.find(({ low }) => low === value)?.count ?? 0;
}

/** Waits until Chromium offers to save a password, for the `nth` time since its start, and accepts. */
async function acceptOffer(chromium, { page }, display, nth) {
  const press = key => execFileSync('xdotool', ['key', key], { env: { ...process.env, DISPLAY: display } });
  await until('Chromium offers to save the password', async () => (await countOf(chromium, SHOWN)) === nth);
  // An Enter that arrives after the bubble has closed must not press a button on the page.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  press('F6'); // moves the focus into the bubble, where Enter presses “Save”
  let pressedAt = -Infinity;
  await until('Chromium accepts the answer to its offer', async () => {
    // Chromium ignores Enter in a bubble's first half second, because it may have been meant for the page.
    if (performance.now() - pressedAt > 1000) {
      press('Return');
      pressedAt = performance.now();
    }
    return (await countOf(chromium, ACCEPTED)) === nth;
  });
}

/** The fields that the password manager has filled in. Their `value` stays empty until a key or a click on the page. */
const filledFields = ({ widget }) => widget.locator('input:autofill');

test(
  'Chromium saves login and password after a sign-in and after a registration, and fills them on the next visit',
  { timeout: 300_000, skip: !canShowWindows() && HOW_TO_SHOW_WINDOWS },
  async t => {
    /** @type {Awaited<ReturnType<typeof startPlainChromium>> | undefined} */
    let chromium;
    t.after(() => chromium?.kill());
    const demo = await startDemoServer();
    t.after(() => demo.close());
    const { display, child } = await startDisplay();
    t.after(() => child.kill());
    const profile = await mkdtemp(path.join(tmpdir(), 'aw-profile-'));
    t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }));
    const openWidget = async ({ context }, host, mode) => {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto(`${demo.url.replace('127.0.0.1', host)}/?lang=en&mode=${mode}`);
      return new AuthPage(page);
    };
    // Two names of one server are two sites to the password manager. It fills in nothing if it has to choose an account.
    const visits = /** @type {const} */ ([
      { host: '127.0.0.1', mode: 'login', button: 'signIn', login: newLogin() },
      { host: 'localhost', mode: 'register', button: 'createAccount', login: newLogin() },
    ]);

    const userIds = [];
    chromium = await startPlainChromium(profile, { display });
    for (const [index, { host, mode, button, login }] of visits.entries()) {
      const authPage = await openWidget(chromium, host, mode);
      await authPage.submitLogin(login, PASSWORD, button);
      await authPage.expectSignedIn(login);
      userIds.push((await authPage.state()).userId);
      await acceptOffer(chromium, authPage, display, index + 1);
      await authPage.signOut();
    }
    await chromium.close();

    // SQLite keeps the texts of a row side by side: username_element, username_value, password_element.
    const database = await readFile(path.join(profile, 'Default/Login Data'), 'latin1');
    for (const { login } of visits) assert.ok(database.includes(`login${login}password`), login);

    chromium = await startPlainChromium(profile, { display });
    for (const [index, { host, login }] of visits.entries()) {
      const authPage = await openWidget(chromium, host, 'login');
      await until('Chromium fills both fields', async () => (await filledFields(authPage).count()) === 2);
      await authPage.page.keyboard.press('Shift');
      assert.equal(await authPage.field('login').inputValue(), login);
      assert.equal(await authPage.field('password').inputValue(), PASSWORD);
      await authPage.button('signIn').click();
      await authPage.expectSignedIn(login);
      assert.equal((await authPage.state()).userId, userIds[index]);
    }
    await chromium.close();
  },
);
