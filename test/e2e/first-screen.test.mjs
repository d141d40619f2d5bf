// What a person does in the first screen as HTML before the scripts have arrived. Reference server, Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { field, lookAt, open, takenOver } from './support/first-screen.mjs';
import { newPhone, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

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

demoTest('a composition whose end no event has reported is over when the field is left', async ({ page }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  // Chromium sends none when autofill replaces the composed text.
  await page.evaluate(() => Object.assign(Reflect.get(window, 'servedInputs')[0], { isComposing: 1 }));
  release();
  await takenOver(page);
  await page.keyboard.type('9161234567');
  assert.equal((await lookAt(page)).text, '9161234567');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => Reflect.get(window, 'servedInputs')[0].value === '+7 (916) 123-45-67');
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
