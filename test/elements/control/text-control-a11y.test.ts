// Accessibility and appearance of both inputs in every state, with axe and by measurement.
import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { violationsIn } from '../../support/axe.js';
import { engine, inner, press, type } from '../../support/browser.js';
import type { Control } from '../../support/controls.js';
import '../../support/controls.js';

/** The states of both controls. */
const STATES = [
  `<phone-input></phone-input>`,
  `<phone-input label="Номер"></phone-input>`,
  `<phone-input label="Номер" value="9161234567" description="Пришлём SMS"></phone-input>`,
  `<phone-input aria-label="Номер" value="916" required></phone-input>`,
  `<phone-input label="Номер" value="9161234567" error="Номер заблокирован"></phone-input>`,
  `<phone-input label="Номер" value="9161234567" disabled></phone-input>`,
  `<phone-input label="Номер" value="9161234567" readonly></phone-input>`,
  `<phone-input label="Номер" value="9161234567" is-loading></phone-input>`,
  `<code-input></code-input>`,
  `<code-input label="Код" value="123"></code-input>`,
  `<code-input phone="79161234567" title="Введите код" value="12"></code-input>`,
  `<code-input phone="79161234567" title="Введите код" description="Код отправлен"></code-input>`,
  `<code-input label="Код" value="123456" error="Неверный код"></code-input>`,
  `<code-input label="Код" value="123456" is-loading></code-input>`,
  `<code-input label="Код" value="12" length="4" disabled></code-input>`,
  `<code-input label="Код" value="A1" alphabet="alphanumeric" readonly></code-input>`,
];

async function show(text: string, { dir = 'ltr', dark = false } = {}): Promise<Control> {
  const box = await fixture<HTMLElement>(html`<main lang="ru" dir=${dir}></main>`);
  box.style.cssText = `padding: 16px; color-scheme: ${dark ? 'dark' : 'light'}; background: ${dark ? '#12141a' : '#fff'}`;
  const template = document.createElement('template');
  template.innerHTML = text;
  box.append(template.content);
  const control = box.firstElementChild as Control;
  await control.updateComplete;
  // axe measures the colours, so transitions must have ended.
  for (const animation of control.shadowRoot!.getAnimations()) {
    if (animation.effect!.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  return control;
}

for (const text of STATES) {
  describe(text, () => {
    for (const dark of [false, true]) {
      it(`has no violations of axe, ${dark ? 'dark' : 'light'}`, async () => {
        const control = await show(text, { dark });
        expect(await violationsIn(control)).to.deep.equal([]);
        control.focus();
        expect(await violationsIn(control)).to.deep.equal([]);
      });
    }
  });
}

for (const text of ['<phone-input required label="N"></phone-input>', '<code-input required label="N"></code-input>']) {
  describe(`${text}: accessibility and appearance`, () => {
    it('has no violations of axe with an error message', async () => {
      const control = await show(text);
      control.reportValidity();
      await control.updateComplete;
      expect(control.shadowRoot!.querySelector('#error')!.textContent).not.to.equal('');
      expect(await violationsIn(control)).to.deep.equal([]);
    });

    it('has an error message that is a live region and describes the input, in the same root', async () => {
      const control = await show(text);
      const error = control.shadowRoot!.querySelector('#error')!;
      expect(error.getAttribute('aria-live')).to.equal('polite');
      expect(inner(control).getAttribute('aria-describedby')!.split(' ')).to.include('error');
    });

    it('has texts of at least 16 px and targets of at least 44 px', async () => {
      const control = await show(text.replace('label="N"', 'label="N" phone="79161234567"'));
      expect(parseFloat(getComputedStyle(inner(control)).fontSize)).to.be.at.least(16);
      for (const target of control.shadowRoot!.querySelectorAll('input, button')) {
        expect(target.getBoundingClientRect().height, target.localName).to.be.at.least(44);
      }
    });

    it('shows digits from left to right on a page with dir="rtl"', async () => {
      const control = await show(text, { dir: 'rtl' });
      control.focus();
      await type('12');
      expect(getComputedStyle(inner(control)).direction).to.equal('ltr');
      const cells = [...control.shadowRoot!.querySelectorAll('span')].map(cell => cell.getBoundingClientRect().left);
      expect(cells).to.deep.equal([...cells].sort((a, b) => a - b));
      await press('ArrowLeft');
      expect(inner(control).selectionStart).to.be.below(inner(control).value.length);
    });

    // A WebKitGTK window can't be narrower than 447 px, so there the box around the element is narrow.
    it('fits into 320 px, which is also 1280 px at 400 %', async () => {
      const control = await show(
        text.replace('label="N"', 'label="Номер телефона" phone="79161234567" title="Введите код" error="Неверно"'),
      );
      if (engine === 'webkit') control.parentElement!.style.inlineSize = '320px';
      else await setViewport({ width: 320, height: 640 });
      try {
        const limit = control.parentElement!.getBoundingClientRect().right;
        for (const part of control.shadowRoot!.querySelectorAll('*')) {
          expect(part.getBoundingClientRect().right, part.localName).to.be.at.most(limit);
        }
        if (engine !== 'webkit') expect(document.documentElement.scrollWidth).to.be.at.most(320);
        const cells = [...control.shadowRoot!.querySelectorAll('span')];
        for (const cell of cells) expect(cell.getBoundingClientRect().width).to.be.at.least(24);
      } finally {
        if (engine !== 'webkit') await setViewport({ width: 800, height: 600 });
      }
    });

    it('fits at zoom: 2', async () => {
      const control = await show(text.replace('label="N"', 'label="N" value="9161234567"'));
      control.style.setProperty('zoom', '2');
      const [box, input] = [control.getBoundingClientRect(), inner(control).getBoundingClientRect()];
      expect(input.right).to.be.at.most(box.right + 0.5);
    });

    it('takes its colours, corners and font from the custom properties of the page', async () => {
      const control = await show(text);
      control.style.cssText =
        '--auth-color-text: rgb(1, 2, 3); --auth-color-field: rgb(4, 5, 6); --auth-radius: 3px; --auth-font: monospace';
      const box = control.shadowRoot!.querySelector('span') ?? inner(control);
      const style = getComputedStyle(box);
      expect(style.color).to.equal('rgb(1, 2, 3)');
      expect(style.backgroundColor).to.equal('rgb(4, 5, 6)');
      expect(style.borderTopLeftRadius).to.equal('3px');
      expect(style.fontFamily).to.equal('monospace');
    });

    it('has no style attribute and no style element, which a strict CSP would forbid', async () => {
      const control = await show(text);
      control.focus();
      await type('12');
      expect(control.shadowRoot!.querySelectorAll('[style], style').length).to.equal(0);
    });
  });
}
