// The widget with BetterAuthBackend in Chromium, with a real better-auth server on the page's origin and on another one, so
// that CORS, exposed headers and cookies are those of a browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { findEngine } from '../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../e2e/support/auth-page.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { buildTestSite } from '../e2e/support/test-site.mjs';
import { until } from '../e2e/support/until.mjs';
import { newPhone } from './better-auth-page.mjs';
import { readCode, startBetterAuth } from './better-auth-server.mjs';

const fixture = fileURLToPath(new URL('better-auth', import.meta.url));
const skip = findEngine('chromium') === undefined && 'there is no Chromium';

const PAGE = script => `<!doctype html>
<html lang="en">
<title>Sign in</title>
<auth-widget lang="en" mode="phone-register"></auth-widget>
<div id="captcha"></div>
<script type="module" src="/auth-widget.min.js"></script>
${script === 'page-captcha.js' ? '<script src="/turnstile.js"></script>' : ''}
<script type="module" src="/${script}"></script>
</html>`;

/** Replaces Cloudflare's script: it shows no puzzle, and gets its solution from the test's function `solveCaptcha`. */
const TURNSTILE = `window.turnstile = {
  render: (box, { sitekey, callback }) => void window.solveCaptcha(sitekey).then(callback),
  remove: () => {},
};`;

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof listen>>} */
let site;
/** The server behind /api/auth of the site, which the scripts of the page also call instead of https://id.example.com. */
let variant = 'open';

/** Forwards a call of /api/auth to the server. @type {import('node:http').RequestListener} */
function forward(request, response) {
  const { url = '/', method, headers } = request;
  const forwarded = sendRequest(new URL(url, server.urls[variant]), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(forwarded);
}

/**
 * Reads a script of the page, with the address of the server in it.
 * @param {string} folder of the built site
 * @param {string} pathname
 */
async function readScript(folder, pathname) {
  if (pathname === '/turnstile.js') return TURNSTILE;
  if (!pathname.startsWith('/page')) return readFile(path.join(folder, pathname));
  const script = await readFile(path.join(fixture, path.basename(pathname)), 'utf8');
  return script.replaceAll('https://id.example.com', server.urls[variant] ?? '');
}

/**
 * The site: a page, its scripts, and the server below /api/auth.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} folder of the built site
 */
async function respond(request, response, folder) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/api/auth/')) {
    forward(request, response);
    return;
  }
  const isScript = pathname.endsWith('.js');
  const content = isScript ? await readScript(folder, pathname) : PAGE(searchParams.get('script'));
  response
    .writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self' ${server.urls[variant]}; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html`,
    })
    .end(content);
}

/** @type {{ close(): Promise<unknown> }[]} */
const started = [];
before(async () => {
  if (skip) return;
  const folder = await buildTestSite();
  site = await listen(
    createServer((request, response) => void respond(request, response, folder).catch(() => response.destroy())),
  );
  started.push(site);
  server = await startBetterAuth([site.url]);
  started.push(server);
  browser = await launch();
  started.push(browser);
});
after(() => Promise.all(started.map(one => one.close())));

/**
 * Declares a test that starts its own browser.
 * @param {string} title
 * @param {{ variant?: string, script?: string }} options which server, and which script of the page
 * @param {(open: () => Promise<AuthPage>) => Promise<void>} run
 */
function browserTest(title, { variant: wanted = 'open', script = 'page.js' }, run) {
  test(title, { skip }, async () => {
    variant = wanted;
    const context = await browser.newContext();
    /** @type {string[]} */
    const problems = [];
    try {
      await run(async () => {
        const page = await context.newPage();
        page.on('pageerror', error => problems.push(String(error)));
        page.on('console', message => {
          if (/content security|cors/i.test(message.text())) problems.push(message.text());
        });
        await page.exposeFunction('solveCaptcha', () => server.solveCaptcha());
        await page.goto(`${site.url}/?script=${script}`);
        return new AuthPage(page);
      });
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  });
}

/** Registers in the widget, by phone and with the name Anna. */
async function register(/** @type {AuthPage} */ authPage, tel = newPhone()) {
  await authPage.field('phone').waitFor();
  await authPage.type('name', 'Anna');
  await authPage.requestCode(tel);
  await authPage.field('code').waitFor();
  await authPage.enterCode(await readCode(server, tel));
  await authPage.expectSignedIn('Anna');
}

/** Signs out, and waits for the server, because the form is busy and ignores clicks until then. */
async function signOut(/** @type {AuthPage} */ authPage) {
  await authPage.signOut();
  await until('the sign-out is over', async () => !(await authPage.state()).isLoading);
}

/** Checks that a reload and a second tab are signed in, and signs out in the second tab. */
async function visitAgain(/** @type {AuthPage} */ authPage, /** @type {() => Promise<AuthPage>} */ open) {
  await authPage.page.reload();
  await authPage.expectSignedIn('Anna');
  const second = await open();
  await second.expectSignedIn('Anna');
  const ended = second.page.waitForResponse(answer => answer.url().endsWith('/sign-out'));
  await second.signOut();
  assert.equal((await ended).status(), 200);
  await authPage.field('phone').waitFor();
  await authPage.page.reload();
  await authPage.field('phone').waitFor();
}

browserTest('the same origin, with tokens: registration, reload, second tab, sign-out', {}, async open => {
  const authPage = await open();
  await register(authPage);
  assert.match((await authPage.token()) ?? '', /^\w/);
  await visitAgain(authPage, open);
});

browserTest('another origin, with signed tokens', { variant: 'signed', script: 'page-other-origin.js' }, async open => {
  const authPage = await open();
  await register(authPage);
  assert.match((await authPage.token()) ?? '', /^\w+\./);
  await until('the lifetime is known', async () =>
    /"expiresIn":60[0-9]{4}/.test(await authPage.page.evaluate(() => Object.values(localStorage).join())),
  );
  await visitAgain(authPage, open);
});

browserTest(
  'another origin, with cookies: nothing that a script could take',
  { script: 'page-cookies.js' },
  async open => {
    const authPage = await open();
    await register(authPage);
    assert.equal(await authPage.token(), null);
    assert.doesNotMatch(await authPage.localStorageText(), /token/);
    // The browser keeps the session in a cookie, so it is found again after the page has forgotten it.
    await authPage.page.evaluate(() => localStorage.clear());
    await authPage.page.reload();
    await authPage.expectSignedIn('Anna');
    await visitAgain(authPage, open);
  },
);

browserTest('wrong codes and a reload between them', { script: 'page-other-origin.js' }, async open => {
  const authPage = await open();
  const tel = newPhone();
  await authPage.field('phone').waitFor();
  await authPage.type('name', 'Anna');
  await authPage.requestCode(tel);
  const code = await until('an SMS', async () => (await server.sms(tel)).length > 0).then(() => readCode(server, tel));
  const wrong = ['000000', '111111', '222222'].filter(text => text !== code);
  await authPage.enterCode(wrong[0]);
  await authPage.waitForText('2\u00A0tries left');
  await authPage.page.reload();
  await authPage.enterCode(wrong[1]);
  await authPage.waitForText('1\u00A0try left');
  await authPage.enterCode(code);
  await authPage.expectSignedIn('Anna');
});

browserTest(
  'the server’s limit: the page reads its seconds',
  { variant: 'limited', script: 'page-other-origin.js' },
  async open => {
    await server.age(120);
    await register(await open());
    const other = await open();
    await signOut(other);
    await other.requestCode(newPhone());
    await other.waitForText('Too many attempts.');
    await other.waitForText(/Try again in\s[345]\d\sseconds/);
  },
);

browserTest('login and password', { script: 'page-other-origin.js' }, async open => {
  const authPage = await open();
  await authPage.evaluate(widget => (widget.mode = 'register'));
  await authPage.submitLogin('in_chromium', 'correct horse', 'createAccount');
  await authPage.expectSignedIn('in_chromium');
  await signOut(authPage);
  await authPage.evaluate(widget => (widget.mode = 'login'));
  await authPage.submitLogin('in_chromium', 'wrong horse', 'signInOnly');
  await authPage.waitForText('Wrong username or password');
  await authPage.submitLogin('in_chromium', 'correct horse', 'signInOnly');
  await authPage.expectSignedIn('in_chromium');
});

browserTest(
  'an unknown number, registration as a separate choice: the widget offers it',
  { variant: 'registerFirst', script: 'page-other-origin.js' },
  async open => {
    const authPage = await open();
    const tel = newPhone();
    await authPage.evaluate(widget => (widget.mode = 'phone-login'));
    await authPage.requestCode(tel);
    await authPage.waitForText('No account matches this');
    assert.deepEqual(await server.sms(tel), []);
    await authPage.button('createAccount').click();
    await register(authPage, tel);
  },
);

browserTest(
  'a captcha: the page solves it through the property challenge',
  { variant: 'captcha', script: 'page-captcha.js' },
  async open => {
    const authPage = await open();
    const tel = newPhone();
    await register(authPage, tel);
    assert.equal((await server.sms(tel)).length, 1);
  },
);
