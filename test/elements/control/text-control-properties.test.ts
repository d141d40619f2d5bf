// Properties, language and label when apps, pages and browser extensions change them.
import { expect, fixture, html } from '@open-wc/testing';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner } from '../../support/browser.js';
import { type Control, dataOf, errorOf, KINDS, markup, nextFrames, setProperties } from '../../support/controls.js';
import { phoneInput } from '../../support/phone-input.js';
import { translate } from '../../support/translator.js';

for (const kind of KINDS) {
  const { tag, value } = kind;

  describe(`${tag}: properties, language and label`, () => {
    it('every attribute sets its property; required and readonly also set their attributes', async () => {
      const texts = 'label="A" placeholder="B" description="C" error="D" autocomplete="off"';
      const control = await markup<Control>(
        `<${tag} name="x" value="${value}" ${texts} required readonly is-loading></${tag}>`,
      );
      const { name, defaultValue, label, placeholder, description, error, autocomplete } = control;
      expect([name, defaultValue, label, placeholder, description, error, autocomplete]).to.deep.equal([
        'x',
        value,
        'A',
        'B',
        'C',
        'D',
        'off',
      ]);
      expect([control.required, control.readonly, control.isLoading]).to.deep.equal([true, true, true]);
      for (const isSet of [false, true]) {
        await setProperties(control, { required: isSet, readonly: isSet });
        expect([control.hasAttribute('required'), control.hasAttribute('readonly')]).to.deep.equal([isSet, isSet]);
      }
    });

    it('undefined and null count as not set: name, disabled and autocomplete', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} value="${value}"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      const token = inner(control).getAttribute('autocomplete');
      for (const nothing of [undefined, null]) {
        Object.assign(control, { name: nothing, disabled: nothing, autocomplete: nothing });
        await control.updateComplete;
        expect(dataOf(form)).to.deep.equal([]);
        expect(control.disabled).to.equal(false);
        expect(inner(control).disabled).to.equal(false);
        expect(inner(control).getAttribute('autocomplete')).to.equal(token);
      }
      control.setAttribute('autocomplete', 'off');
      await control.updateComplete;
      expect(inner(control).getAttribute('autocomplete')).to.equal('off');
      control.removeAttribute('autocomplete');
      await control.updateComplete;
      expect(inner(control).getAttribute('autocomplete')).to.equal(token);
      expect(token).to.equal(tag === 'phone-input' ? 'tel' : 'one-time-code');
    });

    it('its texts follow the nearest lang when that changes, and when the element is moved', async () => {
      const box = await markup<HTMLElement>(`<div lang="en"><p><${tag} required></${tag}></p><p lang="ru"></p></div>`);
      const control = box.querySelector<Control>(tag)!;
      const texts = () => [inner(control).getAttribute('aria-label'), errorOf(control), control.validationMessage];
      const en = [kind.name, kind.missing, kind.missing];
      const ru = [kind.nameRu, kind.missingRu, kind.missingRu];
      control.reportValidity();
      await nextFrames();
      expect(texts()).to.deep.equal(en);
      box.lang = 'ru';
      await nextFrames();
      expect(texts()).to.deep.equal(ru);
      box.lang = 'en';
      await nextFrames();
      expect(texts()).to.deep.equal(en);
      box.lastElementChild!.append(control);
      await nextFrames();
      expect(texts()).to.deep.equal(ru);
    });

    it('after a move, it takes its name from the label at the new place', async () => {
      const box = await markup<HTMLElement>(`<div><${tag}></${tag}><label>Work </label></div>`);
      const control = box.querySelector<Control>(tag)!;
      box.querySelector('label')!.append(control);
      await nextFrames();
      expect(inner(control).getAttribute('aria-label')).to.equal('Work');
    });

    it('its text has at least 16 px, whatever the styles of the page are', async () => {
      const box = await markup<HTMLElement>(
        `<div style="font-size: 13px"><style>* { font: inherit }</style><${tag}></${tag}></div>`,
      );
      expect(parseFloat(getComputedStyle(inner(box.querySelector(tag)!)).fontSize)).to.be.at.least(16);
    });
  });
}

describe('phone-input: properties, language and label', () => {
  it('lang="ru_RU", as other systems spell it, is Russian; lang="rue" is another language', async () => {
    const phone = await markup<PhoneInput>('<phone-input></phone-input>');
    await setProperties(phone, { lang: 'ru_RU' });
    expect(inner(phone).getAttribute('aria-label')).to.equal('Номер телефона');
    await setProperties(phone, { lang: 'rue' });
    expect(inner(phone).getAttribute('aria-label')).to.equal('Phone number');
  });
  it('the next error message replaces one that a page translator has changed', async () => {
    const phone = await phoneInput();
    const message = () => phone.shadowRoot!.querySelector('#error')!.textContent;
    await setProperties(phone, { error: 'One' });
    translate(phone.shadowRoot!);
    expect(message()).to.equal('«One»');
    await setProperties(phone, { error: 'Two' });
    expect(message()).to.equal('Two');
    translate(phone.shadowRoot!);
    await setProperties(phone, { error: null });
    expect(message()).to.equal('');
  });
});

it('both inputs: white-space: pre-wrap of the page does not change their height', async () => {
  const box = await fixture<HTMLElement>(
    html`<div>
      <phone-input label="Phone" error="Wrong"></phone-input><code-input label="Code" phone="79161234567"></code-input>
    </div>`,
  );
  const heights = () => [...box.children].map(({ clientHeight }) => clientHeight);
  const before = heights();
  box.style.whiteSpace = 'pre-wrap';
  expect(heights()).to.deep.equal(before);
});
