// The widget in Chromium, on a page with another origin than the project's. The one-file build and the adapter are two module
// scripts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import '../../../scripts/suites/typescript.mjs';
import { findEngine } from '../../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../../e2e/support/auth-page.mjs';
import { launch } from '../../e2e/support/browser.mjs';
import { collectPageErrors } from '../../e2e/support/page-errors.mjs';
import { buildTestSite } from '../../e2e/support/test-site.mjs';
import { until } from '../../e2e/support/until.mjs';

const { setUpAuthServers, skipReason } = await import('./auth-server.js');
const { newPhone, wrongCode } = await import('./accounts.js');
const { startGateway, startSite } = await import('./gateway.js');

const skip = skipReason ?? (findEngine('chromium') ? undefined : 'Chromium not found');

describe('Supabase: widget', { skip }, () => {
  const servers = setUpAuthServers({ usual: { GOTRUE_SMS_OTP_EXP: '300' }, brief: { GOTRUE_JWT_EXP: '2' } });
  /** @type {{ close(): Promise<unknown> }[]} */
  const started = [];
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Record<'usual' | 'brief', { gateway: string, site: string }>} */
  let addresses;

  before(async () => {
    const files = await buildTestSite();
    const start = async (/** @type {string} */ url) => {
      const gateway = await startGateway(url);
      const site = await startSite(files, gateway.url);
      started.push(gateway, site);
      return { gateway: gateway.url, site: site.url };
    };
    addresses = { usual: await start(servers.usual.url), brief: await start(servers.brief.url) };
    browser = await launch();
    started.push(browser);
  });
  after(() => Promise.all(started.map(one => one.close())));

  /**
   * Opens tabs of one browser context. Fails the test if they log errors, violate their policy or call other origins.
   * @param {import('node:test').TestContext} t
   * @param {'usual' | 'brief'} kind
   */
  async function openBrowser(t, kind = 'usual') {
    const { site, gateway } = addresses[kind];
    const context = await browser.newContext();
    /** @type {string[][]} */
    const errors = [];
    t.after(async () => {
      await context.close();
      assert.deepEqual(errors.flat(), []);
    });
    return {
      context,
      async openTab() {
        const page = await context.newPage();
        // Chromium logs every answer with an error status.
        errors.push(await collectPageErrors(page, [site, gateway], [/status of (?:403|422|429) /]));
        await page.goto(site);
        return new AuthPage(page);
      },
    };
  }

  /**
   * Waits for the SMS to a number, from either server.
   * @param {string} phone
   */
  const codeTo = async phone => {
    await until('the SMS is sent', () => servers.usual.codesTo(phone).length > 0);
    return /** @type {string} */ (servers.usual.codesTo(phone).at(-1));
  };

  /**
   * @param {AuthPage} authPage
   * @param {string} phone
   */
  async function registerByPhone(authPage, phone) {
    await authPage.evaluate(widget => void (widget.mode = 'phone-register'));
    await authPage.type('phone', phone.slice(1));
    await authPage.type('name', 'Anna');
    await authPage.button('requestCode').click();
    await authPage.enterCode(await codeTo(phone));
    await authPage.expectSignedIn('Anna');
  }

  test('registration by phone, a reload, and sign-out', async t => {
    const { openTab } = await openBrowser(t);
    const authPage = await openTab();
    const phone = newPhone();
    await registerByPhone(authPage, phone);
    await authPage.page.reload();
    await authPage.expectSignedIn('Anna');
    await authPage.signOut();
    const sql = 'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.phone = $1';
    await until('the session is over', async () => (await servers.usual.query(sql, phone)).length === 0);
  });

  test('an unknown number: no SMS is sent, and the widget offers registration', async t => {
    const { openTab } = await openBrowser(t);
    const authPage = await openTab();
    const phone = newPhone();
    await authPage.requestCode(phone);
    await authPage.waitForText('No account matches this.');
    assert.deepEqual(servers.usual.codesTo(phone), []);
    await authPage.button('createAccount').click();
    await authPage.type('name', 'Anna');
    await authPage.button('requestCode').click();
    await authPage.enterCode(await codeTo(phone));
    await authPage.expectSignedIn('Anna');
  });

  test('a wrong code, a reload, and the right code', async t => {
    const { openTab } = await openBrowser(t);
    const authPage = await openTab();
    const phone = newPhone();
    await authPage.evaluate(widget => void (widget.mode = 'phone-register'));
    await authPage.type('phone', phone.slice(1));
    await authPage.type('name', 'Anna');
    await authPage.button('requestCode').click();
    const code = await codeTo(phone);
    await authPage.enterCode(wrongCode(code));
    await authPage.waitForText('That code isn’t right. Check the text message.');
    await authPage.page.reload();
    await authPage.enterCode(code);
    await authPage.expectSignedIn('Anna');
  });

  test('a second tab is signed in and out with the first', async t => {
    const { openTab } = await openBrowser(t);
    const first = await openTab();
    await registerByPhone(first, newPhone());
    const second = await openTab();
    await second.expectSignedIn('Anna');
    await second.signOut();
    await until('the first tab is signed out', async () => !(await first.state()).isAuthenticated);
  });

  test('two tabs renew a session that lives for two seconds, and stay signed in', async t => {
    const { openTab } = await openBrowser(t, 'brief');
    const tabs = [await openTab(), await openTab()];
    await registerByPhone(/** @type {AuthPage} */ (tabs[0]), newPhone());
    const tokens = new Set();
    await until('the session was renewed five times', async () => {
      for (const tab of tabs) tokens.add(await tab.token());
      return tokens.size > 5;
    });
    assert.ok(!tokens.has(null));
    for (const tab of tabs) await tab.expectSignedIn('Anna');
  });
});
