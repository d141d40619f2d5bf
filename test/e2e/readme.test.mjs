// The samples of README.md, on a page with the README's Content Security Policy. Reference server, Chromium.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, PASSWORD } from './support/test-data.mjs';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
/** The code block of a language with this index, counted from 0. */
const sample = (language, index = 0) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))][index]?.[1] ?? '';
const policy = /```\n(default-src .*?)```/s.exec(readme)?.[1]?.replaceAll('\n', ' ');
assert.ok(policy, 'README.md has a Content Security Policy');

const demoTest = setUpDemoTests();

/**
 * Serves /sample.html with the first HTML sample and, as a script of `type`, the first JavaScript sample. A classic script
 * runs before the module that defines the widget; a module runs after it.
 */
async function serveSample(page, url, type) {
  const html = sample('html').replace('https://chat.example.com', url).replace('lang=', 'mode="login" lang=');
  assert.ok(html.includes(url));
  const body = `<!doctype html><html lang="en"><title>Sample</title><link rel="icon" href="data:,">
    ${html}<script type="${type}" src="/sample.js"></script></html>`;
  const headers = { 'content-security-policy': `${policy}; img-src data:` };
  await page.route('**/sample.html', route => route.fulfill({ contentType: 'text/html', headers, body }));
  await page.route('**/sample.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js') }));
}

for (const type of ['module', 'text/javascript']) {
  demoTest(
    `a script of type ${type} gets the events of sign-in, restore and sign-out`,
    async ({ page, authPage, demo }) => {
      const logged = text => page.waitForEvent('console', message => message.text() === text);
      const login = newLogin();
      await serveSample(page, demo.url, type);
      await page.goto('/sample.html');
      const greeting = logged(`Hello ${login}`);
      await authPage.submitLogin(login, PASSWORD);
      await greeting;
      const greetingAfterReload = logged(`Hello ${login}`);
      await page.reload();
      await greetingAfterReload;
      assert.ok(await authPage.token());
      const farewell = logged('Bye logout');
      await authPage.signOut();
      await farewell;
    },
  );
}

demoTest('the sample of an authorized call sends the token', async ({ page, authPage, demo }) => {
  const login = newLogin();
  await serveSample(page, demo.url, 'module');
  await page.route('**/call.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js', 1) }));
  await page.route('**/api/messages', route => route.fulfill({ json: [] }));
  await page.goto('/sample.html');
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  const request = page.waitForRequest('**/api/messages');
  await page.evaluate(() => {
    globalThis.widget = document.querySelector('auth-widget');
    const script = document.createElement('script');
    script.type = 'module';
    script.src = globalThis.trustedTypes
      .createPolicy('readme-test', { createScriptURL: url => url })
      .createScriptURL('/call.js');
    document.head.append(script);
  });
  const { authorization } = (await request).headers();
  assert.match(authorization ?? '', /^Bearer [\w-]{20,}$/);
});
