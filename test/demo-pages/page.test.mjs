// What the demo page shows around the widget: SMS, events, state, settings, the code to copy. Reference server, Chromium.
// The other files of this folder test its accessibility and layout, and what the page can do to the widget.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { AuthPage } from '../e2e/support/auth-page.mjs';
import { setUpDemoTests } from '../e2e/support/demo-test.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { formatPhone, newLogin, newPhone, PASSWORD } from '../e2e/support/test-data.mjs';

const demoTest = setUpDemoTests({ COUNTRIES: 'RU,BY', COUNTRY_SHARES: 'BY:100' }, { onDemoPage: true });

/** Directives of the Content Security Policy that the reference server sends with the page. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
];

demoTest('the page has a strict CSP, and no inline script, style or event handler', async ({ page }) => {
  const response = await page.request.get('/');
  const directives = response.headers()['content-security-policy']?.split('; ') ?? [];
  for (const directive of CSP) assert.ok(directives.includes(directive), directive);
  assert.doesNotMatch(await response.text(), /\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)/);
});

demoTest(
  'the panels show events and state as they change, without the code and the token',
  async ({ authPage, page }) => {
    const phone = newPhone();
    const field = name => page.locator(`[data-field="${name}"]`);
    const events = page.getByRole('group', { name: 'Events' }).getByRole('listitem');
    await field('verificationStep').filter({ hasText: '"none"' }).waitFor();
    await authPage.requestCode(phone);
    const code = await authPage.readCode(phone);
    await field('verificationStep').filter({ hasText: '"sms-sent"' }).waitFor();
    assert.equal(await field('phoneForVerification').innerText(), `"${phone}"`);
    await events.filter({ hasText: 'auth-code-sent' }).filter({ hasText: phone }).waitFor();
    await authPage.enterCode(code);
    await events.filter({ hasText: 'code-complete' }).filter({ hasText: '••••••' }).waitFor();
    await authPage.submitName('Olga');
    await authPage.expectSignedIn('Olga');
    await events.filter({ hasText: 'auth-signed-in' }).filter({ hasText: 'Olga' }).waitFor();
    assert.equal(await field('isAuthenticated').innerText(), 'true');
    assert.equal(await field('displayName').innerText(), '"Olga"');
    const token = await authPage.token();
    const mainText = await page.getByRole('main').innerText();
    assert.ok(!mainText.includes(token));
    assert.ok(!(await page.getByRole('group', { name: 'Events' }).innerText()).includes(code));
    await authPage.signOut();
    await events.filter({ hasText: 'auth-signed-out' }).filter({ hasText: 'logout' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Every event of the widget appears here.').waitFor();
    assert.equal(await events.count(), 0);
  },
);

demoTest('the phone mock-up shows the SMS, and its code can be copied and pasted', async ({ authPage, page }) => {
  const phone = newPhone();
  await authPage.requestCode(phone);
  const code = await authPage.readCode(phone);
  await page.getByText('In service').waitFor();
  const message = authPage.smsTo(phone).first();
  assert.match(await message.innerText(), new RegExp(`#${code}`));
  assert.ok((await message.innerText()).includes(formatPhone(phone)));
  await message.getByRole('button', { name: `Copy ${code}` }).click();
  await message.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  await authPage.field('code').click();
  await page.keyboard.press('ControlOrMeta+v');
  await authPage.field('name').waitFor();
});

demoTest(
  'language, theme and mode are applied, shown in the code, and kept over a reload',
  async ({ page, authPage }) => {
    const code = page.getByRole('region', { name: 'index.html' });
    // A tag with more attributes has a line for each.
    const read = async () => (await code.innerText()).replace(/\s+/g, ' ').replace(' ></', '></');
    assert.ok(
      (await code.innerText()).includes('<auth-widget base-url="https://example.com" lang="en"></auth-widget>'),
    );
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ru');
    await page.getByRole('heading', { name: 'Вход по телефону одним тегом' }).waitFor();
    await authPage.widget.getByRole('button', { name: 'Получить код' }).waitFor();
    await page.getByRole('radio', { name: 'Тёмное' }).check();
    await page.getByRole('combobox', { name: 'mode', exact: true }).selectOption('login');
    await authPage.widget.getByRole('textbox', { name: 'Логин', exact: true }).waitFor();
    const expected = '<auth-widget base-url="https://example.com" lang="ru" mode="login" theme="dark"></auth-widget>';
    assert.ok((await read()).includes(expected), await read());
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.reload();
    await authPage.widget.getByRole('textbox', { name: 'Логин', exact: true }).waitFor();
    assert.equal(await background(), dark);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru');
    await page.getByRole('button', { name: 'Копировать index.html' }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /lang="ru"/);
  },
);

demoTest('the widget can be switched to the numbers of every country', async ({ page, authPage }) => {
  const list = authPage.widget.getByRole('combobox', { name: 'Country' });
  const countries = page.getByRole('combobox', { name: 'countries', exact: true });
  assert.equal(await list.count(), 0);
  await countries.fill('ru kz by all');
  await countries.press('Enter');
  await list.waitFor();
  assert.match(await page.getByRole('region', { name: 'index.html' }).innerText(), /countries="ru kz by all"/);
  await authPage.type('phone', '+375291234567');
  assert.equal(await list.inputValue(), 'BY');
  await authPage.button('requestCode').click();
  const message = page.getByRole('log').getByRole('article').filter({ hasText: '+375 29 123-45-67' });
  await message.waitFor();
  await authPage.field('code').waitFor();
  await countries.fill('');
  await countries.press('Enter');
  await page.reload();
  await authPage.field('code').waitFor();
  assert.equal(await list.count(), 0);
});

// A real server, because Chromium lets no page served by `page.route()` access loopback addresses.
let markup = '';
const app = await listen(
  createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">${markup}</html>`);
  }),
);
after(() => app.close());

demoTest(
  'the HTML to copy works in an app on another port, with the address of its server',
  { origins: [app.url] },
  async ({ page, authPage, demo }) => {
    await page.getByRole('combobox', { name: 'mode', exact: true }).selectOption('login');
    const code = await page.getByRole('region', { name: 'index.html' }).innerText();
    markup = code.replaceAll('https://example.com', demo.url);
    await page.goto(app.url);
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
  },
);

demoTest('changing the language during a verification keeps the verification', async ({ authPage, page }) => {
  const phone = newPhone();
  await authPage.requestCode(phone);
  const code = await authPage.readCode(phone);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ru');
  const russianPage = new AuthPage(page, 'ru');
  await russianPage.enterCode(code);
  await russianPage.field('name').waitFor();
});

const narrow = { context: { viewport: { width: 360, height: 640 } } };
demoTest(
  'in a narrow window a notice shows an SMS while the phone mock-up is out of sight',
  narrow,
  async ({ authPage, page }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    const notice = page.getByRole('complementary');
    await notice.waitFor();
    const code = await authPage.readCode(phone);
    await notice.getByRole('button', { name: `Copy ${code}` }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'hidden' });
    await authPage.enterCode(code);
    await authPage.field('name').waitFor();
  },
);
