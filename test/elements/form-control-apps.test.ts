// What frameworks and apps do with the controls: they repeat values, hand over nothing at all, and move things about.
import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { render } from 'lit';
import '../../src/define/auth-widget.js';
import { inner, pointIn, press, type, until } from '../support/browser.js';
import { type Control, dataOf, errorOf, KINDS, markup } from '../support/controls.js';
import { backend, make, settled, widget } from '../support/widget.js';

const frames = async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
};

for (const kind of KINDS) {
  const { tag, typed, value, text, other } = kind;

  describe(`${tag} in an app`, () => {
    /** An app that keeps the value itself and writes back what it hears. */
    async function controlled() {
      const box = await fixture<HTMLElement>(html`<div></div>`);
      const app = { value: '', changes: 0, control: undefined as unknown as Control };
      const draw = () => {
        const hear = ({ target }: Event) => {
          app.value = (target as Control).value;
          draw();
        };
        const count = () => app.changes++;
        render(
          tag === 'phone-input'
            ? html`<phone-input .value=${app.value} @input=${hear} @change=${count}></phone-input>`
            : html`<code-input .value=${app.value} @input=${hear} @change=${count}></code-input>`,
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

    it('that writes back every value, Backspace takes one digit', async () => {
      const { control } = await controlled();
      expect(inner(control).value).to.equal(text);
      await press('Backspace');
      await frames();
      expect(inner(control).value).to.equal(text.slice(0, -1));
    });

    it('that writes back every value, undo works, and change comes when the person leaves', async () => {
      const app = await controlled();
      inner(app.control).blur();
      expect(app.changes).to.equal(1);
      app.control.focus();
      await press('Control+z');
      expect(inner(app.control).value).to.equal(text.slice(0, -1));
    });

    it('takes another value while it has the focus, and an empty one for a whole one', async () => {
      const { control } = await controlled();
      control.value = other;
      expect(control.value).to.equal(other);
      control.value = '';
      expect(inner(control).value).to.equal('');
    });

    it('reads nothing as nothing: name, disabled and autocomplete', async () => {
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

    it('speaks another language when something around it does, or it is elsewhere', async () => {
      const box = await markup<HTMLElement>(`<div lang="en"><p><${tag} required></${tag}></p><p lang="ru"></p></div>`);
      const control = box.querySelector<Control>(tag)!;
      const said = () => [inner(control).getAttribute('aria-label'), errorOf(control), control.validationMessage];
      const en = [kind.name, kind.missing, kind.missing];
      const ru = [kind.nameRu, kind.missingRu, kind.missingRu];
      control.reportValidity();
      await frames();
      expect(said()).to.deep.equal(en);
      box.lang = 'ru';
      await frames();
      expect(said()).to.deep.equal(ru);
      box.lang = 'en';
      await frames();
      expect(said()).to.deep.equal(en);
      box.lastElementChild!.append(control);
      await frames();
      expect(said()).to.deep.equal(ru);
    });

    it('has the label of where it is now', async () => {
      const box = await markup<HTMLElement>(`<div><${tag}></${tag}><label>Work </label></div>`);
      const control = box.querySelector<Control>(tag)!;
      box.querySelector('label')!.append(control);
      await frames();
      expect(inner(control).getAttribute('aria-label')).to.equal('Work');
    });

    it('has text of 16 px at least, whatever the page says of all elements', async () => {
      const box = await markup<HTMLElement>(
        `<div style="font-size: 13px"><style>* { font: inherit }</style><${tag}></${tag}></div>`,
      );
      expect(parseFloat(getComputedStyle(inner(box.querySelector(tag)!)).fontSize)).to.be.at.least(16);
    });
  });
}

describe('phone-input: a click on what is under it', () => {
  for (const place of [0.25, 0.5]) {
    it(`is not lost to the message that comes when the field is left, at ${place} of its height`, async () => {
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
      // As a hand does it: some frames pass by before the release.
      await frames();
      expect(errorOf(control)).to.equal('');
      await sendMouse({ type: 'up' });
      await until(() => errorOf(control));
      expect(sent).to.equal(1);
      expect(errorOf(control)).to.equal('The number is incomplete');
    });
  }
});

describe('auth-widget in a document of its own', () => {
  const anotherDocument = async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="another" width="600" height="600"></iframe>`);
    return frame.contentDocument!.body;
  };
  const fieldIn = (tag: string) => inner(widget.shadowRoot!.querySelector(tag)!);

  afterEach(() => widget.client.dispose());

  it('shows its next screen, with its looks', async () => {
    make();
    await fixture(html`<div>${widget}</div>`);
    await settled();
    (await anotherDocument()).append(widget);
    const asked = widget.client.loginByPhone('9161234567');
    await backend.answer('requestCode', {});
    await asked;
    await settled();
    expect(getComputedStyle(fieldIn('code-input')).position).to.equal('absolute');
  });

  it('is drawn there first, with its looks', async () => {
    make();
    (await anotherDocument()).append(widget);
    await settled();
    expect(getComputedStyle(fieldIn('phone-input')).fontSize).to.equal('18px');
  });
});
