// Labels, the focus, and moves in the document.
import { expect } from '@open-wc/testing';
import { CodeInput } from '../../../src/define/code-input.js';
import { click, inner, press, type, until } from '../../support/browser.js';
import { type Control, dataOf, KINDS, markup } from '../../support/controls.js';

for (const kind of KINDS) {
  const { tag, typed, value } = kind;

  describe(`${tag}: label and focus`, () => {
    it('focuses the inner input at a click on a label outside the element', async () => {
      const box = await markup<HTMLElement>(
        `<div><label for="c-${tag}">Outside</label><${tag} id="c-${tag}"></${tag}></div>`,
      );
      const control = box.querySelector<Control>(tag)!;
      await click(box.querySelector('label')!);
      expect(document.activeElement).to.equal(control);
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
      expect([...control.labels]).to.deep.equal([box.querySelector('label')]);
    });

    it('focuses the inner input at a click on its own label', async () => {
      const control = await markup<Control>(`<${tag} label="Inside" value="12"></${tag}>`);
      await click(control.shadowRoot!.querySelector('label')!, 0.05);
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
      if (control instanceof CodeInput) {
        await new Promise(requestAnimationFrame);
        const active = [...control.shadowRoot!.querySelectorAll('span')].map(cell => cell.hasAttribute('data-active'));
        expect(active.indexOf(true)).to.equal(2);
      }
    });

    it('focuses the inner input by host.focus(), and takes no focus by itself', async () => {
      const control = await markup<Control>(`<${tag}></${tag}>`);
      expect(document.activeElement).not.to.equal(control);
      control.focus();
      expect(control.shadowRoot!.activeElement).to.equal(inner(control));
    });

    it('with autofocus, takes the focus whenever it is connected', async () => {
      const control = await markup<Control>(`<${tag} autofocus></${tag}>`);
      expect(document.activeElement).to.equal(control);
      const { parentElement } = control;
      control.remove();
      expect(document.activeElement).to.equal(document.body);
      parentElement!.append(control);
      await control.updateComplete;
      expect(document.activeElement).to.equal(control);
    });

    it('with autofocus, takes the focus when a page loads, and selects nothing', async () => {
      const frame = document.createElement('iframe');
      const source = new URL('../../../src/define/', import.meta.url).href;
      frame.srcdoc = `<${tag} value="12" autofocus></${tag}><script type="module" src="${source}${tag}.ts"></script>`;
      const { parentElement } = await markup<HTMLElement>('<p></p>');
      parentElement!.append(frame);
      const control = () => frame.contentDocument?.querySelector<Control>(tag);
      await until(() => control()?.shadowRoot?.activeElement);
      expect(frame.contentDocument!.activeElement).to.equal(control());
      const { selectionStart, selectionEnd, value } = inner(control()!);
      expect([selectionStart, selectionEnd]).to.deep.equal([value.length, value.length]);
    });

    it('keeps its value when it is moved, and handles each event once', async () => {
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
  });
}
