// Enter in a form, and the events `input` and `change`.
import { expect } from '@open-wc/testing';
import { hold, inner, press, type } from '../../support/browser.js';
import { CodeInput } from '../../../src/define/code-input.js';
import { type Control, KINDS, markup } from '../../support/controls.js';

/** A submit button as in component libraries: it is in `form.elements`, but `requestSubmit()` doesn't accept it. */
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

/** Records the events that Enter may cause in an element, and keeps them from sending anything. */
function recordSending(box: HTMLElement): string[] {
  const events: string[] = [];
  for (const type of ['submit', 'code-complete']) {
    box.addEventListener(type, event => {
      event.preventDefault();
      events.push(type);
    });
  }
  return events;
}

for (const kind of KINDS) {
  const { tag, typed, value, other } = kind;

  describe(`${tag}: Enter, input and change`, () => {
    it('Enter submits the form like a click on its first submit button, with validation', async () => {
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

    for (const [title, button] of [
      ['submits a form without a button', ''],
      ['clicks a submit button that is a custom element, like that of Material Web', '<own-button></own-button>'],
    ] as const) {
      it(`Enter ${title}`, async () => {
        const form = await markup<HTMLFormElement>(`<form><${tag}></${tag}>${button}</form>`);
        let sent = 0;
        form.addEventListener('submit', event => {
          event.preventDefault();
          sent++;
        });
        form.querySelector<Control>(tag)!.focus();
        await press('Enter');
        expect(sent).to.equal(1);
      });
    }

    for (const [where, around] of [
      ['in a form', (control: string) => `<form>${control}<button>Send</button></form>`],
      ['in a form without a button', (control: string) => `<form>${control}</form>`],
      ['without a form', (control: string) => `<div>${control}</div>`],
    ] as const) {
      it(`a held Enter counts once, ${where}`, async () => {
        const box = await markup<HTMLElement>(around(`<${tag} value="${value}"></${tag}>`));
        const control = box.querySelector<Control>(tag)!;
        const events = recordSending(box);
        const repeats: boolean[] = [];
        control.addEventListener('keydown', ({ repeat }) => {
          repeats.push(repeat);
          // Enter has not sent this value yet.
          control.value = repeats.length % 2 ? other : value;
        });
        control.focus();
        await hold('Enter', 3);
        expect(repeats).to.deep.equal([false, true, true]);
        const once = [...(control instanceof CodeInput ? ['code-complete'] : []), ...(control.form ? ['submit'] : [])];
        expect(events).to.deep.equal(once);
        await press('Enter');
        expect(events).to.deep.equal([...once, ...once]);
      });
    }

    it('Enter does nothing if the page prevents its keydown, as in a native input', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag} value="${value}"></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      const events = recordSending(form);
      form.addEventListener('keydown', event => event.preventDefault(), { once: true });
      control.focus();
      await press('Enter');
      expect(events).to.deep.equal([]);
      await press('Enter');
      expect(events).to.deep.equal([...(control instanceof CodeInput ? ['code-complete'] : []), 'submit']);
    });

    it('Enter without a form does nothing', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      control.focus();
      await press('Enter');
      expect(control.value).to.equal('');
    });

    it('the Enter that ends a composition does not submit, not even with the order of events in Safari', async () => {
      const form = await markup<HTMLFormElement>(`<form><${tag}></${tag}></form>`);
      const control = form.querySelector<Control>(tag)!;
      const events: string[] = [];
      for (const type of ['submit', 'change', 'code-complete']) {
        form.addEventListener(type, event => {
          event.preventDefault();
          events.push(type);
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
      for (const keyCode of [229, 13]) {
        expect(events).to.deep.equal([]);
        // oxlint-disable-next-line typescript/no-deprecated -- only keyCode tells
        input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode }));
        input.dispatchEvent(new KeyboardEvent('keypress', enter));
      }
      expect(events).to.include('change');
    });

    it('fires input for a password manager whose event does not leave the shadow root', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      const events: string[] = [];
      for (const type of ['input', 'change'])
        control.addEventListener(type, () => events.push(`${type} ${control.value}`));
      inner(control).value = typed;
      inner(control).dispatchEvent(new Event('input', { bubbles: true }));
      inner(control).dispatchEvent(new Event('change', { bubbles: true }));
      expect(events).to.deep.equal([`input ${value}`, `change ${value}`]);
    });

    it('does not fire input for a key that is refused', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      let inputs = 0;
      control.addEventListener('input', () => inputs++);
      control.focus();
      await type('9x y1');
      expect([control.text.replace(/\D/g, '').slice(-2), inputs]).to.deep.equal(['91', 2]);
      await press('Control+z');
      expect(inputs).to.equal(3);
      await type('!');
      expect(inputs).to.equal(3);
      // It is also fired if the value is read before the control has handled the event.
      document.addEventListener('input', () => control.value, { capture: true, once: true });
      await type('2');
      expect(inputs).to.equal(4);
    });

    it('fires no change at a key that moves the caret, nor at an Enter of a composition', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      let changes = 0;
      control.addEventListener('change', () => changes++);
      control.focus();
      await type(typed);
      await press('ArrowLeft');
      for (const type of ['keydown', 'keypress'])
        inner(control).dispatchEvent(new KeyboardEvent(type, { key: 'Enter', isComposing: true, bubbles: true }));
      expect(changes).to.equal(0);
    });

    it('an edit that is undone fires an input event that leaves the shadow root', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      control.focus();
      await type(typed);
      const events: Event[] = [];
      document.body.addEventListener('input', event => events.push(event), { once: true });
      await press('Control+z');
      expect(events.map(({ bubbles, composed, target }) => [bubbles, composed, target === control])).to.deep.equal([
        [true, true, true],
      ]);
    });

    it('fires input at every edit, and change once when the field is left or at Enter, both from the host', async () => {
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
  });
}
