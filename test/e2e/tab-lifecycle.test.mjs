// Session and flow survive in a tab that is hidden, frozen, kept in the back/forward cache, or lost with its renderer
// (docs/behaviour/session.md#tabs). A discarded tab is loaded again like one whose renderer has crashed, with its
// sessionStorage and nothing else, so the tests crash the renderer. Reference server, Chromium without Playwright's flags.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { AuthPage } from './support/auth-page.mjs';
import { startDemoServer } from './support/demo-server.mjs';
import { startPlainChromium } from './support/plain-chromium.mjs';
import { newLogin, newPhone, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

/** How many seconds after a code the next one can be sent. */
const SEND_INTERVAL = 60;

/**
 * @typedef {object} Tabs what the body of a test gets
 * @property {Awaited<ReturnType<typeof startDemoServer>>} demo
 * @property {AuthPage} tab a page with one widget
 * @property {AuthPage} otherTab a page that shows the SMS too
 */

/** @type {string} */
let profile;
/** @type {Awaited<ReturnType<typeof startPlainChromium>>} */
let chromium;
/** The server of the tests that leave its clock alone. @type {Awaited<ReturnType<typeof startDemoServer>>} */
let sharedDemo;

before(async () => {
  sharedDemo = await startDemoServer();
  profile = await mkdtemp(path.join(tmpdir(), 'aw-profile-'));
  chromium = await startPlainChromium(profile);
});
after(async () => {
  await chromium.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  await sharedDemo.close();
});

/** Closes all tabs but the one that the browser was started with. Playwright can't close a page whose renderer has crashed. */
async function closeTabs() {
  const { targetInfos } = await chromium.cdp.send('Target.getTargets');
  const tabs = targetInfos.filter(({ type, url }) => type === 'page' && url !== 'about:blank');
  for (const { targetId } of tabs) await chromium.cdp.send('Target.closeTarget', { targetId });
}

/**
 * Declares a test.
 * @param {string} title
 * @param {Record<string, string> | undefined} env settings of a server of its own; without them, it has the shared one
 * @param {(tabs: Tabs) => Promise<void>} run
 */
function tabTest(title, env, run) {
  test(title, { timeout: 300_000 }, async t => {
    const demo = env ? await startDemoServer(env) : sharedDemo;
    t.after(async () => {
      await closeTabs();
      if (env) {
        await demo.close();
        return;
      }
      // The next test has the same origin.
      const page = await chromium.context.newPage();
      await page.goto(`${demo.url}/favicon.svg`);
      await page.evaluate(() => localStorage.clear());
      await page.close();
    });
    const openTab = async url => {
      const page = await chromium.context.newPage();
      page.setDefaultTimeout(15_000);
      // Chromium does not keep a page in the back/forward cache that has waited for an SMS by WebOTP.
      await page.addInitScript(() => Reflect.deleteProperty(window, 'OTPCredential'));
      await page.goto(`${demo.url}${url}`);
      return new AuthPage(page);
    };
    const otherTab = await openTab('/pages/widget.html?lang=en&mode=login');
    await otherTab.field('login').waitFor();
    const tab = await openTab('/pages/session.html');
    await tab.field('login').waitFor();
    await run({ demo, tab, otherTab });
  });
}

const isRenewal = request => request.method() === 'PUT' && new URL(request.url()).pathname === '/v1/session';

/** Waits until the token of a tab has expired according to the stored session. */
async function waitForExpiry({ page }) {
  const { obtainedAt, expiresIn } = await page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.startsWith('auth-widget:session:')) ?? '';
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  });
  await until('the token has expired', () => Date.now() - obtainedAt > expiresIn * 1000);
}

/** Runs `action` while the tab is behind another one. */
async function runWhileHidden({ tab, otherTab }, action) {
  await otherTab.page.bringToFront();
  await tab.page.waitForFunction(() => document.visibilityState === 'hidden', null, { polling: 100 });
  await action();
  await tab.page.bringToFront();
}

/** Runs `action` while the tab is frozen, so that its timers and events wait. */
async function runWhileFrozen({ tab, otherTab }, action) {
  const { page } = tab;
  await page.evaluate(() => {
    window.lifecycle = [];
    for (const type of ['freeze', 'resume']) document.addEventListener(type, () => window.lifecycle.push(type));
  });
  const cdp = await chromium.context.newCDPSession(page);
  await runWhileHidden({ tab, otherTab }, async () => {
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    await action();
    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  });
  await page.waitForFunction(() => document.visibilityState === 'visible');
  assert.deepEqual(await page.evaluate(() => window.lifecycle), ['freeze', 'resume']);
  return tab;
}

/** Runs `action` while the page is in the back/forward cache. */
async function runWhileCached({ demo, tab }, action) {
  const { page } = tab;
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => (window.wasPersisted = persisted), { once: true });
  });
  await page.goto(`${demo.url}/favicon.svg`);
  await action();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => window.wasPersisted !== undefined);
  assert.equal(await page.evaluate(() => window.wasPersisted), true);
  return tab;
}

/** Runs `action` while the tab has no renderer. */
async function runWhileLost({ tab }, action) {
  const page = await chromium.crashAndReload(tab.page, action);
  page.setDefaultTimeout(15_000);
  return new AuthPage(page);
}

/** Tokens that live for seconds. A tab that isn't delayed renews them after four seconds. */
const shortTokens = { TOKEN_TTL: '5' };

tabTest('a hidden tab renews its session', shortTokens, async tabs => {
  const { demo, tab, otherTab } = tabs;
  const login = newLogin();
  await tab.submitLogin(login, PASSWORD);
  await tab.expectSignedIn(login);
  await otherTab.page.goto(`${demo.url}/favicon.svg`); // leaves the renewals to the hidden tab
  await demo.advanceClock(-60); // so that a renewal that is late on a busy machine still reaches the server in time
  await runWhileHidden(tabs, async () => {
    const renewed = await tab.page.waitForResponse(response => isRenewal(response.request()));
    assert.equal(renewed.status(), 200);
    assert.equal(await tab.page.evaluate(() => document.visibilityState), 'hidden');
  });
  await tab.expectSignedIn(login);
});

tabTest('a tab that was frozen past the end of its token renews it when it is thawed', shortTokens, async tabs => {
  const { demo, tab, otherTab } = tabs;
  const login = newLogin();
  await tab.submitLogin(login, PASSWORD);
  await tab.expectSignedIn(login);
  await otherTab.page.goto(`${demo.url}/favicon.svg`);
  let renewals = 0;
  tab.page.on('request', request => (renewals += Number(isRenewal(request))));
  /** @type {Promise<import('playwright-core').Response> | undefined} */
  let renewed;
  // The server's clock was set back, so the token is still valid there.
  await demo.advanceClock(-60);
  await runWhileFrozen(tabs, async () => {
    const before = renewals;
    await waitForExpiry(tab);
    assert.equal(renewals, before, 'a frozen tab makes no call');
    renewed = tab.page.waitForResponse(response => isRenewal(response.request()));
  });
  assert.equal((await renewed)?.status(), 200);
  await tab.expectSignedIn(login);
});

tabTest('a tab whose session has ended while it was frozen shows the form and the reason', shortTokens, async tabs => {
  const { demo, tab, otherTab } = tabs;
  const login = newLogin();
  await tab.submitLogin(login, PASSWORD);
  await tab.expectSignedIn(login);
  await otherTab.page.goto(`${demo.url}/favicon.svg`);
  await runWhileFrozen(tabs, async () => {
    await waitForExpiry(tab);
    await demo.advanceClock(60);
  });
  await tab.field('login').waitFor();
  const { isAuthenticated, error } = await tab.state();
  assert.equal(isAuthenticated, false);
  assert.ok(error);
});

const interruptions = /** @type {const} */ ([
  ['frozen', runWhileFrozen],
  ['in the back/forward cache', runWhileCached],
  ['lost with its renderer', runWhileLost],
]);

for (const [state, runWhile] of interruptions) {
  tabTest(`another person signs in while a tab is ${state}: it shows them afterwards`, undefined, async tabs => {
    const [first, second] = [newLogin(), newLogin()];
    await tabs.tab.submitLogin(first, PASSWORD);
    await tabs.otherTab.expectSignedIn(first);
    const signIn = () =>
      tabs.otherTab.evaluate(({ client }, args) => client.login(...args), /** @type {const} */ ([second, PASSWORD]));
    const tab = await runWhile(tabs, signIn);
    await tab.expectSignedIn(second);
  });

  tabTest(
    `a code screen that was ${state} has its number and the right countdown, and takes the code`,
    undefined,
    async tabs => {
      const phone = newPhone();
      await tabs.tab.evaluate(({ client }) => client.setMode('phone-login'));
      const sentAfter = Date.now();
      await tabs.tab.requestCode(phone);
      const code = await tabs.otherTab.readCode(phone);
      await tabs.tab.field('code').waitFor();
      const sentBefore = Date.now();
      const tab = await runWhile(tabs, () => until('5 seconds have passed', () => Date.now() > sentBefore + 5000));
      await tab.field('code').waitFor();
      await tab.waitForText('+7 (916) 555-');
      assert.equal((await tab.state()).phoneForVerification, phone);
      // A countdown that had stopped would now be five seconds behind.
      await until('the countdown is right', async () => {
        const text = await tab.widget.getByText(/\d:\d\d/).innerText();
        const [, minutes = NaN, seconds = NaN] = (/(\d):(\d\d)/.exec(text) ?? []).map(Number);
        return 60 * minutes + seconds <= SEND_INTERVAL - (Date.now() - sentBefore) / 1000 + 1;
      });
      assert.ok(Date.now() < sentAfter + SEND_INTERVAL * 1000);
      await tab.enterCode(code);
      await tab.submitName('Vera');
      await tab.expectSignedIn('Vera');
    },
  );

  tabTest(`a name step that was ${state} takes the name`, undefined, async tabs => {
    const phone = newPhone();
    await tabs.tab.evaluate(({ client }) => client.setMode('phone-login'));
    await tabs.tab.requestCode(phone);
    await tabs.tab.enterCode(await tabs.otherTab.readCode(phone));
    await tabs.tab.field('name').waitFor();
    const tab = await runWhile(tabs, () => Promise.resolve());
    await tab.field('name').waitFor();
    assert.equal((await tab.state()).verificationStep, 'verified');
    await tab.submitName('Yuri');
    await tab.expectSignedIn('Yuri');
  });
}
