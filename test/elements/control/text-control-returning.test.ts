// A field that was removed during a press, and a message without a text.
import { expect, fixture, html } from '@open-wc/testing';
import { press, type } from '../../support/browser.js';
import { errorOf, KINDS, markup } from '../../support/controls.js';
import type { Control } from '../../support/controls.js';
import '../../../src/define/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';

describe('text controls: odd pages', () => {
  it('a field that was removed during a press shows its message when it is left', async () => {
    const outside = await fixture<HTMLElement>(html`<div><phone-input label="Phone" lang="en"></phone-input></div>`);
    // Headless WebKitGTK doesn't move the focus out of the page.
    outside.after(document.createElement('button'));
    const element = outside.querySelector<PhoneInput>('phone-input')!;
    element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, composed: true }));
    element.remove();
    document.body.dispatchEvent(new MouseEvent('pointerup', { bubbles: true }));
    outside.append(element);
    await element.updateComplete;
    element.focus();
    await type('916');
    await press('Tab');
    await element.updateComplete;
    expect(errorOf(element)).to.not.equal('');
  });

  for (const { tag } of KINDS)
    it(`${tag}: an empty text of the page for a message stops nothing`, async () => {
      const element = await markup<Control>(`<${tag} label="A field" required></${tag}>`);
      element.texts = { phoneMissing: '', codeMissing: '' };
      await element.updateComplete;
      expect(element.validity.valueMissing).to.equal(true);
      element.value = tag === 'code-input' ? '123456' : '79161234567';
      element.value = '';
      await element.updateComplete;
      expect(element.checkValidity()).to.equal(false);
    });
});
