// The value, which apps set and read, and which the browser restores.
import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { CodeInput } from '../../../src/define/code-input.js';
import type { PhoneInput } from '../../../src/define/phone-input.js';
import { inner, press, type } from '../../support/browser.js';
import { codeInput } from '../../support/code-input.js';
import { type Control, KINDS, markup, nextFrames, setProperties } from '../../support/controls.js';
import { phoneInput } from '../../support/phone-input.js';

for (const kind of KINDS) {
  const { tag, Class, typed, value, text, other } = kind;

  describe(`${tag}: an app that writes every reported value back`, () => {
    /** An app that keeps the value and sets it after every `input` event. */
    async function controlled() {
      const box = await fixture<HTMLElement>(html`<div></div>`);
      const app = { value: '', changes: 0, control: undefined as unknown as Control };
      const draw = () => {
        const handleInput = ({ target }: Event) => {
          app.value = (target as Control).value;
          draw();
        };
        const count = () => app.changes++;
        render(
          tag === 'phone-input'
            ? html`<phone-input .value=${app.value} @input=${handleInput} @change=${count}></phone-input>`
            : html`<code-input .value=${app.value} @input=${handleInput} @change=${count}></code-input>`,
          box,
        );
      };
      draw();
      app.control = box.firstElementChild as Control;
      await app.control.updateComplete;
      app.control.focus();
      await type(typed);
      return app;
    }

    it('Backspace deletes one digit', async () => {
      const { control } = await controlled();
      expect(inner(control).value).to.equal(text);
      await press('Backspace');
      await nextFrames();
      expect(inner(control).value).to.equal(text.slice(0, -1));
    });

    it('undo works, and change is fired when the field is left', async () => {
      const app = await controlled();
      inner(app.control).blur();
      expect(app.changes).to.equal(1);
      app.control.focus();
      await press('Control+z');
      expect(inner(app.control).value).to.equal(text.slice(0, -1));
    });

    it('a field with the focus takes another value, and an empty one in place of a complete one', async () => {
      const { control } = await controlled();
      control.value = other;
      expect(control.value).to.equal(other);
      control.value = '';
      expect(inner(control).value).to.equal('');
    });
  });

  describe(`${tag}: restoring the page`, () => {
    it('the browser may restore a number, never a used code', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      const given: unknown[][] = [];
      const Base: CustomElementConstructor = Class;
      class Watched extends (Base as typeof PhoneInput) {
        override attachInternals(): ElementInternals {
          const internals = super.attachInternals();
          const original = internals.setFormValue.bind(internals);
          internals.setFormValue = (...args) => {
            given.push(args);
            original(...args);
          };
          return internals;
        }
      }
      customElements.define(`${tag}-watched`, Watched);
      const watched = new Watched();
      control.parentElement!.append(watched);
      watched.value = value;
      expect(given.at(-1)).to.deep.equal([value, control instanceof CodeInput ? null : '9161234567']);
      control.formStateRestoreCallback('91612', 'restore');
      expect(inner(control).value).to.equal(control instanceof CodeInput ? '' : '+7 (916) 12');
      control.formStateRestoreCallback(typed, 'autocomplete');
      expect(control.value).to.equal(value);
    });
  });
}

describe('an app that checks no types', () => {
  it('a value of type number is read as its digits', async () => {
    const [phone, code] = [await phoneInput(), await codeInput()];
    await setProperties(phone, { value: 79161234567 });
    expect(phone.value).to.equal('79161234567');
    await setProperties(phone, { value: { phone: 1 } });
    expect(phone.value, 'an object is refused, and does not clear the field').to.equal('79161234567');
    await setProperties(code, { value: 123456 });
    expect(code.value).to.equal('123456');
  });

  it('a default value of type number is read as its digits', async () => {
    const phone = await phoneInput();
    await setProperties(phone, { defaultValue: 9161234567 });
    expect(phone.value).to.equal('79161234567');
  });

  it('separators are no edit: another default value still applies', async () => {
    const phone = await phoneInput();
    await setProperties(phone, { defaultValue: '9161234567' });
    phone.focus();
    await press('End');
    await type(' -(');
    await setProperties(phone, { defaultValue: '9031112233' });
    expect(phone.value).to.equal('79031112233');
  });

  it('a default value that is not taken is shown and has no value', async () => {
    const phone = await phoneInput();
    await setProperties(phone, { defaultValue: '+44 20 7946 0958' });
    expect([phone.value, inner(phone).value]).to.deep.equal(['', '+442079460958']);
  });
});
