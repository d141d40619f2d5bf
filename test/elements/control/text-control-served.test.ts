// An input that a server has rendered, and that a person uses before the script has run.
import { expect, fixture, html } from '@open-wc/testing';
import { inner } from '../../support/browser.js';
import { type Control, KINDS } from '../../support/controls.js';

for (const { tag, Class, typed, value } of KINDS)
  describe(`${tag}: before the script has run`, () => {
    it('what was typed is kept, and so is the focus', async () => {
      const name = `${tag}-served`;
      const box = await fixture<HTMLElement>(html`<div></div>`);
      box.setHTMLUnsafe(`<${name}><template shadowrootmode="open"><label>x<input></label></template></${name}>`);
      const control = box.firstElementChild as Control;
      const served = control.shadowRoot!.querySelector('input')!;
      served.focus();
      served.value = typed;
      const Base: CustomElementConstructor = Class;
      customElements.define(name, class extends Base {});
      await control.updateComplete;
      expect(control.value).to.equal(value);
      expect(control.shadowRoot!.activeElement === inner(control)).to.equal(true);
    });
  });
