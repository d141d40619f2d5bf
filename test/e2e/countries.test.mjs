// What reaches a phone field with several countries in a real browser: drops, autofill, input methods, undo, and the form that
// the browser restores. By keys: test/elements/country-field/.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { isFull } from '../support/full.mjs';
import { ENGINES } from './support/engines.mjs';
import { startFormServer } from './support/form-server.mjs';

const FIELD = '<phone-input name="phone" label="Phone" countries="ru kz by ge us gb all"></phone-input>';

/** Runs in the page: the field as a person and a form see it. */
const readField = () => {
  const host = document.querySelector('phone-input');
  const root = host?.shadowRoot;
  return {
    text: root?.querySelector('input')?.value,
    value: host?.value,
    code: root?.querySelector('[part=country]')?.textContent?.replace(/.*\+/s, '+'),
    region: root?.querySelector('select')?.value,
  };
};

/** @type {import('./support/form-server.mjs').FormServer} */
let server;
before(async () => {
  server = await startFormServer();
});
after(() => server.close());

const RUSSIAN = { text: '+7 (916) 123-45-67', value: '79161234567', code: '+7', region: 'RU' };
const BELARUSIAN = { text: '+375 29 123-45-67', value: '375291234567', code: '+375', region: 'BY' };
const GEORGIAN = { text: '+995 555 12 34 56', value: '995555123456', code: '+995', region: 'GE' };
const AMERICAN = { text: '+1 201-555-0123', value: '12015550123', code: '+1', region: 'US' };

describe('Chromium: a field with several countries', { timeout: 120_000 }, () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('playwright-core').Page} */
  let page;
  /** @type {import('playwright-core').CDPSession} */
  let cdp;
  before(async () => {
    browser = await launch();
    page = await browser.newPage();
    cdp = await page.context().newCDPSession(page);
    await cdp.send('Autofill.enable');
  });
  after(() => browser.close());

  const input = () => page.locator('phone-input input');
  const show = async (body = FIELD) => {
    server.show(body);
    await page.goto(server.url);
    await page.locator('phone-input select').first().waitFor({ state: 'attached' });
  };
  /** @param {Partial<ReturnType<typeof readField>>} expected @param {string} [when] */
  const expectField = async (expected, when) => {
    await page
      .waitForFunction(
        text => document.querySelector('phone-input')?.shadowRoot?.querySelector('input')?.value === text,
        expected.text,
        { timeout: 15_000 },
      )
      .catch(() => {}); // the comparison says what is there
    const actual = await page.evaluate(readField);
    assert.deepEqual(
      { ...actual, ...(!expected.region && { code: undefined, region: undefined }) },
      { code: undefined, region: undefined, ...expected },
      when,
    );
  };
  /** @param {string} text */
  const drop = async text => {
    const { x, y, width, height } = (await input().boundingBox()) ?? assert.fail('the field is not rendered');
    const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 };
    for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
      await cdp.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  };

  test('a number that is dropped replaces the one of another country, and moves the list', async () => {
    await show();
    for (const [text, expected] of /** @type {const} */ ([
      ['+375 (29) 123-45-67', BELARUSIAN],
      ['tel:+7-916-123-45-67', RUSSIAN],
      ['Call me: 00995 555 12 34 56', GEORGIAN],
      ['+1 (201) 555-0123 ext. 7', AMERICAN],
    ])) {
      await drop(text);
      await expectField(expected, text);
    }
    await drop('+870 773 111 632');
    await expectField({ text: '+870773111632', value: '' }, 'of no country');
  });

  test('a part of a number that is dropped is inserted', async () => {
    await show();
    await input().pressSequentially('+37529');
    await drop('1234567');
    await expectField(BELARUSIAN);
  });

  for (const [country, filled, expected] of /** @type {const} */ ([
    ['RU', '+375291234567', BELARUSIAN],
    ['BY', '+79161234567', RUSSIAN],
    ['US', '+995555123456', GEORGIAN],
    ['GE', '+12015550123', AMERICAN],
  ])) {
    test(`autofill of ${filled} from an address in ${country}, while the list stands elsewhere`, async () => {
      await show(`<form><input name="name" aria-label="Name" autocomplete="name" />${FIELD}
        <input name="mail" aria-label="Mail" autocomplete="email" /></form>`);
      await page.locator('phone-input select').selectOption('GB');
      await input().focus();
      await input().evaluate(element => Object.assign(window, { autofilled: element }));
      const formFilled = new Promise(resolve => cdp.once('Autofill.addressFormFilled', resolve));
      const { result } = await cdp.send('Runtime.evaluate', { expression: 'autofilled' });
      const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
      await cdp.send('Autofill.trigger', {
        fieldId: node.backendNodeId,
        address: {
          fields: [
            { name: 'NAME_FULL', value: 'Ivan Petrov' },
            { name: 'EMAIL_ADDRESS', value: 'ivan@example.com' },
            { name: 'ADDRESS_HOME_COUNTRY', value: country },
            { name: 'PHONE_HOME_WHOLE_NUMBER', value: filled },
          ],
        },
      });
      const { filledFields } = await formFilled;
      // Chromium may fill in the whole number or its national digits alone.
      await expectField(expected, `filled: ${JSON.stringify(filledFields)}`);
      assert.equal(await page.locator('[name=name]').inputValue(), 'Ivan Petrov');
    });
  }

  test('a country that is filled into the list does not change a number', async () => {
    await show();
    await input().pressSequentially('+375291234567');
    await page.locator('phone-input select').evaluate(select => {
      if (!(select instanceof HTMLSelectElement)) return;
      select.value = 'RU';
      select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expectField(BELARUSIAN);
  });

  test('an input method: nothing is formatted meanwhile, and the number is read at the end', async () => {
    await show();
    await input().focus();
    for (const text of ['+3', '+37529', '+375291234567']) {
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      assert.equal(await input().inputValue(), text);
    }
    assert.equal((await page.evaluate(readField)).value, BELARUSIAN.value);
    await cdp.send('Input.insertText', { text: '+375291234567' });
    await expectField(BELARUSIAN);
    await page.keyboard.press('ControlOrMeta+a');
    await cdp.send('Input.imeSetComposition', { text: '+1', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    assert.equal((await page.evaluate(readField)).value, '', 'the selection was replaced by what was cancelled');
    await page.keyboard.press('ControlOrMeta+z');
    await expectField(BELARUSIAN, 'undone');
  });

  test('what is typed or pasted over a selection', async () => {
    await show();
    await input().pressSequentially('+375291234567');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('+9');
    await expectField({ text: '+9', value: '' });
    await page.keyboard.type('95555123456');
    await expectField(GEORGIAN);
    // The national digits from the third one on.
    await input().evaluate(element => /** @type {HTMLInputElement} */ (element).setSelectionRange(7, 17));
    await page.keyboard.type('9');
    await expectField({ text: '+995 559', value: '', code: '+995', region: 'GE' });
    await page.keyboard.press('ControlOrMeta+a');
    await cdp.send('Input.insertText', { text: '+1 201 555 0123' });
    await expectField(AMERICAN);
  });

  test('undo and redo go through changes of the country by typing, by the list and by a drop', async () => {
    await show();
    await input().pressSequentially('9161234567');
    await expectField(RUSSIAN);
    await page.locator('phone-input select').focus();
    await page.locator('phone-input select').selectOption('BY');
    const moved = { text: '9161234567', value: '', code: '+375', region: 'BY' }; // and not a number of India
    await expectField(moved);
    await drop('+995555123456');
    await expectField(GEORGIAN);
    await input().focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expectField(moved, 'the drop is undone');
    await page.keyboard.press('ControlOrMeta+z');
    await expectField(RUSSIAN, 'the choice is undone');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expectField(moved, 'redone');
  });
});

for (const [engine, start] of Object.entries(ENGINES).filter(
  ([name]) => name === 'Chromium' || (isFull && name === 'Firefox'),
)) {
  describe(`${engine}: the form that the browser restores`, { timeout: 120_000 }, () => {
    /** @type {import('./support/engines.mjs').EnginePage} */
    let page;
    before(async () => {
      page = await start();
    });
    after(() => page.close());

    const untilRestored = (/** @type {object} */ expected) =>
      page.until(
        'the number is there',
        `(expected => JSON.stringify((${String(readField)})()) === JSON.stringify(expected))`,
        expected,
      );

    for (const [way, leave] of /** @type {const} */ ([
      ['a reload', () => setTimeout(() => location.reload())],
      [
        'a visit to another page and back',
        () => {
          // A page that is unloading isn't kept whole, so the form is restored from its state.
          addEventListener('unload', () => {});
          setTimeout(() => location.assign('/thanks'));
        },
      ],
    ])
      // Chromium restores no form after a reload by a program.
      .filter(([way]) => engine === 'Firefox' || way !== 'a reload'))
      for (const [typed, expected] of /** @type {const} */ ([
        ['+375291234567', BELARUSIAN],
        ['+995555', { text: '+995 555', value: '', code: '+995', region: 'GE' }],
      ]))
        test(`${way}: ${typed}`, async () => {
          server.show(`<form>${FIELD}</form>`);
          await page.open(server.url);
          await page.run(() => document.querySelector('phone-input')?.focus());
          await page.type(typed);
          await untilRestored(expected);
          await page.run(() => void (window.isOldPage = true));
          await page.run(leave);
          if (way !== 'a reload') {
            await page.until('the other page', () => document.title === 'Thanks');
            await page.run(() => setTimeout(() => history.back()));
          }
          await page.until('the page again', () => !window.isOldPage && document.title === 'Form');
          await untilRestored(expected);
        });
  });
}
