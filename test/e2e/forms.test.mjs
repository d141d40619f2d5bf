// The samples of docs/forms.md, docs/checkout.md and docs/second-factor.md, each in a page of its own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launch } from './support/browser.mjs';
import { until } from './support/until.mjs';

const require = createRequire(import.meta.url);
const { compileScript, parse } = require('@vue/compiler-sfc');
const root = fileURLToPath(new URL('../..', import.meta.url));
const ORIGIN = 'https://shop.example';

/** The entries that the samples import, in dist/. */
const { exports: entries } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
/** @param {string} entry */
const fileOf = entry => {
  const target = entries[`.${entry.slice('auth-widget'.length)}`];
  return path.join(root, target.default ?? target);
};

const samples = {
  name: 'samples',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^auth-widget\// }, ({ path: entry }) => ({ path: fileOf(entry) }));
    onLoad({ filter: /\.vue$/ }, async ({ path: file }) => {
      const { descriptor } = parse(await readFile(file, 'utf8'), { filename: file });
      return { contents: compileScript(descriptor, { id: 'order', inlineTemplate: true }).content, loader: 'ts' };
    });
  },
};

/** @param {string} name */
const readSample = name => readFile(path.join(root, 'examples/forms', name), 'utf8');

/** @param {string} code of a page that imports samples of examples/forms/ */
async function bundle(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: path.join(root, 'examples/forms'), loader: 'tsx' },
    plugins: [samples],
    jsx: 'automatic',
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return outputFiles[0]?.text ?? '';
}

const browser = await launch();
after(() => browser.close());

/**
 * @param {string} body
 * @param {string} code
 * @param {(order: string) => Promise<object | undefined>} [answer] what the server has against a posted form
 */
async function open(body, code, answer) {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  /** @type {string[]} */
  const posted = [];
  const script = await bundle(code);
  await page.route(`${ORIGIN}/**`, async (route, request) => {
    if (request.method() === 'POST') {
      posted.push(request.postData() ?? '');
      const said = await answer?.(request.postData() ?? '');
      if (said) return route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(said) });
    }
    if (request.url().endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: script });
    return route.fulfill({
      contentType: 'text/html',
      body: `<html lang="en">${body}<script type="module" src="/a.js"></script>`,
    });
  });
  await page.goto(`${ORIGIN}/`);
  const phone = page.locator('phone-input input');
  return { page, phone, posted, orders: () => page.evaluate(() => Reflect.get(window, 'orders')) };
}

/**
 * Fills in a form as if an address had been chosen from the browser's list.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} input
 * @param {{ name: string, value: string }[]} fields
 */
async function autofill(page, input, fields) {
  const cdp = await page.context().newCDPSession(page);
  await input.focus();
  await input.evaluate(element => Object.assign(window, { autofilled: element }));
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'autofilled' });
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  await cdp.send('Autofill.enable');
  await cdp.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
}

const FORMS = {
  'react-hook-form': `
    import { createRoot } from 'react-dom/client';
    import { OrderForm } from './order-form';
    window.orders = [];
    createRoot(document.querySelector('main')).render(<OrderForm onOrder={order => window.orders.push(order)} />);`,
  'vee-validate': `
    import { createApp, h } from 'vue';
    import OrderForm from './OrderForm.vue';
    window.orders = [];
    createApp({ render: () => h(OrderForm, { onOrder: order => window.orders.push(order) }) }).mount('main');`,
};

for (const [name, code] of Object.entries(FORMS))
  test(`${name}: an incomplete number is refused with its message, a whole one is the value`, async () => {
    const { page, phone, orders } = await open('<main></main>', code);
    await page.getByLabel('Name').fill('Anna');
    await phone.pressSequentially('916123');
    await page.getByRole('button', { name: 'Order' }).click();
    await page.getByText('Enter the whole number').waitFor();
    assert.match(await phone.inputValue(), /\(916\) 123/, 'what was typed stays');
    assert.deepEqual(await orders(), []);
    assert.ok(
      await page.evaluate(
        () => document.activeElement?.localName === 'phone-input' || document.activeElement?.localName === 'button',
      ),
    );
    await phone.press('End');
    await phone.pressSequentially('4567');
    await page.getByRole('button', { name: 'Order' }).click();
    await until('the order', async () => (await orders()).length === 1);
    assert.deepEqual(await orders(), [{ name: 'Anna', phone: '79161234567' }]);
    await page.close();
  });

test('jQuery: the number is in the data of the form', async () => {
  const code = "import './order-form.js'; import $ from 'jquery'; window.serialize = () => $('form').serialize();";
  const { page, phone, posted } = await open(await readSample('order-form.html'), code);
  await phone.pressSequentially('916123');
  await page.getByRole('button', { name: 'Order' }).click();
  assert.deepEqual(posted, [], 'the browser refuses an incomplete number');
  await phone.pressSequentially('4567');
  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByText('Thank you').waitFor();
  assert.deepEqual(posted, ['phone=79161234567']);
  assert.equal(await page.evaluate(() => Reflect.get(window, 'serialize')()), '', 'which `.serialize()` leaves out');
  await page.close();
});

/** What the server of the shop has against a number. */
const REFUSAL = 'We can’t call this number';
const CHECKOUTS = {
  'checkout.html and checkout.js': { body: await readSample('checkout.html'), code: "import './checkout.js';" },
  'checkout.tsx': {
    body: '<main></main>',
    code: `
      import { createRoot } from 'react-dom/client';
      import { Checkout } from './checkout';
      const send = async order => {
        const response = await fetch('/orders', { method: 'POST', body: new URLSearchParams(order) });
        return response.status === 422 ? (await response.json()).phone : null;
      };
      createRoot(document.querySelector('main')).render(<Checkout send={send} />);`,
  },
};

for (const [name, { body, code }] of Object.entries(CHECKOUTS))
  test(`${name}: required, checked, autofilled, sent once, refused by the server, and sent with a plus`, async () => {
    let refuse = () => {};
    /** @type {Promise<void>} */
    const refusal = new Promise(resolve => (refuse = resolve));
    const { page, phone, posted } = await open(body, code, async order => {
      if (!order.includes('292222222')) return undefined;
      await refusal;
      return { phone: REFUSAL };
    });
    const orders = () => posted.map(each => Object.fromEntries(new URLSearchParams(each)));
    const order = page.getByRole('button', { name: 'Order' });
    const name = page.getByLabel('Name');
    await name.fill('Anna');
    await order.click();
    await page.getByText('Enter your phone number.').waitFor();
    // The browser has moved the focus to the number.
    await page.keyboard.type('+48512345678');
    await page.getByText('+7, +375').waitFor();
    await order.click();
    assert.deepEqual(orders(), [], 'a number of a country that the shop does not serve');
    await phone.press('ControlOrMeta+a');
    await page.keyboard.type('+37529222');
    await order.click();
    await page.getByText('incomplete').waitFor();
    assert.deepEqual(orders(), [], 'an incomplete number');
    await phone.press('End');
    await page.keyboard.type('2222');
    await order.click();
    await until('the order', () => orders().length === 1);
    await order.click();
    refuse();
    await page.getByText(REFUSAL).waitFor();
    assert.equal(orders().length, 1, 'a second press while the order is on its way');
    assert.equal(await phone.inputValue(), '+375 29 222-22-22');
    await phone.press('End');
    await page.keyboard.press('Backspace');
    await page.getByText(REFUSAL).waitFor({ state: 'detached' });

    // An address of the browser has another country than the list.
    await phone.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await autofill(page, phone, [
      { name: 'NAME_FULL', value: 'Ivan' },
      { name: 'ADDRESS_HOME_COUNTRY', value: 'RU' },
      { name: 'PHONE_HOME_WHOLE_NUMBER', value: '+375291234567' },
    ]);
    await until('the number is filled in', async () => (await phone.inputValue()) === '+375 29 123-45-67');
    await order.click();
    await until('the order', () => orders().length === 2);
    assert.deepEqual(orders(), [
      { name: 'Anna', phone: '+375292222222' },
      { name: await name.inputValue(), phone: '+375291234567' },
    ]);
    await page.close();
  });

test('a second factor: a wrong code, no network, the right code', async () => {
  const code = `
    import { askForCode } from './second-factor.js';
    window.codes = [];
    const answers = { 111111: 'wrong', 222222: new Error('no network'), 333333: 'right' };
    const check = async code => {
      window.codes.push(code);
      if (answers[code] instanceof Error) throw answers[code];
      return answers[code];
    };
    window.asked = askForCode(document.querySelector('code-input'), check).then(may => (window.orders = [may]));`;
  const { page, orders } = await open(await readSample('second-factor.html'), code);
  const input = page.locator('code-input input');
  await until('the field has the focus', () => page.evaluate(() => document.activeElement?.localName === 'code-input'));
  await input.pressSequentially('111111');
  await page.getByText('That code isn’t right').waitFor();
  await input.pressSequentially('222222');
  await page.getByText('That did not work').waitFor();
  await input.pressSequentially('333333');
  await until('the person goes on', async () => (await orders())?.[0] === true);
  assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'codes')), ['111111', '222222', '333333']);
  await page.close();
});
