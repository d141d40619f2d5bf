// Tests when the message about an incomplete number appears after a person has left the field.
import { expect, fixture, html } from '@open-wc/testing';
import { click, inner, press, type, until } from '../../support/browser.js';
import type { PhoneInput } from '../../../src/define/phone-input.js';
import { errorOf, markup, nextFrames } from '../../support/controls.js';
import { phoneInput } from '../../support/phone-input.js';

/**
 * Dispatches the `change` event that the native input fires when a person leaves it. The browser fires it only in the window that has
 * the focus.
 */
const leave = (phone: PhoneInput) => inner(phone).dispatchEvent(new Event('change', { bubbles: true }));

describe('phone-input: leaving an incomplete number', () => {
  it('without a press, after a click into the field: the message is there at once', async () => {
    const phone = await phoneInput();
    await click(inner(phone));
    await type('916');
    leave(phone);
    await phone.updateComplete;
    expect(errorOf(phone)).to.not.equal('');
  });

  it('without a press, after a touch that became a scroll: the message is there at once', async () => {
    const phone = await phoneInput();
    phone.focus();
    await type('916');
    for (const name of ['pointerdown', 'pointercancel'])
      document.body.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    leave(phone);
    await phone.updateComplete;
    expect(errorOf(phone)).to.not.equal('');
  });

  it('by a press on a part of the page that stops its events: the message waits for the end of that press', async () => {
    const phone = await phoneInput();
    const part = await fixture<HTMLElement>(html`<div></div>`);
    for (const type of ['pointerdown', 'pointerup']) part.addEventListener(type, event => event.stopPropagation());
    phone.focus();
    await type('916');
    part.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    leave(phone);
    await phone.updateComplete;
    expect(errorOf(phone)).to.equal('');
    part.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    await until(() => errorOf(phone));
  });

  it('by a press elsewhere: the message waits for the end of that press, and for no later one', async () => {
    const phone = await phoneInput();
    phone.focus();
    await type('916');
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    leave(phone);
    await phone.updateComplete;
    expect(errorOf(phone)).to.equal('');
    document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    await until(() => errorOf(phone));
    // While the field has the focus, setting '' would change nothing: the value of an incomplete number is '' already.
    inner(phone).blur();
    phone.value = '';
    phone.focus();
    await type('9161234567');
    await press('Backspace');
    await phone.updateComplete;
    expect(errorOf(phone)).to.equal('');
    document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    await new Promise(resolve => setTimeout(resolve));
    await phone.updateComplete;
    expect(errorOf(phone)).to.equal('');
  });

  it('by a touch that becomes a scroll: the message waits for the end of that touch, and for no later one', async () => {
    const phone = await phoneInput();
    phone.focus();
    await type('916');
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    leave(phone);
    document.body.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
    await until(() => errorOf(phone));
    for (const name of ['pointerup', 'pointercancel']) {
      inner(phone).blur();
      phone.value = '9161234567';
      phone.focus();
      await press('Backspace');
      await type('7');
      await press('Backspace');
      document.body.dispatchEvent(new PointerEvent(name, { bubbles: true }));
      await new Promise(resolve => setTimeout(resolve));
      await phone.updateComplete;
      expect(errorOf(phone), name).to.equal('');
    }
  });
});

describe('phone-input: leaving it by a click that empties it', () => {
  const form =
    '<form><phone-input required></phone-input><button>Go</button><button type="reset">Reset</button></form>';

  for (const [name, button, prepare] of [
    ['a reset button', '[type=reset]', () => {}],
    [
      'a button that sets an empty value',
      'button',
      (form: HTMLFormElement, phone: PhoneInput) =>
        form.querySelector('button')!.addEventListener('click', event => {
          event.preventDefault();
          phone.value = '';
        }),
    ],
    [
      'a submit button, whose form is reset',
      'button',
      (form: HTMLFormElement) =>
        form.addEventListener('submit', event => {
          event.preventDefault();
          form.reset();
        }),
    ],
  ] as const) {
    it(`${name}: no message`, async () => {
      const box = await markup<HTMLFormElement>(form);
      const phone = box.querySelector('phone-input')!;
      prepare(box, phone);
      phone.focus();
      await type('9161234567');
      await click(box.querySelector(button)!);
      await nextFrames();
      expect([inner(phone).value, errorOf(phone)]).to.deep.equal(['', '']);
    });
  }

  it('a reset button, after the person has deleted the number: no message', async () => {
    const box = await markup<HTMLFormElement>(form);
    const phone = box.querySelector('phone-input')!;
    phone.value = '9161234567';
    phone.focus();
    await press('Control+a', 'Backspace');
    await click(box.querySelector('[type=reset]')!);
    await nextFrames();
    expect(errorOf(phone)).to.equal('');
  });
});
