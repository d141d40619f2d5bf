// Constraint validation and its messages; disabled, readonly and isLoading.
import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { CodeInput } from '../../../src/define/code-input.js';
import type { PhoneInput } from '../../../src/define/phone-input.js';
import { click, copy, inner, pointIn, press, type, until } from '../../support/browser.js';
import { type Control, dataOf, errorOf, KINDS, markup, nextFrames } from '../../support/controls.js';
import { paste } from '../../support/phone-input.js';

for (const kind of KINDS) {
  const { tag, typed, value } = kind;

  describe(`${tag}: validity, disabled, readonly and isLoading`, () => {
    it('with required, is valueMissing until there is a value', async () => {
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

    it('has error messages in the language of the page, and follows a change of it', async () => {
      const box = await markup<HTMLElement>(`<div lang="ru"><${tag} required></${tag}></div>`);
      const control = box.querySelector<Control>(tag)!;
      expect(control.validationMessage).to.equal(kind.missingRu);
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.nameRu);
      control.lang = 'en';
      await control.updateComplete;
      expect(control.validationMessage).to.equal(kind.missing);
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.name);
    });

    it('takes the language of the nearest lang across shadow roots, and English for an unknown language', async () => {
      const box = await markup<HTMLElement>('<div lang="ru-RU"><p></p></div>');
      const root = box.querySelector('p')!.attachShadow({ mode: 'closed' });
      const control = document.createElement(tag);
      root.append(control);
      await control.updateComplete;
      expect(inner(control).getAttribute('aria-label')).to.equal(kind.nameRu);
      for (const lang of ['qaa', '', 'rup']) {
        control.lang = lang;
        await control.updateComplete;
        expect(inner(control).getAttribute('aria-label'), lang).to.equal(kind.name);
      }
    });

    it('shows the message of setCustomValidity() instead of all others, until an empty one is set', async () => {
      const control = await markup<Control>(`<${tag} required></${tag}>`);
      control.setCustomValidity('No');
      expect(control.validity.customError).to.equal(true);
      expect(control.validationMessage).to.equal('No');
      control.value = value;
      expect(control.checkValidity()).to.equal(false);
      control.setCustomValidity('');
      expect(control.checkValidity()).to.equal(true);
    });

    it('is neither in the form data nor focusable while it or a fieldset around it is disabled', async () => {
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

    it('blocks typing, paste, cut, Backspace, Delete and undo while it is readonly, but not the arrow keys', async () => {
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
      let isKept = false as boolean;
      document.addEventListener('keydown', event => (isKept = !event.defaultPrevented), { once: true });
      await press('ArrowRight');
      expect(isKept || control instanceof CodeInput).to.equal(true);
      if (control instanceof CodeInput) {
        await press('Home', 'ArrowRight');
        expect(inner(control).selectionStart).to.equal(1);
      }
    });

    it('shows the error message and has :state(user-invalid) from a submission until the value is valid', async () => {
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

    it('hides the error message at a reset', async () => {
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

    for (const [name, set] of [
      ['disabled', (control, isOn) => (control.disabled = isOn)],
      ['disabled by a fieldset', (control, isOn) => (control.closest('fieldset')!.disabled = isOn)],
      ['readonly', (control, isOn) => (control.readonly = isOn)],
    ] as const satisfies [string, (control: Control, isOn: boolean) => unknown][]) {
      it(`hides its own error message when it becomes ${name}, but not that of the page`, async () => {
        const box = await markup<HTMLElement>(`<form><fieldset><${tag} required></${tag}></fieldset></form>`);
        const control = box.querySelector<Control>(tag)!;
        const invalid = () => [
          errorOf(control),
          inner(control).getAttribute('aria-invalid'),
          control.matches(':state(user-invalid)'),
        ];
        control.reportValidity();
        control.isLoading = true;
        await nextFrames();
        expect(invalid(), 'isLoading').to.deep.equal([kind.missing, 'true', true]);
        set(control, true);
        await nextFrames();
        expect(invalid()).to.deep.equal(['', 'false', false]);
        set(control, false);
        control.error = 'Blocked';
        control.reportValidity();
        await nextFrames();
        set(control, true);
        await nextFrames();
        expect(invalid()).to.deep.equal(['Blocked', 'true', false]);
      });
    }

    it('shows `error` instead of its own message, and stays valid', async () => {
      const control = await markup<Control>(`<${tag} value="${value}" error="Blocked"></${tag}>`);
      expect(errorOf(control)).to.equal('Blocked');
      expect(inner(control).getAttribute('aria-invalid')).to.equal('true');
      expect(control.checkValidity()).to.equal(true);
      control.error = null;
      await control.updateComplete;
      expect(errorOf(control)).to.equal('');
    });

    it('is readonly and has :state(busy) while isLoading is set', async () => {
      const control = await markup<Control>(`<${tag} value="${value}" is-loading></${tag}>`);
      expect(inner(control).readOnly).to.equal(true);
      expect(control.matches(':state(busy)')).to.equal(true);
      control.isLoading = false;
      await control.updateComplete;
      expect(inner(control).readOnly).to.equal(false);
      expect(control.matches(':state(busy)')).to.equal(false);
    });

    it('is not loading with is-loading="false", as Vue and Svelte write it', async () => {
      const control = await markup<Control>(`<${tag} is-loading="false"></${tag}>`);
      expect(control.isLoading).to.equal(false);
      control.setAttribute('is-loading', '');
      expect(control.isLoading).to.equal(true);
    });
  });
}

describe('phone-input: an incomplete number', () => {
  it('is tooShort, has no value, and shows its error message when the field is left', async () => {
    const form = await markup<HTMLFormElement>('<form><phone-input name="x"></phone-input></form>');
    const control = form.querySelector('phone-input')!;
    control.focus();
    await type('916');
    expect(control.validity.tooShort).to.equal(true);
    expect(dataOf(form)).to.deep.equal([['x', '']]);
    expect(errorOf(control)).to.equal('');
    inner(control).blur();
    await control.updateComplete;
    expect(errorOf(control)).to.equal('The number is incomplete. Enter all ten digits after +7.');
    control.lang = 'ru';
    await control.updateComplete;
    expect(errorOf(control)).to.equal('Номер введён не полностью. Введите все десять цифр после +7.');
    expect(control.validationMessage).to.equal('Номер введён не полностью. Введите все десять цифр после +7.');
  });
});

describe('phone-input: an edit with too many digits', () => {
  for (const [name, empty] of [
    ['a reset', phone => phone.form!.reset()],
    ['an empty value that the page sets', phone => (phone.value = '')],
  ] as const satisfies [string, (phone: PhoneInput) => unknown][]) {
    it(`has a message until ${name}, even in an empty field`, async () => {
      const form = await markup<HTMLFormElement>('<form><phone-input></phone-input></form>');
      const phone = form.querySelector('phone-input')!;
      phone.focus();
      await paste('1'.repeat(21));
      inner(phone).blur();
      await phone.updateComplete;
      expect([inner(phone).value, errorOf(phone)]).to.deep.equal([
        '',
        'There are too many digits. Enter ten after +7.',
      ]);
      empty(phone);
      await phone.updateComplete;
      expect(errorOf(phone)).to.equal('');
    });
  }
});

describe('phone-input: a click on a button below it', () => {
  for (const place of [0.25, 0.5]) {
    it(`works, though leaving the field shows a message that moves the button; at ${place} of its height`, async () => {
      const form = await markup<HTMLFormElement>(
        '<form novalidate><phone-input></phone-input><button style="display: block; height: 32px">Go</button></form>',
      );
      let sent = 0;
      form.addEventListener('submit', event => {
        event.preventDefault();
        sent++;
      });
      const control = form.querySelector('phone-input')!;
      control.focus();
      await type('916');
      await sendMouse({ type: 'move', position: pointIn(form.querySelector('button')!, 0.5, place) });
      await sendMouse({ type: 'down' });
      // A person releases the button some frames later.
      await nextFrames();
      expect(errorOf(control)).to.equal('');
      await sendMouse({ type: 'up' });
      await until(() => errorOf(control));
      expect(sent).to.equal(1);
      expect(errorOf(control)).to.equal('The number is incomplete. Enter all ten digits after +7.');
    });
  }
});
