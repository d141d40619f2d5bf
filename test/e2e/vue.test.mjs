// auth-widget/vue on a page that a server has rendered, after a production build. Reference server, Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setUpDemoTests } from './support/demo-test.mjs';
import { buildFrameworkPage } from './support/framework-page.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

const fixture = await buildFrameworkPage('vue');
const demoTest = setUpDemoTests();

const OWN_EVENTS = ['auth-signed-in', 'auth-signed-out'];

/** @typedef {object | null} Source */

/** Opens the page and logs the events that reach the document. */
async function open(page, source = /** @type {Source} */ ({ baseUrl: '/' })) {
  await fixture.open(page, source);
  await page.evaluate(types => {
    globalThis.log = [];
    for (const type of types)
      document.addEventListener(type, event => globalThis.log.push(`${type} ${event.displayName ?? event.reason}`));
  }, OWN_EVENTS);
}
const hydrate = (page, source = /** @type {Source} */ ({ baseUrl: '/' })) =>
  page.evaluate(source => globalThis.fixture.hydrate(source), source);
const readLog = page => page.evaluate(() => globalThis.log);
const change = (page, settings) =>
  page.evaluate(settings => Object.assign(globalThis.fixture.settings, settings), settings);

/** Signs in on a page that is hydrated at once, and leaves a session for the next page. */
async function signIn({ page, authPage }) {
  const login = newLogin();
  await open(page);
  await hydrate(page);
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  return login;
}

demoTest('a stored session is restored once Vue has hydrated the page, and is reported once', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  await open(page);
  const status = page.locator('#status');
  assert.equal(await status.innerText(), 'Unknown');
  const widget = await page.evaluateHandle(() => /** @type {any} */ (document.querySelector('auth-widget')));
  // The tag is registered, but has no client yet.
  assert.equal(await widget.evaluate(({ hasUpdated, updateComplete }) => updateComplete.then(() => hasUpdated)), false);

  await page.evaluate(() => {
    globalThis.heard = [];
    globalThis.fixture.settings.widget = { onAuthSignedIn: event => globalThis.heard.push(event.displayName) };
  });
  await hydrate(page);
  await authPage.expectSignedIn(login);
  await until('the component says it', async () => (await status.innerText()) === `In: ${login}`);
  assert.deepEqual(await readLog(page), [`auth-signed-in ${login}`]);
  assert.deepEqual(await page.evaluate(() => globalThis.heard), [login]);
  // It is the element that the server rendered, with the app's client.
  assert.equal(await widget.evaluate(widget => widget === document.querySelector('auth-widget')), true);
  assert.equal(await widget.evaluate(({ client }) => client === globalThis.fixture.auth.client), true);
});

demoTest('a listener that is added late is called once, and the earlier one is not called again', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  await open(page);
  await page.evaluate(() => {
    globalThis.heard = [];
    globalThis.listenAs = name => event => globalThis.heard.push(`${name} ${event.displayName}`);
    globalThis.fixture.settings.widget = { onAuthSignedIn: globalThis.listenAs('first') };
  });
  await hydrate(page);
  await authPage.expectSignedIn(login);
  // A function that replaces the first one doesn't count as a new listener.
  await page.evaluate(() => {
    globalThis.fixture.settings.widget = { onAuthSignedIn: globalThis.listenAs('second') };
  });
  await page.evaluate(() => {
    globalThis.fixture.settings.widget = {};
  });
  await page.evaluate(() => {
    globalThis.fixture.settings.widget = { onAuthSignedIn: globalThis.listenAs('third') };
  });
  await until('the late listener is called', () => page.evaluate(() => globalThis.heard.length === 2));
  await authPage.signOut();
  assert.deepEqual(await page.evaluate(() => globalThis.heard), [`first ${login}`, `third ${login}`]);
});

demoTest('a widget that is removed and shown again is signed in, and the app stays signed in', async context => {
  const { page, authPage } = context;
  const login = await signIn(context);
  const status = page.locator('#status');
  for (let round = 0; round < 3; round++) {
    await change(page, { isShown: false });
    await authPage.widget.waitFor({ state: 'detached' });
    assert.equal(await status.innerText(), `In: ${login}`);
    await change(page, { isShown: true });
    await authPage.expectSignedIn(login);
  }
  await page.evaluate(() => globalThis.fixture.auth.logout());
  await authPage.field('login').waitFor();
  await until('the component says it', async () => (await status.innerText()) === 'Out');
});

demoTest('properties that are set late take effect; an address of its own replaces the app’s client', async context => {
  const { page, authPage } = context;
  await open(page);
  await hydrate(page);
  await authPage.field('password').waitFor();
  await change(page, { widget: { mode: 'phone-login' } });
  await authPage.field('phone').waitFor();
  const isClientOfApp = () => authPage.evaluate(({ client }) => client === globalThis.fixture.auth.client);
  assert.equal(await isClientOfApp(), true);
  await change(page, { widget: { baseUrl: '/elsewhere/' } });
  await until('it has a client of its own', async () => !(await isClientOfApp()));
  await change(page, { widget: {} });
  await until('it has the client of the app again', isClientOfApp);
});

demoTest('without an app client the widget has its own', async context => {
  const { page, authPage } = context;
  await open(page, null);
  await hydrate(page, null);
  const login = newLogin();
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  assert.deepEqual(await readLog(page), [`auth-signed-in ${login}`]);
});

demoTest('v-model has the value of an input, and does not change an incomplete number', async context => {
  const { page } = context;
  await open(page);
  await hydrate(page);
  const phone = page.locator('phone-input');
  const code = page.locator('code-input');
  const settings = () => page.evaluate(() => ({ ...globalThis.fixture.settings }));
  await phone.getByRole('textbox').click();
  await page.keyboard.type('916123');
  await change(page, { renderings: 1 });
  await page.locator('[data-renderings="1"]').waitFor();
  assert.equal(await phone.evaluate((/** @type {any} */ { text }) => text), '+7 (916) 123');
  assert.equal((await settings()).phone, '');
  await page.keyboard.type('4567');
  await until('the number is in the model', async () => (await settings()).phone === '79161234567');
  await page.keyboard.press('Backspace');
  await until('it is incomplete again', async () => (await settings()).phone === '');
  assert.equal(await phone.evaluate((/** @type {any} */ { text }) => text), '+7 (916) 123-45-6');
  await change(page, { phone: '79990000001', code: '12' });
  await until('the model is in the field', () =>
    phone.evaluate((/** @type {any} */ { value, text }) => value === '79990000001' && text === '+7 (999) 000-00-01'),
  );
  assert.equal(await code.evaluate((/** @type {any} */ { value }) => value), '12');
});

demoTest('unmounting the app disposes of its client', async context => {
  const { page } = context;
  await signIn(context);
  const code = await page.evaluate(() => {
    const { app, auth } = globalThis.fixture;
    const { client } = auth;
    app.unmount();
    return client.login('anna', 'correct horse').catch(error => error.code);
  });
  assert.equal(code, 'cancelled');
});

test('nothing starts on a server, and the state is unknown', async () => {
  const { html, auth } = await fixture.render({ baseUrl: '/' });
  assert.match(html, /<p id="status">Unknown<\/p>/);
  assert.match(html, /<auth-widget defer-hydration lang="en" mode="login">/);
  assert.equal(await auth.getToken(), null);
  await auth.ready;
  assert.equal(auth.state.value.isLoading, true);
  await assert.rejects(auth.client.login('anna', 'correct horse'), { code: 'cancelled' });
});
