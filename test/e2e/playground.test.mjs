// What the demo page does to the widget: every control, what goes wrong, test numbers, the chart, the second tab. Chromium;
// most of it with the server in memory, as on a static site.
import assert from 'node:assert/strict';
import { findAxeViolations } from './support/axe.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors } from './support/page-errors.mjs';

const demoTest = setUpDemoTests();
const path = '/?lang=en&server=memory';
const NUMBER = { name: '+7 (999) 000-00-01 code 111111' };
const OTHER_NUMBER = { name: '+7 (999) 000-00-02 code 222222' };

const lit = page => page.locator('#chart [aria-current]:not(:has([aria-current])) > .chart-name').allInnerTexts();

demoTest(
  'a person signs in with two clicks on a test number; the chart and a second tab follow',
  { path: `${path}&tab=on` },
  async ({ authPage, page }) => {
    assert.deepEqual(await lit(page), ['phone-login', 'editing']);
    assert.ok((await page.locator('#chart svg path').count()) > 0);
    const tab = page.frameLocator('#second-tab iframe').locator('auth-widget');
    await tab.getByRole('textbox', { name: 'Phone number' }).waitFor();
    await page.getByRole('button', NUMBER).click();
    assert.equal(await authPage.field('phone').inputValue(), '+7 (999) 000-00-01');
    await authPage.button('requestCode').click();
    await authPage.field('code').waitFor();
    assert.deepEqual(await lit(page), ['phone-login', 'entering']);
    assert.equal(await tab.getByRole('textbox', { name: 'Phone number' }).count(), 1);
    await page.getByRole('button', NUMBER).click();
    await authPage.submitName('Vera');
    await authPage.untilSignedIn();
    assert.deepEqual(await lit(page), ['phone-login', 'verified']);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await authPage.field('phone').waitFor();
    await page.getByRole('button', { name: 'Close it' }).click();
    assert.equal(await page.locator('#second-tab iframe').count(), 0);
    assert.doesNotMatch(page.url(), /tab=/);
  },
);

demoTest(
  'what goes wrong is shown by one click each, and the same step works afterwards',
  { path, expectedErrors: [apiErrors(401, 403, 429, 500)] },
  async ({ authPage, page }) => {
    const cause = name => page.getByRole('button', { name, exact: true }).click();
    const steps = /** @type {const} */ ([
      ['it answers 500', 'Something went wrong on our side'],
      ['a proxy answers with HTML', 'We couldn’t read the server’s answer'],
      ['the answer is lost', 'We couldn’t reach the server'],
      ['it answers 429', 'Too many attempts.'],
      ['the number is blocked', 'Too many wrong codes.'],
    ]);
    for (const [name, message] of steps) {
      await page.goto(new URL(path, page.url()).href);
      await authPage.field('phone').waitFor();
      await cause(name);
      await authPage.waitForText(message);
    }
    await page.reload();
    await authPage.field('phone').waitFor();
    await cause('the network is gone');
    await authPage.waitForText('You’re offline');
    await cause('the network is gone');
    await authPage.widget.getByText('You’re offline').waitFor({ state: 'detached' });
    await cause('it wants proof of work');
    await authPage.field('code').waitFor();
    await cause('the code is wrong');
    await authPage.waitForText('That code isn’t right.');
    // The first number is blocked, also after the reload.
    await page.getByRole('button', OTHER_NUMBER).click();
    await authPage.field('name').waitFor();
  },
);

demoTest('a slow server: the widget is busy, and the call succeeds', { path }, async ({ authPage, page }) => {
  const button = page.getByRole('button', { name: 'the server is slow' });
  await button.click();
  await authPage.widget.locator('[aria-busy="true"]').first().waitFor();
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await authPage.field('code').waitFor();
});

demoTest(
  'the server of the page is in memory: no call leaves it, and its SMS arrives',
  { path },
  async ({ authPage, page }) => {
    const calls = [];
    page.on('request', request => calls.push(new URL(request.url()).pathname));
    await authPage.requestCode('79161234567');
    await authPage.enterCode(await authPage.readCode('79161234567'));
    await authPage.field('name').waitFor();
    assert.deepEqual(
      calls.filter(called => called.includes('/v1/')),
      [],
    );
    // A reload begins anew, because the server has forgotten everybody.
    await page.reload();
    await authPage.field('phone').waitFor();
  },
);

demoTest('each control reaches the widget, the code and the URL', { path }, async ({ authPage, page }) => {
  const code = page.locator('#code');
  for (const group of ['More colours', 'Links', 'Server and session', 'Texts'])
    await page.locator('summary', { hasText: group }).click();
  await page.getByRole('radio', { name: 'Vue' }).check();
  await page.getByLabel('look', { exact: true }).selectOption('paper');
  await page.getByLabel('--auth-color-accent', { exact: true }).fill('#aa3300');
  await page.getByLabel('--auth-radius', { exact: true }).fill('3');
  await page.getByLabel('terms-href', { exact: true }).fill('/our-terms');
  await page.getByLabel('text.requestCode', { exact: true }).fill('Send it');
  await page.getByLabel('challenge', { exact: true }).check();
  await authPage.widget.getByRole('button', { name: 'Send it' }).waitFor();
  await authPage.widget.getByRole('link').first().waitFor();
  const read = () =>
    authPage.evaluate(widget => {
      const { borderRadius } = getComputedStyle(widget.shadowRoot?.querySelector('[type=submit]') ?? widget);
      return {
        borderRadius,
        font: getComputedStyle(widget).getPropertyValue('--auth-font'),
        solver: !!widget.challenge,
      };
    });
  await page.waitForFunction(() =>
    getComputedStyle(document.body).getPropertyValue('--auth-font').includes('Palatino'),
  );
  const { borderRadius, font, solver } = await read();
  assert.deepEqual([borderRadius, solver], ['3px', true]);
  assert.match(font, /Palatino/);
  for (const text of [
    'terms-href="/our-terms"',
    ':texts="texts"',
    "requestCode: 'Send it'",
    '--auth-color-accent: #aa3300;',
    "@import 'auth-widget/themes/paper.css';",
    ':challenge="challenge"',
  ])
    assert.ok((await code.innerText()).includes(text), text);
  await page.reload();
  await authPage.widget.getByRole('button', { name: 'Send it' }).waitFor();
  assert.equal((await read()).borderRadius, '3px');
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await authPage.button('requestCode').waitFor();
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { lang: 'en', server: 'memory' });
});

demoTest(
  'Arabic: the page is right to left, without violations of axe, and the button of the form is above the fold',
  { path: '/?lang=ar&server=memory', context: { viewport: { width: 360, height: 640 } } },
  async ({ authPage, page }) => {
    const button = authPage.widget.locator('[type=submit]');
    await authPage.widget.getByText('الهاتف').first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    const box = await button.boundingBox();
    assert.ok(box && box.y + box.height <= 640, JSON.stringify(box));
    assert.deepEqual(await findAxeViolations(page), []);
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0,
    );
  },
);
