// Tests for what several examples have in common: a guarded route, the form as HTML, and types that find mistakes.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDeferred } from '../../e2e/support/deferred.mjs';
import { root } from './package.mjs';

/** @typedef {ReturnType<typeof import('./app-test.mjs').setUpApp>} AppTest */

/**
 * `/account` sends a person who isn't signed in to the widget, and back after the sign-in. A sign-out leads to the widget.
 * @param {AppTest} appTest
 */
export function testGuardedRoute(appTest) {
  appTest('a guarded route', async ({ openTab }) => {
    const { page, authPage, signIn } = await openTab('/account');
    const heading = page.getByRole('heading', { name: 'Account of Ada' });
    const expectAccount = async () => {
      await heading.waitFor();
      assert.equal(new URL(page.url()).pathname, '/account');
      await page.getByRole('banner').getByText('Signed in as Ada').waitFor();
    };
    await authPage.field('phone').waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await signIn();
    await expectAccount();
    await page.reload();
    await expectAccount();

    // Within the app, without loading a new page.
    await page.getByRole('link', { name: 'Home' }).click();
    await authPage.expectSignedIn('Ada');
    await page.getByRole('link', { name: 'Account' }).click();
    await expectAccount();

    // A sign-out in another tab.
    const other = await openTab('/');
    await other.authPage.expectSignedIn('Ada');
    await other.authPage.signOut();
    await heading.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText('Signed out').waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await signIn();
    await page.getByRole('link', { name: 'Account' }).click();
    await expectAccount();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await authPage.field('phone').waitFor();
    await page.getByRole('banner').getByText('Signed out').waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
  });
}

/**
 * The page has the first screen as HTML: a person types before any script has arrived, and goes on in the same input.
 * @param {AppTest} appTest
 */
export function testServedScreen(appTest) {
  appTest('what is typed before the scripts have arrived stays through the upgrade', async ({ openTab }) => {
    const scripts = createDeferred();
    const { page, authPage } = await openTab('/', page =>
      page.route(isScript, async route => {
        await scripts.promise;
        await route.continue();
      }),
    );
    const input = page.locator('phone-input input');
    await input.click();
    await page.keyboard.type('916123');
    await input.evaluate(served => Reflect.set(window, 'served', served));
    assert.equal(await page.evaluate(() => customElements.get('auth-widget')), undefined);
    scripts.resolve();
    await page.waitForFunction(() => Reflect.get(window, 'served').value === '+7 (916) 123');
    await page.keyboard.type('4567');
    const after = await input.evaluate(found => ({
      text: /** @type {HTMLInputElement} */ (found).value,
      isSame: found === Reflect.get(window, 'served'),
    }));
    assert.deepEqual(after, { text: '+7 (916) 123-45-67', isSame: true });
    await page.keyboard.press('Enter');
    await authPage.field('code').waitFor();
  });

  appTest('a person who is signed in never sees the form', async ({ openTab, rendersPerson }) => {
    const { page, signIn, expectSignedIn, serverIsTold } = await openTab('/');
    const told = async () => rendersPerson && (await serverIsTold('POST'));
    await Promise.all([told(), signIn()]);
    await expectSignedIn();
    await page.addInitScript(noticeForm);
    const isFormSeen = () => page.evaluate(() => Reflect.get(window, 'isFormSeen'));

    // A server that doesn't know the person sends the form, which is hidden before the scripts have arrived.
    await page.context().clearCookies();
    const scripts = createDeferred();
    await page.route(isScript, async route => {
      await scripts.promise;
      await route.continue();
    });
    const again = told();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('auth-widget + script'));
    const isServed = await page.evaluate(() =>
      document.querySelector('auth-widget')?.shadowRoot?.querySelector('form'),
    );
    assert.ok(isServed, 'the form is served');
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
    scripts.resolve();
    await expectSignedIn();
    await again;
    assert.equal(await isFormSeen(), false);

    if (!rendersPerson) return;
    const answer = await page.reload();
    assert.doesNotMatch((await answer?.text()) ?? '', /shadowrootmode/);
    await expectSignedIn();
    assert.equal(await isFormSeen(), false);
  });
}

/** Runs in the page: notes whether a person could see a phone field in any frame. */
function noticeForm() {
  Reflect.set(window, 'isFormSeen', false);
  const look = () => {
    const field = document.querySelector('auth-widget')?.shadowRoot?.querySelector('phone-input');
    if (field?.checkVisibility({ visibilityProperty: true })) Reflect.set(window, 'isFormSeen', true);
    requestAnimationFrame(look);
  };
  look();
}

/** @param {URL} url */
const isScript = ({ pathname }) => pathname.endsWith('.js');

/**
 * The app's server sends a browser away from `/account` unless it knows that the person is signed in.
 * @param {AppTest} appTest of an app with a session of its own server
 * @param {string} signIn the path that it sends to
 */
export function testServerGuard(appTest, signIn) {
  appTest('a guard on the server', async ({ openTab, url }) => {
    const refused = await fetch(`${url}/account`, { redirect: 'manual' });
    assert.match(String(refused.status), /^30[27]$/);
    assert.equal(new URL(refused.headers.get('location') ?? '', url).href, url + signIn);

    const { page, signIn: enter, expectSignedIn, expectSignedOut, serverIsTold } = await openTab('/');
    const begun = serverIsTold('POST');
    await enter();
    await expectSignedIn();
    await begun;
    /** Loads the page. Resolves to its status, and to whether the browser was redirected on the way. */
    const load = async () => {
      const answer = await page.goto('/account');
      const from = answer?.request().redirectedFrom();
      return { status: answer?.status(), isRefused: from !== null && from !== undefined };
    };
    const heading = page.getByRole('heading', { name: 'Account of Ada' });
    assert.deepEqual(await load(), { status: 200, isRefused: false });
    await heading.waitFor();

    // The server has forgotten the person: the page with the sign-in restores the session, tells the server, and leads back.
    await page.context().clearCookies();
    const again = serverIsTold('POST');
    assert.deepEqual(await load(), { status: 200, isRefused: true });
    await heading.waitFor();
    assert.equal(new URL(page.url()).pathname, '/account');
    await again;
    assert.deepEqual(await load(), { status: 200, isRefused: false });

    const ended = serverIsTold('DELETE');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectSignedOut();
    await ended;
    assert.deepEqual(await load(), { status: 200, isRefused: true });
    await expectSignedOut();
    assert.equal(new URL(page.url()).pathname, new URL(signIn, url).pathname);
  });
}

/**
 * An app's script `check` finds the mistakes in a component, none in the sample from docs/usage.md, and none in the app.
 * @param {AppTest} appTest of an app that is set up with `testsMistakes`
 * @param {string} file the file to write the component to
 * @param {string} component its source
 * @param {RegExp[]} errors one for each mistake
 * @param {RegExp} location matches where the check says that an error is; its first group is the name of the file
 */
export function testMistakes(appTest, file, component, errors, location) {
  appTest('the type check finds mistakes', async ({ app }) => {
    const target = path.join(app.folder, file);
    const extension = path.extname(file);
    const page = await readFile(path.join(root, 'docs/usage.md'), 'utf8');
    const sample = new RegExp(`\`\`\`${extension.slice(1)}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';
    assert.notEqual(sample, '');
    const sampleFile = path.join(path.dirname(target), `usage${extension}`);
    await writeFile(target, component);
    await writeFile(sampleFile, sample);
    try {
      await app.runScript('check', { NO_COLOR: '1' });
    } catch (error) {
      for (const expected of errors) assert.match(String(error), expected);
      const files = new Set(Array.from(String(error).matchAll(location), ([, name]) => name));
      assert.deepEqual([...files], [path.basename(file)], String(error));
      return;
    } finally {
      await rm(target);
      await rm(sampleFile);
    }
    assert.fail('The type check has found no mistake.');
  });
}
