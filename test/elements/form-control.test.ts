import { expect, fixture, html } from '@open-wc/testing';
import { CodeInput } from '../../src/define/code-input.js';
import { PhoneInput } from '../../src/define/phone-input.js';
import { click, copy, inner, press, type } from '../support/browser.js';

type Control = PhoneInput | CodeInput;

/** What is the same in both elements, with what is not: a value, how it is typed, and what a part of it is worth. */
const KINDS = [
  {
    tag: 'phone-input',
    Class: PhoneInput,
    typed: '9161234567',
    value: '79161234567',
    text: '+7 (916) 123-45-67',
    other: '79031112233',
    name: 'Phone number',
    missing: 'Enter your phone number',
    nameRu: 'Номер телефона',
    missingRu: 'Введите номер телефона',
  },
  {
    tag: 'code-input',
    Class: CodeInput,
    typed: '123456',
    value: '123456',
    text: '123456',
    other: '654321',
    name: 'Confirmation code',
    missing: 'Enter the code',
    nameRu: 'Код подтверждения',
    missingRu: 'Введите код',
  },
] as const;

/** A submit button as libraries of elements make it: the form lists it, and does not know what it does. */
class OwnButton extends HTMLElement {
  static readonly formAssociated = true;
  readonly type = 'submit';
  readonly #internals = this.attachInternals();

  constructor() {
    super();
    this.addEventListener('click', () => this.#internals.form?.requestSubmit());
  }
}
customElements.define('own-button', OwnButton);

/** Makes elements of markup, the way a page of plain HTML has them. */
async function markup<E extends Element>(text: string): Promise<E> {
  const template = document.createElement('template');
  template.innerHTML = text;
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.append(template.content);
  for (const control of box.querySelectorAll<Control>('phone-input, code-input')) await control.updateComplete;
  return box.firstElementChild as E;
}

const errorOf = (control: Control): string => control.shadowRoot!.querySelector('#error')!.textContent!.trim();
const dataOf = (form: HTMLFormElement): [string, FormDataEntryValue][] => [...new FormData(form)];

for (const kind of KINDS) {
  const { tag, Class, typed, value, text, other } = kind;

  describe(`${tag} in a form`, () => {
    it('is form-associated, delegates the focus, and has an open shadow root', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(Class.formAssociated).to.equal(true);
      expect(control.shadowRoot!.delegatesFocus).to.equal(true);
      expect(control.shadowRoot!.mode).to.equal('open');
      expect(control).to.be.instanceOf(Class);
    });

    it('gives its value to the form under its name, an empty one too, and none without a name', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x"></${tag}><${tag}></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      expect(dataOf(form)).to.deep.equal([['x', '']]);
      control.focus();
      await type(typed);
      expect(dataOf(form)).to.deep.equal([['x', value]]);
      expect(control.form).to.equal(form);
      expect([...form.elements]).to.include(control);
    });

    it('adds no attribute that the page has not written', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(control.getAttributeNames()).to.deep.equal([]);
      control.name = 'x';
      control.required = control.readonly = control.disabled = true;
      await control.updateComplete;
      expect(control.getAttributeNames().sort()).to.deep.equal(['disabled', 'name', 'readonly', 'required']);
    });

    it('belongs to a form elsewhere by its attribute', async () => {
      const box = await markup<HTMLElement>(
        `<div><form id="elsewhere"></form><${tag} form="elsewhere" name="x" value="${value}"></${tag}></div>`,
      );
      expect(dataOf(box.querySelector('form')!)).to.deep.equal([['x', value]]);
    });

    it('is posted by a plain form with no other script', async () => {
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

    it('the attribute value is what it begins with, and what a reset goes back to', async () => {
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

    it('a value that was set before the upgrade holds', async () => {
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

    it('required: valueMissing until there is a value', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x" required></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      expect(control.validity.valueMissing).to.equal(true);
      expect(control.checkValidity()).to.equal(false);
      expect(form.checkValidity()).to.equal(false);
      expect(control.matches(':invalid')).to.equal(true);
      expect(control.validationMessage).to.equal(kind.missing);
      control.focus();
      await type(typed);
      expect(control.validity.valid).to.equal(true);
      expect(control.reportValidity()).to.equal(true);
      expect(form.checkValidity()).to.equal(true);
      expect(control.matches(':valid')).to.equal(true);
      control.value = '';
      control.required = false;
      await control.updateComplete;
      expect(control.matches(':valid')).to.equal(true);
    });

    it('its messages are in the language of the page, and change with it', async () => {
      const box = await markup<HTMLElement>(`<div lang="ru"><${tag} required></${tag}></div>`);
      const control = box.querySelector<Control>(tag)!;
      expect(control.validationMessage).to.equal(kind.missingRu);
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.nameRu);
      control.lang = 'en';
      await control.updateComplete;
      expect(control.validationMessage).to.equal(kind.missing);
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.name);
    });

    it('the language is the nearest one, through shadow roots; English where it is another', async () => {
      const box = await markup<HTMLElement>('<div lang="ru-RU"><p></p></div>');
      const root = box.querySelector('p')!.attachShadow({ mode: 'closed' });
      const control = document.createElement(tag) as Control;
      root.append(control);
      await control.updateComplete;
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.nameRu);
      for (const lang of ['de', '', 'rup']) {
        control.lang = lang;
        await control.updateComplete;
        expect(inner(control).getAttribute('aria-label'), lang).to.equal(kind.name);
      }
    });

    it('setCustomValidity comes first, and goes with an empty message', async () => {
      const control = await markup<Control>(`<${tag} required></${tag}>`);
      control.setCustomValidity('No');
      expect(control.validity.customError).to.equal(true);
      expect(control.validationMessage).to.equal('No');
      control.value = value;
      expect(control.checkValidity()).to.equal(false);
      control.setCustomValidity('');
      expect(control.checkValidity()).to.equal(true);
    });

    it('disabled: out of the form and out of reach; by a fieldset too', async () => {
      const form = await markup<HTMLFormElement>(
        `<form><fieldset><${tag} name="x" value="${value}" required></${tag}></fieldset></form>`,
      );
      const control = form.querySelector<Control>(tag)!;
      for (const [disable, target] of [
        [true, form.querySelector('fieldset')!],
        [false, form.querySelector('fieldset')!],
        [true, control],
        [false, control],
      ] as const) {
        target.disabled = disable;
        await control.updateComplete;
        await control.updateComplete;
        expect(inner(control).disabled).to.equal(disable);
        expect(control.matches(':disabled')).to.equal(disable);
        expect(control.willValidate).to.equal(!disable);
        expect(dataOf(form).length).to.equal(disable ? 0 : 1);
        control.focus();
        expect(control.shadowRoot!.activeElement !== null).to.equal(!disable);
        inner(control).blur();
      }
    });

    it('readonly: blocks typing, paste, cut, Backspace, Delete and undo, and keeps the arrows', async () => {
      const control = await markup<Control>(`<${tag} required></${tag}>`);
      control.focus();
      await type(typed);
      await copy('9');
      control.readonly = true;
      await control.updateComplete;
      expect(control.hasAttribute('readonly')).to.equal(true);
      expect(control.willValidate).to.equal(false);
      control.focus();
      await type('5');
      await press('Control+v', 'Backspace', 'Delete', 'Control+z', 'Control+a', 'Control+x', 'Control+v');
      expect(control.value).to.equal(value);
      let isKept = false;
      document.addEventListener('keydown', event => (isKept = !event.defaultPrevented), { once: true });
      await press('ArrowRight');
      expect(isKept || control instanceof CodeInput).to.equal(true);
      if (control instanceof CodeInput) {
        await press('Home', 'ArrowRight');
        expect(inner(control).selectionStart).to.equal(1);
      }
    });

    it('Enter submits the form by requestSubmit: it validates, and its first button is the submitter', async () => {
      const form = await markup<HTMLFormElement>(
        `<form><${tag} name="x" required></${tag}><button type="button">No</button>
        <button name="b" value="1">Send</button><button name="b" value="2">Other</button></form>`,
      );
      const sent: unknown[] = [];
      form.addEventListener('submit', event => {
        event.preventDefault();
        sent.push((event.submitter as HTMLButtonElement).value);
      });
      const control = form.querySelector<Control>(tag)!;
      control.focus();
      await press('Enter');
      expect(sent).to.deep.equal([]);
      await type(typed);
      await press('Enter');
      expect(sent).to.deep.equal(['1']);
      form.querySelector<HTMLButtonElement>('[value="1"]')!.disabled = true;
      await press('Enter');
      expect(sent).to.deep.equal(['1']);
    });

    it('Enter submits a form without a button', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag}></${tag}></form>`);
      let sent = 0;
      form.addEventListener('submit', event => {
        event.preventDefault();
        sent++;
      });
      form.querySelector<Control>(tag)!.focus();
      await press('Enter');
      expect(sent).to.equal(1);
    });

    it('Enter presses the submit button of a form that is an element of the page’s own, as that of Material Web', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag}></${tag}><own-button></own-button></form>`);
      let sent = 0;
      form.addEventListener('submit', event => {
        event.preventDefault();
        sent++;
      });
      form.querySelector<Control>(tag)!.focus();
      await press('Enter');
      expect(sent).to.equal(1);
    });

    it('Enter without a form does nothing', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      control.focus();
      await press('Enter');
      expect(control.value).to.equal('');
    });

    it('the Enter that ends a composition sends nothing, in the order of Safari either', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag}></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      const heard: string[] = [];
      for (const type of ['submit', 'change', 'code-complete']) {
        form.addEventListener(type, event => {
          event.preventDefault();
          heard.push(type);
        });
      }
      control.focus();
      const input = inner(control);
      input.dispatchEvent(new CompositionEvent('compositionstart'));
      input.value = '９１６';
      input.dispatchEvent(
        new InputEvent('input', { inputType: 'insertCompositionText', composed: true, isComposing: true }),
      );
      input.dispatchEvent(new CompositionEvent('compositionend'));
      const enter = { key: 'Enter', code: 'Enter', bubbles: true, composed: true };
      input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
      expect(heard).to.deep.equal([]);
      input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 13 }));
      expect(heard).to.include('change');
    });

    it('input is heard outside, though that of a password manager stays inside', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      const heard: string[] = [];
      for (const type of ['input', 'change'])
        control.addEventListener(type, () => heard.push(`${type} ${control.value}`));
      inner(control).value = typed;
      inner(control).dispatchEvent(new Event('input', { bubbles: true }));
      inner(control).dispatchEvent(new Event('change', { bubbles: true }));
      expect(heard).to.deep.equal([`input ${value}`, `change ${value}`]);
    });

    it('input at every change, change once when the person leaves or presses Enter, both from the host', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      const events: string[] = [];
      for (const name of ['input', 'change']) {
        control.addEventListener(name, event => {
          expect(event.target).to.equal(control);
          expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
          events.push(`${name} ${control.value}`);
        });
      }
      control.focus();
      await type(typed);
      expect(events.length).to.equal(typed.length);
      expect(events.at(-1)).to.equal(`input ${value}`);
      inner(control).blur();
      expect(events.slice(typed.length)).to.deep.equal([`change ${value}`]);
      control.focus();
      inner(control).blur();
      control.focus();
      await press('Enter');
      expect(events.length).to.equal(typed.length + 1);
      await press('Backspace', 'Enter', 'Enter');
      expect(events.filter(event => event.startsWith('change')).length).to.equal(2);
      control.value = value;
      inner(control).blur();
      expect(events.filter(event => event.startsWith('change')).length).to.equal(2);
    });

    it('what is wrong shows when the form is sent, with :state(user-invalid), and goes when it is right', async () => {
      const form = await markup<HTMLFormElement>(
        `<form><${tag} name="x" required></${tag}><button>Send</button></form>`,
      );
      const control = form.querySelector<Control>(tag)!;
      control.focus();
      inner(control).blur();
      await control.updateComplete;
      expect(control.matches(':state(user-invalid)')).to.equal(false);
      expect(errorOf(control)).to.equal('');
      await click(form.querySelector('button')!);
      await control.updateComplete;
      expect(control.matches(':state(user-invalid)')).to.equal(true);
      expect(errorOf(control)).to.equal(kind.missing);
      expect(inner(control).getAttribute('aria-invalid')).to.equal('true');
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
      await type(typed);
      await control.updateComplete;
      expect(control.matches(':state(user-invalid)')).to.equal(false);
      expect(errorOf(control)).to.equal('');
      expect(inner(control).getAttribute('aria-invalid')).to.equal('false');
    });

    it('a reset takes the message away', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} required></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      form.reportValidity();
      await control.updateComplete;
      expect(errorOf(control)).to.equal(kind.missing);
      form.reset();
      await control.updateComplete;
      expect(errorOf(control)).to.equal('');
      expect(control.matches(':state(user-invalid)')).to.equal(false);
    });

    it('error shows the page’s own message in its place, and makes nothing invalid for the form', async () => {
      const control = await markup<Control>(`<${tag} value="${value}" error="Blocked"></${tag}>`);
      expect(errorOf(control)).to.equal('Blocked');
      expect(inner(control).getAttribute('aria-invalid')).to.equal('true');
      expect(control.checkValidity()).to.equal(true);
      control.error = null;
      await control.updateComplete;
      expect(errorOf(control)).to.equal('');
    });

    it('is locked and says so while it is loading', async () => {
      const control = await markup<Control>(`<${tag} value="${value}" is-loading></${tag}>`);
      expect(inner(control).readOnly).to.equal(true);
      expect(control.matches(':state(busy)')).to.equal(true);
      control.isLoading = false;
      await control.updateComplete;
      expect(inner(control).readOnly).to.equal(false);
      expect(control.matches(':state(busy)')).to.equal(false);
    });

    it('is not loading with is-loading="false", which Vue and Svelte write', async () => {
      const control = await markup<Control>(`<${tag} is-loading="false"></${tag}>`);
      expect(control.isLoading).to.equal(false);
      control.setAttribute('is-loading', '');
      expect(control.isLoading).to.equal(true);
    });
  });

  describe(`${tag}: label and focus`, () => {
    it('a click on a label outside reaches the inner input', async () => {
      const box = await markup<HTMLElement>(
        `<div><label for="c-${tag}">Outside</label><${tag} id="c-${tag}"></${tag}></div>`,
      );
      const control = box.querySelector<Control>(tag)!;
      await click(box.querySelector('label')!);
      expect(document.activeElement).to.equal(control);
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
      expect([...control.labels]).to.deep.equal([box.querySelector('label')]);
    });

    it('a click on its own label reaches it too', async () => {
      const control = await markup<Control>(`<${tag} label="Inside" value="12"></${tag}>`);
      await click(control.shadowRoot!.querySelector('label')!, 0.05);
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
      if (control instanceof CodeInput) {
        await new Promise(requestAnimationFrame);
        const active = [...control.shadowRoot!.querySelectorAll('span')].map(cell => cell.hasAttribute('data-active'));
        expect(active.indexOf(true)).to.equal(2);
      }
    });

    it('host.focus() reaches it; nothing takes the focus by itself', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(document.activeElement).not.to.equal(control);
      control.focus();
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
    });

    it('autofocus focuses it when it is connected, and again when it is connected again', async () => {
      const control = await markup<Control>(`<${tag} autofocus></${tag}>`);
      expect(document.activeElement).to.equal(control);
      const { parentElement } = control;
      control.remove();
      expect(document.activeElement).to.equal(document.body);
      parentElement!.append(control);
      await control.updateComplete;
      expect(document.activeElement).to.equal(control);
    });

    it('a part of the page that is moved keeps the value, and listens once', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} name="x"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      control.focus();
      await type(typed);
      for (let times = 0; times < 3; times++) form.append(control);
      expect(control.value).to.equal(value);
      expect(dataOf(form)).to.deep.equal([['x', value]]);
      control.focus();
      await press('Control+a', 'Backspace');
      let inputs = 0;
      control.addEventListener('input', () => inputs++);
      await type(typed);
      expect(inputs).to.equal(typed.length);
      expect(control.value).to.equal(value);
    });

    it('the browser may restore the text of the page, never a used code', async () => {
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
      if (!(control instanceof CodeInput)) {
        control.formStateRestoreCallback('91612');
        expect(inner(control).value).to.equal('+7 (916) 12');
      }
    });
  });
}

describe('phone-input: an incomplete number', () => {
  it('is tooShort, has no value, and shows so when the person leaves', async () => {
    const form = await markup<HTMLFormElement>('<form><phone-input name="x"></phone-input></form>');
    const control = form.querySelector('phone-input')!;
    control.focus();
    await type('916');
    expect(control.validity.tooShort).to.equal(true);
    expect(dataOf(form)).to.deep.equal([['x', '']]);
    expect(errorOf(control)).to.equal('');
    inner(control).blur();
    await control.updateComplete;
    expect(errorOf(control)).to.equal('The number is incomplete');
    control.lang = 'ru';
    await control.updateComplete;
    expect(errorOf(control)).to.equal('Номер введён не полностью');
    expect(control.validationMessage).to.equal('Номер введён не полностью');
  });
});

describe('the define modules', () => {
  it('leave a tag alone that is taken', async () => {
    const taken = customElements.get('phone-input');
    await import(`../../src/define/phone-input.ts?${Date.now()}`);
    expect(customElements.get('phone-input')).to.equal(taken);
  });
});
