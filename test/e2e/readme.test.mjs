// The first lines of the README, pasted into a page with the policy of the README.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { newLogin } from './support/person.mjs';
import { tellStories } from './support/story.mjs';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
/** The nth sample of a language. */
const sample = (language, nth = 0) => [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))][nth][1];
const policy = /```\n(default-src .*?)```/s.exec(readme)[1].replaceAll('\n', ' ');

const story = tellStories();

/** Serves a page with the first samples. Its script is one of the page or a module: modules run after the widget's. */
async function paste(page, url, type) {
  const html = sample('html').replace('https://chat.example.com', url).replace('lang=', 'mode="login" lang=');
  assert.ok(html.includes(url));
  const body = `<!doctype html><html lang="en"><title>Pasted</title><link rel="icon" href="data:,">
    ${html}<script type="${type}" src="/pasted.js"></script></html>`;
  const headers = { 'content-security-policy': `${policy}; img-src data:` };
  await page.route('**/pasted.html', route => route.fulfill({ contentType: 'text/html', headers, body }));
  await page.route('**/pasted.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js') }));
}

for (const type of ['module', 'text/javascript']) {
  story(`signed in, restored and signed out, told to a script of the type ${type}`, async ({ page, person, demo }) => {
    const told = text => page.waitForEvent('console', message => message.text() === text);
    const login = newLogin();
    await paste(page, demo.url, type);
    await page.goto('/pasted.html');
    const hello = told(`Hello ${login}`);
    await person.submitLogin(login, 'correct horse battery');
    await hello;
    const again = told(`Hello ${login}`);
    await page.reload();
    await again;
    const token = await page.evaluate(() => document.querySelector('auth-widget').client.getToken());
    assert.ok(token);
    const bye = told('Bye logout');
    await person.signOut();
    await bye;
  });
}

story('a call with the token of the README', async ({ page, person, demo }) => {
  const login = newLogin();
  await paste(page, demo.url, 'module');
  await page.route('**/call.js', route => route.fulfill({ contentType: 'text/javascript', body: sample('js', 1) }));
  await page.route('**/api/messages', route => route.fulfill({ json: [] }));
  await page.goto('/pasted.html');
  await person.submitLogin(login, 'correct horse battery');
  await person.seesSignedIn(login);
  const called = page.waitForRequest('**/api/messages');
  await page.evaluate(() => {
    globalThis.widget = document.querySelector('auth-widget');
    const script = document.createElement('script');
    script.type = 'module';
    script.src = globalThis.trustedTypes
      .createPolicy('of-this-test', { createScriptURL: url => url })
      .createScriptURL('/call.js');
    document.head.append(script);
  });
  const { authorization } = (await called).headers();
  assert.match(authorization, /^Bearer [\w-]{20,}$/);
});
