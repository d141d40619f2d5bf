// Pages with the first screen as HTML, which a person uses before the scripts have arrived. Reference server, Chromium.
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDeferred } from './support/deferred.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newLogin, newPhone, PASSWORD } from './support/test-data.mjs';
import { buildTestSite } from './support/test-site.mjs';

/** @type {typeof import('../../src/html/first-screen.js')} */
const { cspSources, renderFirstScreen, servedScript, styles } = await import(
  pathToFileURL(path.join(await buildTestSite(), 'html/first-screen.js')).href
);
const { styleSrc, scriptSrc } = await cspSources();
const styleSheets = { widget: '/widget.css', phoneInput: '/phone-input.css' };

const demoTest = setUpDemoTests();

/**
 * Opens a page with the first screen. Its scripts arrive when the returned function is called.
 * @param {import('playwright-core').Page} page
 * @param {import('../../src/html/first-screen.js').FirstScreenOptions} [options]
 * @param {(html: string) => string} [change] changes what is served
 * @param {string[]} [modules] the addresses of its modules
 */
async function open(page, options = {}, change = html => html, modules = ['/html/takeover.js', '/auth-widget.min.js']) {
  const screen = renderFirstScreen({ attributes: { 'base-url': '/' }, ...options });
  const sources = options.styleSheets ? "style-src 'self'" : `style-src ${styleSrc}`;
  const policy = `default-src 'none'; ${sources}; script-src 'self' ${scriptSrc}; connect-src 'self'; img-src data:; base-uri 'none'`;
  const body = `<!doctype html><html lang="${options.lang ?? 'en'}"><meta name="viewport" content="width=device-width">
    <title>Page</title><link rel="icon" href="data:,">
    ${modules.map(src => `<script type="module" src="${src}"></script>`).join('')}
    ${change(screen.html)}<p>Below</p></html>`;
  await page.route('**/page.html', route =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body, headers: { 'content-security-policy': policy } }),
  );
  for (const name of /** @type {const} */ (['widget', 'phoneInput']))
    await page.route(`**${styleSheets[name]}`, route => route.fulfill({ contentType: 'text/css', body: styles[name] }));
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise(resolve => (release = () => resolve(undefined)));
  await page.route('**/auth-widget.min.js', async route => {
    await released;
    await route.continue();
  });
  await page.goto('/page.html', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('auth-widget + script + p'));
  await page.evaluate(() => {
    const root = document.querySelector('auth-widget')?.shadowRoot;
    const inputs = [root, root?.querySelector('phone-input')?.shadowRoot].flatMap(one => [
      ...(one?.querySelectorAll('input') ?? []),
    ]);
    Object.assign(window, { servedInputs: inputs });
  });
  return release;
}

/** Resolves once the script has taken over the page. */
const takenOver = (/** @type {import('playwright-core').Page} */ page) =>
  page.waitForFunction(() => {
    const root = document.querySelector('auth-widget:defined')?.shadowRoot;
    return root?.adoptedStyleSheets.length && !root.querySelector('style, link') && root.querySelector('[type=submit]');
  });

/** What there is on the page after it was taken over. */
const lookAt = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(async () => {
    const host = document.querySelector('auth-widget');
    const root = /** @type {ShadowRoot} */ (host?.shadowRoot);
    const phone = root.querySelector('phone-input')?.shadowRoot;
    const served = /** @type {HTMLInputElement[]} */ (Reflect.get(window, 'servedInputs'));
    /** @type {number[]} */
    const shifts = await new Promise(resolve => {
      new PerformanceObserver(list => resolve(list.getEntries().map(entry => Reflect.get(entry, 'value')))).observe({
        type: 'layout-shift',
        buffered: true,
      });
      requestAnimationFrame(() => setTimeout(() => resolve([])));
    });
    const active = phone?.activeElement ?? root.activeElement;
    const input = active instanceof HTMLInputElement ? active : undefined;
    return {
      cards: root.querySelectorAll('[part=card]').length,
      forms: root.querySelectorAll('form').length,
      inputs: root.querySelectorAll('input').length + (phone?.querySelectorAll('input').length ?? 0),
      areSame: served.every(one => one.isConnected),
      isFocusKept: !!input && served.includes(input),
      text: input?.value,
      selection: [input?.selectionStart, input?.selectionEnd],
      method: root.querySelector('form')?.getAttribute('method'),
      shifts,
    };
  });

const field = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.locator(name === 'phone' ? 'phone-input input' : `auth-widget input[name=${name}]`);

demoTest('a key every 20 ms through the upgrade: none is lost, in the same input', async ({ page }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  await page.keyboard.type('916123', { delay: 20 });
  release();
  const upgrade = { isOver: false };
  const over = takenOver(page).then(() => (upgrade.isOver = true));
  let typed = '916123';
  for (let i = 0; !upgrade.isOver || typed.length < 10; i++) {
    // A number has ten digits: from then on, the last one is replaced.
    if (typed.length === 10) {
      await page.keyboard.press('Backspace', { delay: 10 });
      typed = typed.slice(0, -1);
    }
    const digit = String(i % 10);
    await page.keyboard.type(digit, { delay: 20 });
    typed += digit;
  }
  await over;
  const seen = await lookAt(page);
  assert.equal(seen.text?.replace(/\D/g, ''), `7${typed}`);
  assert.deepEqual(
    { ...seen, text: '', selection: [] },
    {
      cards: 1,
      forms: 1,
      inputs: 1,
      areSame: true,
      isFocusKept: true,
      text: '',
      selection: [],
      method: null,
      shifts: [],
    },
  );
});

demoTest('the caret in the middle of the number, and a selection, stay where they are', async ({ page }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  await page.keyboard.type('9161234567');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
  release();
  await takenOver(page);
  const seen = await lookAt(page);
  assert.equal(seen.text, '+7 (916) 123-45-67');
  const [start = 0, end = 0] = /** @type {number[]} */ (seen.selection);
  assert.equal(seen.text.slice(start, end), '123-');
  await page.keyboard.press('9');
  assert.equal((await lookAt(page)).text, '+7 (916) 945-67');
});

demoTest('a login, the focus in it and a password stay', async ({ page, context }) => {
  const release = await open(page, { mode: 'login', lang: 'ru' });
  await field(page, 'password').fill(PASSWORD);
  await field(page, 'login').click();
  await page.keyboard.type('annа');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  release();
  await takenOver(page);
  await cdp.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
  await cdp.send('Input.insertText', { text: '漢' });
  await page.keyboard.type('!');
  const seen = await lookAt(page);
  assert.equal(seen.text, 'annа漢!');
  assert.ok(seen.areSame && seen.isFocusKept);
  assert.deepEqual(seen.shifts, []);
  assert.equal(await field(page, 'password').inputValue(), PASSWORD);
  // What was typed before the script ran is kept for the next time the form is shown.
  await page.getByRole('button', { name: 'Телефон' }).click();
  await page.getByRole('button', { name: 'Пароль', exact: true }).click();
  assert.equal(await field(page, 'login').inputValue(), 'annа漢!');
});

demoTest('a composition in the phone field ends as the person ends it', async ({ page, context }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: '916', selectionStart: 3, selectionEnd: 3 });
  release();
  await takenOver(page);
  await cdp.send('Input.imeSetComposition', { text: '9161', selectionStart: 4, selectionEnd: 4 });
  assert.equal((await lookAt(page)).text, '9161');
  await cdp.send('Input.insertText', { text: '91612' });
  await page.waitForFunction(() => Reflect.get(window, 'servedInputs')[0].value === '+7 (916) 12');
  await page.keyboard.type('3');
  assert.equal((await lookAt(page)).text, '+7 (916) 123');
});

for (const action of ['click', 'Enter']) {
  demoTest(`${action} before the script: the code is requested once it is there`, async ({ page, authPage }) => {
    const release = await open(page);
    await field(page, 'phone').click();
    await page.keyboard.type(newPhone().slice(1));
    await (action === 'click' ? authPage.button('requestCode').click() : page.keyboard.press('Enter'));
    assert.equal(new URL(page.url()).search, '');
    release();
    await authPage.field('code').waitFor();
  });
}

demoTest(
  'Enter in a form with one native field loads no page, and the switch of the method works afterwards',
  async ({ page, authPage }) => {
    const release = await open(page, { mode: 'phone-register' });
    await authPage.field('name').fill('Anna');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Password', exact: true }).click();
    assert.equal(new URL(page.url()).search, '');
    release();
    await authPage.field('repeatPassword').waitFor();
  },
);

demoTest('a stored session: the form is never shown', { mode: 'login' }, async ({ page, authPage }) => {
  const login = newLogin();
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  await page.addInitScript(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen });
    const look = () => {
      const form = document.querySelector('auth-widget')?.shadowRoot?.querySelector('form');
      if (form) seen.push(getComputedStyle(form).visibility);
      requestAnimationFrame(look);
    };
    look();
  });
  const release = await open(page, { mode: 'login' });
  await page.waitForFunction(() => Reflect.get(window, 'seen').length > 3);
  release();
  await authPage.expectSignedIn(login);
  assert.deepEqual([...new Set(await page.evaluate(() => Reflect.get(window, 'seen')))], ['hidden']);
});

demoTest('in a bundle, the elements may come before the module that continues with the form', async ({ page }) => {
  await page.route('**/bundle.js', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "import '/auth-widget.min.js'; import '/html/takeover.js';",
    }),
  );
  const release = await open(page, { mode: 'login' }, undefined, ['/bundle.js']);
  await field(page, 'login').click();
  await page.keyboard.type('anna');
  release();
  await takenOver(page);
  const { text, areSame, isFocusKept } = await lookAt(page);
  assert.deepEqual({ text, areSame, isFocusKept }, { text: 'anna', areSame: true, isFocusKept: true });
});

// A browser may paint between the tag and the script after it, which is held here.
demoTest('until the script after the tag has run, the form is hidden', async ({ page }) => {
  const script = createDeferred();
  await page.route('**/served.js', async route => {
    await script.promise;
    await route.fulfill({ contentType: 'text/javascript', body: servedScript });
  });
  const body = renderFirstScreen({ styleSheets, scriptSrc: '/served.js' }).html;
  await page.route('**/page.html', route => route.fulfill({ contentType: 'text/html', body }));
  for (const name of /** @type {const} */ (['widget', 'phoneInput']))
    await page.route(`**${styleSheets[name]}`, route => route.fulfill({ contentType: 'text/css', body: styles[name] }));
  await page.goto('/page.html', { waitUntil: 'commit' });
  await field(page, 'phone').waitFor({ state: 'attached' });
  assert.equal(await field(page, 'phone').isVisible(), false);
  script.resolve();
  await field(page, 'phone').waitFor();
});

demoTest('without the script after the tag, the elements show the form', async ({ page, authPage }) => {
  const release = await open(page, {}, html => html.replace(/<script.*<\/script>/s, '<script></script>'));
  assert.equal(await field(page, 'phone').isVisible(), false);
  release();
  // The elements take it over and show it.
  await authPage.field('phone').waitFor();
});

/** Gives the widget a backend that is asked who is signed in. @returns a function that answers it */
async function holdSession(/** @type {import('playwright-core').Page} */ page) {
  await page.evaluate(() => {
    const findSession = () => new Promise(resolve => Object.assign(window, { answer: resolve }));
    const backend = { findSession, requestCode: () => Promise.resolve({}) };
    Object.assign(document.querySelector('auth-widget') ?? {}, { backend });
  });
  return async (/** @type {object | null} */ session) => {
    await page.waitForFunction(() => Reflect.has(window, 'answer'));
    await page.evaluate(session => Reflect.get(window, 'answer')(session), session);
  };
}

demoTest('while a server is asked who is signed in, the served form can be filled in', async ({ page }) => {
  const release = await open(page, { mode: 'login', hasReferenceRules: false });
  const answer = await holdSession(page);
  await field(page, 'login').click();
  await page.keyboard.type('an');
  release();
  await page.waitForFunction(() => Reflect.has(window, 'answer'));
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
  await page.keyboard.type('na');
  await answer(null);
  await takenOver(page);
  const { text, areSame, isFocusKept, shifts } = await lookAt(page);
  assert.deepEqual(
    { text, areSame, isFocusKept, shifts },
    { text: 'anna', areSame: true, isFocusKept: true, shifts: [] },
  );
});

demoTest('a session that is found replaces the served form', async ({ page, authPage }) => {
  const release = await open(page, { mode: 'login' });
  const answer = await holdSession(page);
  await field(page, 'login').fill('anna');
  release();
  await answer({ user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  await authPage.expectSignedIn('Anna');
});

demoTest(
  'a form that was served for another mode gives its texts to the fields of the same names',
  async ({ page }) => {
    const release = await open(page, { mode: 'register' });
    await page.evaluate(() => document.querySelector('auth-widget')?.setAttribute('mode', 'login'));
    await field(page, 'password').fill(PASSWORD);
    await field(page, 'login').fill('anna');
    release();
    await takenOver(page);
    await page.waitForFunction(
      () => document.querySelector('auth-widget')?.shadowRoot?.activeElement?.getAttribute('name') === 'login',
    );
    assert.equal(await field(page, 'login').inputValue(), 'anna');
    assert.equal(await field(page, 'password').inputValue(), PASSWORD);
  },
);

demoTest('of two early clicks, the second is dropped if the first has changed the form', async ({ page }) => {
  const release = await open(page, { mode: 'login' });
  const requests = /** @type {string[]} */ ([]);
  page.on('request', request => request.method() === 'POST' && requests.push(request.url()));
  await field(page, 'login').fill('anna');
  await page.getByRole('button', { name: 'Create an account', exact: true }).click();
  await page.keyboard.press('Tab');
  await field(page, 'password').press('Enter');
  release();
  await field(page, 'repeat').waitFor();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
  assert.deepEqual(requests, []);
  assert.equal(await page.locator('auth-widget input[aria-invalid=true]').count(), 0);
});

demoTest('a session or a flow of another address or mode hides no form', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem(`auth-widget:session:${location.origin}/api`, '{}');
    sessionStorage.setItem(`auth-widget:flow:${location.origin}/api:phone-login`, '{}');
    sessionStorage.setItem(`auth-widget:flow:${location.origin}:phone-register`, '{}');
  });
  await open(page);
  assert.ok(await field(page, 'phone').isVisible());
});

demoTest('a stored flow: the form is not shown, and the flow goes on', async ({ page, authPage }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  await page.keyboard.type(newPhone().slice(1));
  release();
  await takenOver(page);
  await page.keyboard.press('Enter');
  await authPage.field('code').waitFor();
  await page.unrouteAll();
  const releaseAgain = await open(page);
  assert.ok(!(await field(page, 'phone').isVisible()));
  releaseAgain();
  await authPage.field('code').waitFor();
});

demoTest(
  'without declarative shadow DOM, the widget renders when the script has arrived',
  async ({ page, authPage }) => {
    // The template then stays an element of the tag.
    const release = await open(page, {}, html => html.replaceAll('shadowrootmode', 'data-unknown'));
    assert.equal(await page.evaluate(() => document.querySelector('auth-widget')?.shadowRoot), null);
    release();
    await authPage.field('phone').fill(newPhone());
    await page.keyboard.press('Enter');
    await authPage.field('code').waitFor();
  },
);

demoTest('what a browser has filled in before the script is submitted', async ({ page }) => {
  const release = await open(page, { mode: 'login' });
  // Autofill sets the values of several inputs without keys.
  await page.evaluate(password => {
    for (const input of /** @type {HTMLInputElement[]} */ (Reflect.get(window, 'servedInputs')))
      input.value = input.name === 'login' ? 'autofilled' : password;
  }, PASSWORD);
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && /autofilled/.test(request.postData() ?? ''),
  );
  await page
    .getByRole('button', { name: /Sign in/ })
    .last()
    .click();
  release();
  assert.ok((await sent).postData()?.includes(PASSWORD));
});

demoTest('what the browser has filled in before the script stays, in the same input', async ({ page, context }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  const cdp = await context.newCDPSession(page);
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'servedInputs[0]' });
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  await cdp.send('Autofill.enable');
  // As if an address had been chosen from the browser's list.
  const fields = [{ name: 'PHONE_HOME_WHOLE_NUMBER', value: '+79161234567' }];
  await cdp.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
  const look = () =>
    field(page, 'phone').evaluate(input => ({
      text: /** @type {HTMLInputElement} */ (input).value,
      isFilledIn: input.matches(':autofill'),
      isSame: input === Reflect.get(window, 'servedInputs')[0],
    }));
  assert.deepEqual(await look(), { text: '+79161234567', isFilledIn: true, isSame: true });
  release();
  await takenOver(page);
  // Chromium drops the mark of what it has filled in, because the text is formatted.
  const { text, isSame } = await look();
  assert.deepEqual({ text, isSame }, { text: '+7 (916) 123-45-67', isSame: true });
});

demoTest('with linked style sheets: the policy needs no hash for them, and nothing moves', async ({ page }) => {
  const release = await open(page, { styleSheets });
  assert.equal(await field(page, 'phone').evaluate(input => getComputedStyle(input).minHeight), '52px');
  release();
  await takenOver(page);
  const { cards, areSame, shifts } = await lookAt(page);
  assert.deepEqual({ cards, areSame, shifts }, { cards: 1, areSame: true, shifts: [] });
});
