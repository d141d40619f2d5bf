// Compositions that end without `compositionend`.
import { expect, fixture, html } from '@open-wc/testing';
import { cdp, inner, isChromium, press, type } from '../../support/browser.js';
import '../../../src/define/code-input.js';
import { dataOf } from '../../support/controls.js';
import { phoneInput } from '../../support/phone-input.js';

describe('phone-input: a composition that ends with the focus', () => {
  it('formats its text, and what is typed after it', async () => {
    const phone = await phoneInput();
    phone.focus();
    inner(phone).dispatchEvent(new CompositionEvent('compositionstart'));
    inner(phone).value = '９１６';
    inner(phone).dispatchEvent(new InputEvent('input', { inputType: 'insertCompositionText', composed: true }));
    expect(inner(phone).value).to.equal('９１６');
    inner(phone).blur();
    expect(inner(phone).value).to.equal('+7 (916');
    phone.focus();
    await type('12');
    expect(inner(phone).value).to.equal('+7 (916) 12');
  });
});

describe('code-input: a composition', () => {
  it('is in the data of the form while it goes on', async () => {
    const form = await fixture<HTMLFormElement>(html`<form><code-input name="code"></code-input></form>`);
    const code = form.querySelector('code-input')!;
    code.focus();
    inner(code).dispatchEvent(new CompositionEvent('compositionstart'));
    inner(code).value = '12';
    inner(code).dispatchEvent(new InputEvent('input', { inputType: 'insertCompositionText', composed: true }));
    expect(dataOf(form)).to.deep.equal([['code', '12']]);
  });
});

// Only Chromium can be made to compose.
if (isChromium) {
  describe('phone-input: a composition that is interrupted', () => {
    const compose = (text: string) =>
      cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

    it('by moving the element: the text is formatted, and so is what is typed after it', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('916');
      (await fixture<HTMLElement>(html`<div></div>`)).append(phone);
      expect(inner(phone).value).to.equal('+7 (916');
      phone.focus();
      await type('12');
      expect(inner(phone).value).to.equal('+7 (916) 12');
    });

    it('by autofill in Chromium: the text is formatted, and so is what is typed after it', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('9');
      inner(phone).value = '+79161234567';
      inner(phone).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      inner(phone).dispatchEvent(new Event('change', { bubbles: true }));
      expect(inner(phone).value).to.equal('+7 (916) 123-45-67');
      await press('Backspace');
      expect(inner(phone).value).to.equal('+7 (916) 123-45-6');
    });

    it('by setting a value: the value is shown, and typing goes on after it', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('916');
      phone.value = '903111223';
      await press('End');
      await type('3');
      expect(inner(phone).value).to.equal('+7 (903) 111-22-33');
      expect(phone.value).to.equal('79031112233');
    });
  });
}
