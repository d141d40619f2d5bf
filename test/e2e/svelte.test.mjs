// auth-widget/svelte on a page that a server has rendered, after a production build. Reference server, Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setUpDemoTests } from './support/demo-test.mjs';
import { buildFrameworkPage } from './support/framework-page.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

const fixture = await buildFrameworkPage('svelte');
const demoTest = setUpDemoTests();

/** Opens the page and logs the events that reach the document. */
async function open(page) {
  await fixture.open(page);
  await page.evaluate(() => {
    globalThis.log = [];
    globalThis.heard = [];
    for (const type of ['auth-signed-in', 'auth-signed-out'])
      document.addEventListener(type, (/** @type {any} */ event) =>
        globalThis.log.push(`${type} ${event.displayName ?? event.reason}`),
      );
  });
}

/** Hydrates the page. The app's client is attached to the widget, which has a listener. */
const hydrate = page =>
  page.evaluate(() =>
    globalThis.fixture.hydrate({ baseUrl: '/' }, auth => ({
      attached: { client: auth.client },
      listeners: { 'onauth-signed-in': event => globalThis.heard.push(event.displayName) },
    })),
  );

/** Replaces the page's settings with what `read` returns in the page. */
const change = (page, read) =>
  page.evaluate(`globalThis.fixture.settings.update(settings => ({ ...settings, ...(${read})() }))`);

/** Signs in on a page that is hydrated at once, and leaves a session for the next page. */
async function signIn({ page, authPage }) {
  const login = newLogin();
  await open(page);
  await hydrate(page);
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  return login;
}

const isClientOfApp = authPage => authPage.evaluate(({ client }) => client === globalThis.fixture.auth.client);

demoTest('a session that the tag restores before Svelte hydrates the page is reported once', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  await open(page);
  const status = page.locator('#status');
  await authPage.expectSignedIn(login);
  assert.equal(await status.innerText(), 'Unknown');
  const widget = await page.evaluateHandle(() => document.querySelector('auth-widget'));
  const log = await page.evaluate(() => globalThis.log);

  await hydrate(page);
  await until('the widget has the client of the app', () => isClientOfApp(authPage));
  await authPage.expectSignedIn(login);
  await until('the store says it', async () => (await status.innerText()) === `In: ${login}`);
  assert.deepEqual(await page.evaluate(() => globalThis.heard), [login]);
  assert.deepEqual(await page.evaluate(() => globalThis.log), log, 'nobody is reported as signed out in between');
  assert.equal(await widget.evaluate(widget => widget === document.querySelector('auth-widget')), true);
  await authPage.signOut();
  await until('the store says that, too', async () => (await status.innerText()) === 'Out');
});

demoTest('a listener that is added late is called once, and the earlier one is not called again', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  await open(page);
  await authPage.expectSignedIn(login);
  await hydrate(page);
  await until('the first listener is called', () => page.evaluate(() => globalThis.heard.length === 1));
  await change(page, () => ({ listeners: {} }));
  await change(page, () => ({
    listeners: { 'onauth-signed-in': event => globalThis.heard.push(`late ${event.displayName}`) },
  }));
  await until('the late listener is called', () => page.evaluate(() => globalThis.heard.length === 2));
  await authPage.signOut();
  assert.deepEqual(await page.evaluate(() => globalThis.heard), [login, `late ${login}`]);
});

demoTest('a widget that is removed and shown again is signed in, and the app stays signed in', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  const status = page.locator('#status');
  for (let round = 0; round < 3; round++) {
    await change(page, () => ({ isShown: false }));
    await authPage.widget.waitFor({ state: 'detached' });
    assert.equal(await status.innerText(), `In: ${login}`);
    await change(page, () => ({ isShown: true }));
    await authPage.expectSignedIn(login);
    assert.equal(await isClientOfApp(authPage), true);
  }
  await page.evaluate(() => globalThis.fixture.auth.logout());
  await authPage.field('login').waitFor();
  await until('the store says it', async () => (await status.innerText()) === 'Out');
});

demoTest('properties that are set late take effect, and go when the attachment goes', async context => {
  const { page, authPage } = context;
  await open(page);
  await hydrate(page);
  await authPage.field('password').waitFor();
  assert.equal(await isClientOfApp(authPage), true);
  await change(page, () => ({ mode: 'phone-login' }));
  await authPage.field('phone').waitFor();
  await change(page, () => ({ attached: { baseUrl: '/elsewhere/' } }));
  await until('it has a client of its own', async () => !(await isClientOfApp(authPage)));
  assert.equal(await authPage.evaluate(({ baseUrl }) => baseUrl), '/elsewhere/');
  await change(page, () => ({ attached: undefined }));
  await until('it has its own address no more', () => authPage.evaluate(({ baseUrl }) => baseUrl === undefined));
  await change(page, () => ({ attached: { client: globalThis.fixture.auth.client } }));
  await until('it has the client of the app again', () => isClientOfApp(authPage));
});

demoTest("the store keeps Svelte's contract", async context => {
  const { page } = context;
  const login = await signIn(context);
  const states = await page.evaluate(async () => {
    const { auth } = globalThis.fixture;
    const heard = [];
    const end = auth.subscribe(({ displayName }) => heard.push(displayName));
    const atOnce = [...heard];
    await auth.logout();
    end();
    const atEnd = heard.length;
    await auth.client.login('anna_contract', 'correct horse battery');
    return {
      atOnce,
      last: heard.at(-1),
      isQuiet: heard.length === atEnd,
      now: globalThis.fixture.get(auth).displayName,
    };
  });
  assert.deepEqual(states, { atOnce: [login], last: null, isQuiet: true, now: 'anna_contract' });
});

test('nothing starts on a server, and the state is unknown', async () => {
  const { html, auth } = await fixture.render({ baseUrl: '/' });
  assert.match(html, /<p id="status">Unknown<\/p>/);
  assert.match(html, /<auth-widget lang="en" mode="login">/);
  assert.equal(await auth.getToken(), null);
  await auth.ready;
  /** @type {unknown[]} */
  const states = [];
  auth.subscribe(state => states.push(state.isLoading))();
  assert.deepEqual(states, [true]);
  await assert.rejects(auth.client.login('anna', 'correct horse'), { code: 'cancelled' });
});
