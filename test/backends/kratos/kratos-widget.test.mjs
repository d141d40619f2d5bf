// The widget in Chromium, on a page with another origin than that of Ory Kratos, but of the same site: CORS, cookies and the
// token against forged calls are those of a browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import '../../../scripts/suites/typescript.mjs';
import { findEngine } from '../../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../../e2e/support/auth-page.mjs';
import { launch } from '../../e2e/support/browser.mjs';
import { listen } from '../../e2e/support/listen.mjs';
import { collectPageErrors } from '../../e2e/support/page-errors.mjs';
import { buildTestSite } from '../../e2e/support/test-site.mjs';

const { NUMBER_SUFFIX, setUpKratos, skipReason } = await import('./kratos-server.js');
const { newLogin, newPhone, PASSWORD, wrongCode } = await import('./accounts.js');

const skip = skipReason ?? (findEngine('chromium') ? undefined : 'Chromium not found');

describe('Kratos: widget', { skip }, () => {
  /** @type {string} */
  let files;
  /** @type {Awaited<ReturnType<typeof listen>>} */
  let site;
  /** @type {import('playwright-core').Browser} */
  let browser;

  /** @param {string} name of a file of the site */
  async function readFileOfSite(name) {
    if (name !== 'index.html' && name !== 'page.js') return readFile(path.join(files, name));
    const text = await readFile(path.join(import.meta.dirname, 'page', name), 'utf8');
    const toPhoneNumber = `phone => '+' + phone + '${NUMBER_SUFFIX}'`;
    return text
      .replace('https://id.example.com', server.url)
      .replace('KratosBackend(url)', `KratosBackend(url, { toPhoneNumber: ${toPhoneNumber} })`);
  }
  before(async () => {
    files = await buildTestSite();
    site = await listen(
      createServer((request, response) => {
        const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
        const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
        const policy = `default-src 'none'; script-src 'self'; connect-src ${server.url}; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html`;
        readFileOfSite(name).then(
          content => response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(content),
          () => response.writeHead(404).end(),
        );
      }),
    );
  });
  const server = setUpKratos(() => [site.url]);
  before(async () => (browser = await launch()));
  after(() => Promise.all([site, browser].map(one => one.close())));

  /**
   * Opens tabs of one browser context. Fails the test if they log errors, violate their policy or call other origins.
   * @param {import('node:test').TestContext} t
   */
  async function openBrowser(t) {
    const context = await browser.newContext();
    /** @type {string[][]} */
    const errors = [];
    t.after(async () => {
      await context.close();
      assert.deepEqual(errors.flat(), []);
    });
    return async () => {
      const page = await context.newPage();
      // Chromium logs every answer with an error status, which Kratos also gives for the next step of a form.
      errors.push(await collectPageErrors(page, [site.url, server.url], [/status of (?:400|401|403) /]));
      await page.goto(site.url);
      return new AuthPage(page);
    };
  }

  /** @param {AuthPage} authPage */
  async function requestCode(authPage, phone = newPhone()) {
    await authPage.type('name', 'Anna');
    await authPage.requestCode(phone);
    await authPage.field('code').waitFor();
    return server.readCode(phone);
  }

  test('registration, a reload, a browser that finds its session, and sign-out in a second tab', async t => {
    const openTab = await openBrowser(t);
    const first = await openTab();
    await first.enterCode(await requestCode(first));
    await first.expectSignedIn('Anna');
    assert.equal(await first.token(), null);
    assert.doesNotMatch(await first.localStorageText(), /token/);
    await first.page.reload();
    await first.expectSignedIn('Anna');
    // The cookie is still there after the page has forgotten who is signed in.
    await first.page.evaluate(() => localStorage.clear());
    await first.page.reload();
    await first.expectSignedIn('Anna');
    const second = await openTab();
    await second.expectSignedIn('Anna');
    const ended = second.page.waitForResponse(answer => /\/logout\?token=/.test(answer.url()));
    await second.signOut();
    assert.equal((await ended).status(), 204);
    await first.field('phone').waitFor();
    await first.page.reload();
    await first.field('phone').waitFor();
  });

  test('a wrong code, a reload, and the right code', async t => {
    const authPage = await (await openBrowser(t))();
    const code = await requestCode(authPage);
    await authPage.enterCode(wrongCode(code));
    await authPage.waitForText('4\u00A0tries left');
    await authPage.page.reload();
    await authPage.enterCode(code);
    await authPage.expectSignedIn('Anna');
  });

  test('a number that has an account: the widget says so, and its code signs in', async t => {
    const openTab = await openBrowser(t);
    const authPage = await openTab();
    const phone = newPhone();
    await authPage.enterCode(await requestCode(authPage, phone));
    await authPage.expectSignedIn('Anna');
    await (
      await openBrowser(t)
    )().then(async other => {
      await other.enterCode(await requestCode(other, phone));
      await other.waitForText('This number already has an account. Go back and sign in.');
      await other.evaluate(widget => void (widget.mode = 'phone-login'));
      await other.requestCode(phone);
      await other.field('code').waitFor();
      await other.enterCode(await server.readCode(phone));
      await other.expectSignedIn('Anna');
    });
  });

  test('username and password', async t => {
    const authPage = await (await openBrowser(t))();
    const login = newLogin();
    await authPage.evaluate(widget => void (widget.mode = 'register'));
    await authPage.submitLogin(login, PASSWORD, 'createAccount');
    await authPage.submitName('Anna');
    await authPage.expectSignedIn('Anna');
  });
});
