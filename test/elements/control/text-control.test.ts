// Form association: docs/behaviour/inputs.md#form-association
import { expect, fixture, html } from '@open-wc/testing';
import { click, inner, press, type } from '../../support/browser.js';
import { type Control, dataOf, KINDS, markup } from '../../support/controls.js';

for (const kind of KINDS) {
  const { tag, Class, typed, value, text, other } = kind;

  describe(`${tag} in a form`, () => {
    it('is form-associated, delegates focus, and has an open shadow root', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(Class.formAssociated).to.equal(true);
      expect(control.shadowRoot!.delegatesFocus).to.equal(true);
      expect(control.shadowRoot!.mode).to.equal('open');
      expect(control).to.be.instanceOf(Class);
    });

    it('a failed check outside of the document shows no message afterwards', async () => {
      const control = await markup<Control>(`<${tag} required></${tag}>`);
      const { parentElement } = control;
      control.remove();
      expect(control.checkValidity()).to.equal(false);
      parentElement!.append(control);
      await control.updateComplete;
      expect(inner(control).getAttribute('aria-invalid')).to.equal('false');
      expect(control.checkValidity()).to.equal(false);
      await control.updateComplete;
      expect(inner(control).getAttribute('aria-invalid')).to.equal('true');
    });

    it('puts its value into the form data under its name, even an empty one; without a name it puts none', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x"></${tag}><${tag}></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      expect(dataOf(form)).to.deep.equal([['x', '']]);
      control.focus();
      await type(typed);
      expect(dataOf(form)).to.deep.equal([['x', value]]);
      expect(control.form).to.equal(form);
      expect([...form.elements]).to.include(control);
    });

    it('adds no attribute of its own to the host', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(control.getAttributeNames()).to.deep.equal([]);
      control.name = 'x';
      control.required = control.readonly = control.disabled = true;
      await control.updateComplete;
      expect(control.getAttributeNames().sort()).to.deep.equal(['disabled', 'name', 'readonly', 'required']);
    });

    it('without its attribute name again, it has none and puts nothing into the form data', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x" value="${value}"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      control.removeAttribute('name');
      expect([control.hasAttribute('name'), control.name, dataOf(form)]).to.deep.equal([false, '', []]);
      control.setAttribute('name', 'y');
      expect([control.name, dataOf(form)]).to.deep.equal(['y', [['y', value]]]);
    });

    it('belongs to the form that its attribute form names', async () => {
      const box = await markup<HTMLElement>(
        `<div><form id="elsewhere"></form><${tag} form="elsewhere" name="x" value="${value}"></${tag}></div>`,
      );
      expect(dataOf(box.querySelector('form')!)).to.deep.equal([['x', value]]);
    });

    it('is sent by a form without scripts', async () => {
      const box = await markup<HTMLElement>(
        `<div><iframe name="target-${tag}" title="Answer"></iframe>
        <form action="/test/support/answer.html" method="get" target="target-${tag}"><${tag} name="x" value="${value}"></${tag}>
        <button>Send</button></form></div>`,
      );
      const frame = box.querySelector('iframe')!;
      const loaded = new Promise<void>(resolve =>
        frame.addEventListener('load', () => {
          if (frame.contentWindow!.location.pathname === '/test/support/answer.html') resolve();
        }),
      );
      await click(box.querySelector('button')!);
      await loaded;
      expect(frame.contentWindow!.location.search).to.equal(`?x=${value}`);
    });

    it('takes its initial value, and its value after a reset, from the attribute value', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x" value="${value}"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      expect(inner(control).value).to.equal(text);
      control.focus();
      await press('Backspace');
      expect(control.value).not.to.equal(value);
      form.reset();
      expect(control.value).to.equal(value);
      expect(inner(control).value).to.equal(text);
      expect(control.defaultValue).to.equal(value);
      control.setAttribute('value', other);
      expect(control.value).to.equal(other);
      control.value = value;
      control.setAttribute('value', '');
      expect(control.value).to.equal(value);
      form.reset();
      expect(control.value).to.equal('');
    });

    it('is empty with an attribute value that can’t be read, from the beginning and after a reset', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} required value="?"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      expect([inner(control).value, control.validity.valueMissing]).to.deep.equal(['', true]);
      control.value = value;
      form.reset();
      expect([inner(control).value, control.validity.valueMissing]).to.deep.equal(['', true]);
    });

    it('keeps what a person has typed when the attribute value changes, until a reset; a refused key is no edit', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      control.focus();
      await type('x');
      control.setAttribute('value', value);
      expect(control.value).to.equal(value);
      await press('End', 'Backspace');
      const edited = inner(control).value;
      expect(edited).to.not.equal(text);
      control.setAttribute('value', other);
      expect(inner(control).value).to.equal(edited);
      form.reset();
      expect(control.value).to.equal(other);
    });

    it('keeps a value that was set before the upgrade', async () => {
      const control = document.createElement(`${tag}-late`) as Control;
      Object.assign(control, { value, name: 'late' });
      const form = document.createElement('form');
      form.append(control);
      (await fixture<HTMLElement>(html`<div></div>`)).append(form);
      if (!customElements.get(`${tag}-late`)) {
        const Base: CustomElementConstructor = Class;
        customElements.define(`${tag}-late`, class extends Base {});
      }
      await control.updateComplete;
      expect(control.value).to.equal(value);
      expect(inner(control).value).to.equal(text);
      expect(dataOf(form)).to.deep.equal([['late', value]]);
      expect(Object.hasOwn(control, 'value')).to.equal(false);
    });
  });
}

describe('the define modules', () => {
  it('do not define a tag that is already defined', async () => {
    const taken = customElements.get('phone-input');
    await import(`../../../src/define/phone-input.ts?${Date.now()}`);
    expect(customElements.get('phone-input')).to.equal(taken);
  });
});
