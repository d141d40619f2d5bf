// What the demo page does to the widget: every control, what goes wrong, test numbers, the chart, the second tab. Chromium;
// most of it with the server in memory, as on a static site.
import assert from 'node:assert/strict';
import '../../scripts/suites/typescript.mjs';
import { listCountries } from '../../scripts/package-entries.mjs';
import { findAxeViolations } from '../e2e/support/axe.mjs';
import { setUpDemoTests } from '../e2e/support/demo-test.mjs';
import { apiErrors } from '../e2e/support/page-errors.mjs';

const { LANGUAGES } = await import('../../demo/pages/controls.js');
const { TEXT_KEYS } = await import('../../demo/pages/widget-texts.js');

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
  'the second tab follows a setting, also back to the value it began with',
  { path: `${path}&tab=on` },
  async ({ page }) => {
    const choose = theme => page.getByRole('radio', { name: theme, exact: true }).check();
    const tab = page.frameLocator('#second-tab iframe');
    await tab.locator('auth-widget:not([theme=dark]) [part=form]').waitFor();
    await choose('Dark');
    await tab.locator('auth-widget[theme=dark] [part=form]').waitFor();
    await choose('Auto');
    await tab.locator('auth-widget:not([theme=dark]) [part=form]').waitFor();
  },
);

for (const [name, server] of [
  ['in memory', '&server=memory'],
  ['the reference server', ''],
]) {
  const at = `/?lang=en${server}`;
  demoTest(
    `what goes wrong is shown by one click each, and the same step works afterwards: ${name}`,
    { path: at, expectedErrors: [apiErrors(401, 403, 429, 500)] },
    async ({ authPage, page }) => {
      const cause = title => page.getByRole('button', { name: title, exact: true }).click();
      const steps = /** @type {const} */ ([
        ['it answers 500', 'Something went wrong on our side'],
        ['a proxy answers with HTML', 'We couldn’t read the server’s answer'],
        ['the answer is lost', 'We couldn’t reach the server'],
        ['it answers 429', 'Too many attempts.'],
        ['the number is blocked', 'Too many wrong codes.'],
      ]);
      for (const [title, message] of steps) {
        await page.goto(new URL(at, page.url()).href);
        await authPage.field('phone').waitFor();
        await cause(title);
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
      // The first number is blocked, also after the reload, which the server in memory forgets.
      await page.getByRole('button', server ? NUMBER : OTHER_NUMBER).click();
      await authPage.field('name').waitFor();
    },
  );

  demoTest(
    `a slow server: the widget is busy, and the call succeeds: ${name}`,
    { path: at },
    async ({ authPage, page }) => {
      const button = page.getByRole('button', { name: 'the server is slow' });
      await button.click();
      await authPage.widget.locator('[aria-busy="true"]').first().waitFor();
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await authPage.field('code').waitFor();
    },
  );
}

demoTest(
  'a fault that the call of the screen cannot have is shown on the form for a number',
  { path: `${path}&mode=login`, expectedErrors: [apiErrors(403, 429)] },
  async ({ authPage, page }) => {
    await authPage.field('login').waitFor();
    await page.getByRole('button', { name: 'the number is blocked', exact: true }).click();
    await authPage.waitForText('Too many wrong codes.');
    // Another number gets a code. The fault of the code screen that only a request for a code can have goes back to the form.
    await page.getByRole('button', OTHER_NUMBER).click();
    await authPage.button('requestCode').click();
    await authPage.field('code').waitFor();
    await page.getByRole('button', { name: 'it wants proof of work' }).click();
    await authPage.field('phone').waitFor();
    await authPage.field('code').waitFor();
  },
);

demoTest(
  'a fault of the next call waits until a renewal and a sign-out are over',
  { path },
  async ({ authPage, page }) => {
    await page.getByRole('button', NUMBER).click();
    await authPage.button('requestCode').click();
    await authPage.field('code').waitFor();
    await page.getByRole('button', NUMBER).click();
    await authPage.submitName('Vera');
    await authPage.untilSignedIn();
    const fault = page.getByRole('button', { name: 'it answers 500', exact: true });
    await fault.click();
    const renewed = await authPage.widget.evaluate(async (/** @type {any} */ widget) => {
      const headers = { Authorization: `Bearer ${await widget.client.getToken()}` };
      const { status } = await fetch('/v1/session', { method: 'PUT', headers });
      await widget.client.logout();
      return status;
    });
    assert.equal(renewed, 200);
    assert.equal(await fault.getAttribute('aria-pressed'), 'true');
  },
);

demoTest(
  'a challenge of a captcha is shown, and solved by a click',
  { path: `${path}&challenge=on`, expectedErrors: [apiErrors(403)] },
  async ({ authPage, page }) => {
    await page.getByRole('button', { name: 'it wants proof of work' }).click();
    await page.getByRole('button', { name: 'I’m not a robot' }).click();
    await authPage.field('code').waitFor();
  },
);

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
    // A reload begins anew, because the server has forgotten everybody, and every code.
    await page.reload();
    await authPage.requestCode('79161234567');
    await authPage.field('code').waitFor();
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
  await page.getByLabel('text.wrong-code', { exact: true }).fill('No.[ {n} left]');
  await page.getByLabel('text.noCodeTips', { exact: true }).fill('One\nTwo');
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
    "'wrong-code': 'No.[ {n} left]'",
    String.raw`noCodeTips: 'One\nTwo'`,
    '--auth-color-accent: #aa3300;',
    "@import 'auth-widget/themes/paper.css';",
    ':challenge="challenge"',
  ])
    assert.ok((await code.innerText()).includes(text), text);
  await page.reload();
  await authPage.widget.getByRole('button', { name: 'Send it' }).waitFor();
  assert.equal((await read()).borderRadius, '3px');
  await page.getByRole('button', { name: 'the code is wrong' }).click();
  await authPage.waitForText('No. 2 left');
  await page.reload();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await authPage.button('requestCode').waitFor();
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { lang: 'en', server: 'memory' });
});

demoTest('a field takes no longer text than a reload keeps', { path }, async ({ page }) => {
  await page.locator('summary', { hasText: 'Texts' }).click();
  const fields = ['text.requestCode', 'text.noCodeTips'].map(name => page.getByLabel(name, { exact: true }));
  for (const field of fields) {
    await field.focus();
    await page.keyboard.insertText('x'.repeat(301));
    await field.blur();
  }
  await page.reload();
  for (const field of fields) assert.equal(await field.inputValue(), 'x'.repeat(300));
});

demoTest('each text of the widget and each country has a control', { path }, async ({ authPage, page }) => {
  await page.locator('summary', { hasText: 'Texts' }).click();
  const names = await page
    .locator('[name^="text."]')
    .evaluateAll(inputs => inputs.map(input => (input.getAttribute('name') ?? '').slice(5)));
  assert.deepEqual(names.sort(), [...TEXT_KEYS].sort());
  const wrongCode = page.getByLabel('text.wrong-code', { exact: true });
  assert.match((await wrongCode.getAttribute('placeholder')) ?? '', /isn’t right.*\{n\}.tries left/);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.waitForFunction(() =>
    /** @type {HTMLInputElement} */ (document.querySelector('[name="text.resend"]')).placeholder.includes('Neuen Code'),
  );
  const list = page.getByRole('combobox', { name: 'Add a country' });
  const codes = await list
    .locator('option')
    .evaluateAll(options => options.map(option => option.getAttribute('value') ?? ''));
  assert.deepEqual(
    codes.filter(Boolean).sort(),
    listCountries()
      .flatMap(name => /^countries\/(..)$/.exec(name)?.[1] ?? [])
      .sort(),
  );
  await list.selectOption('kz');
  await list.selectOption('de');
  assert.equal(await page.getByLabel('countries', { exact: true }).inputValue(), 'kz de');
  assert.match(await page.locator('#code').innerText(), /countries="kz de"/);
  await authPage.widget.getByRole('combobox').waitFor();
});

for (const lang of Object.keys(LANGUAGES))
  demoTest(
    `360 px, ${lang}: the button of the form is above the fold, and the page is no wider than its window`,
    { path: `/?lang=${lang}&server=memory`, context: { viewport: { width: 360, height: 640 } } },
    async ({ authPage, page }) => {
      await authPage.widget.locator('[part=form]').waitFor();
      for (const mode of /** @type {const} */ (['phone-login', 'login'])) {
        await authPage.evaluate((widget, value) => widget.client.setMode(value), mode);
        await authPage.widget.locator(mode === 'phone-login' ? 'phone-input' : '[name=password]').waitFor();
        const box = await authPage.widget.locator('[type=submit]').boundingBox();
        assert.ok(box && box.y + box.height <= 640, `${mode} ${JSON.stringify(box)}`);
      }
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0,
      );
    },
  );

for (const width of [360, 1280])
  demoTest(
    `${width} px: the Tab key goes down the page, each stop shows the focus, and a person signs in by keyboard alone`,
    { path, context: { viewport: { width, height: 800 }, reducedMotion: 'reduce' } },
    async ({ authPage, page }) => {
      await authPage.field('phone').waitFor();
      const look = () =>
        page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          if (!element || element === document.body) return undefined;
          const shows = (/** @type {Element | null | undefined} */ one) =>
            !!one && (getComputedStyle(one).outlineStyle !== 'none' || getComputedStyle(one).boxShadow !== 'none');
          const isShown = [element, element.nextElementSibling, element.closest('[part=field]')].some(shows);
          const group = element.closest('.facts') ? 'facts' : element.getRootNode() === document ? 'page' : 'widget';
          return { text: element.textContent.trim(), isShown, group };
        });
      const stops = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const stop = await look();
        if (!stop) break;
        stops.push(stop);
      }
      assert.ok(stops.length > 40, `${stops.length} stops`);
      assert.deepEqual(
        stops.filter(({ isShown }) => !isShown),
        [],
      );
      const groups = stops.map(({ group }) => group);
      const isNarrow = width < 640;
      assert.equal(groups.indexOf('widget') < groups.indexOf('facts'), isNarrow);
      const goTo = async (/** @type {string} */ text) => {
        while (!(await look())?.text.includes(text)) await page.keyboard.press('Tab');
      };
      await goTo('000-00-01');
      await page.keyboard.press('Enter');
      assert.equal(await authPage.field('phone').inputValue(), '+7 (999) 000-00-01');
      await page.keyboard.press('Enter');
      await authPage.field('code').waitFor();
      await goTo('000-00-01');
      await page.keyboard.press('Enter');
      await authPage.field('name').waitFor();
      await authPage.field('name').focus();
      await page.keyboard.type('Vera');
      await page.keyboard.press('Enter');
      await authPage.untilSignedIn();
    },
  );

demoTest(
  'Arabic: the page is right to left, without violations of axe',
  { path: '/?lang=ar&server=memory', context: { viewport: { width: 360, height: 640 } } },
  async ({ authPage, page }) => {
    await authPage.widget.getByText('الهاتف').first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    assert.deepEqual(await findAxeViolations(page), []);
  },
);

// A text file has no icon, so the browser asks for one.
const expectedErrors = [/favicon\.ico/];
demoTest('the licence and the size are on the page', { path, expectedErrors }, async ({ page }) => {
  await page.getByText(/Everything in one file: \d\d\.\d kB/).waitFor();
  await page.getByText('docs/starting.md').waitFor();
  await page.getByRole('link', { name: 'MIT licence' }).click();
  await page.getByText('Permission is hereby granted').waitFor();
});
