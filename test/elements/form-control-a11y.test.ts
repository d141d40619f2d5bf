import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../src/define/code-input.js';
import '../../src/define/phone-input.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { violationsIn } from '../support/axe.js';
import { engine, inner, isChromium, media, press, type } from '../support/browser.js';

type Control = PhoneInput | CodeInput;

/** Every state in which a control can be seen. */
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
  // Colours are compared as they end up.
  for (const animation of control.shadowRoot!.getAnimations()) {
    if (animation.effect!.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  return control;
}

for (const text of STATES) {
  describe(text, () => {
    for (const dark of [false, true]) {
      it(`has nothing that axe objects to, ${dark ? 'dark' : 'light'}`, async () => {
        const control = await show(text, { dark });
        expect(await violationsIn(control)).to.deep.equal([]);
        control.focus();
        expect(await violationsIn(control)).to.deep.equal([]);
      });
    }
  });
}

for (const text of ['<phone-input required label="N"></phone-input>', '<code-input required label="N"></code-input>']) {
  describe(`${text}: seen by everybody`, () => {
    it('after it was sent empty, axe has no objection either', async () => {
      const control = await show(text);
      control.reportValidity();
      await control.updateComplete;
      expect(control.shadowRoot!.querySelector('#error')!.textContent).not.to.equal('');
      expect(await violationsIn(control)).to.deep.equal([]);
    });

    it('the message is announced, and describes the field, in the same root', async () => {
      const control = await show(text);
      const error = control.shadowRoot!.querySelector('#error')!;
      expect(error.getAttribute('aria-live')).to.equal('polite');
      expect(inner(control).getAttribute('aria-describedby')!.split(' ')).to.include('error');
    });

    it('letters of at least 16 px, targets of at least 44 px', async () => {
      const control = await show(text.replace('label="N"', 'label="N" phone="79161234567"'));
      expect(parseFloat(getComputedStyle(inner(control)).fontSize)).to.be.at.least(16);
      for (const target of control.shadowRoot!.querySelectorAll('input, button')) {
        expect(target.getBoundingClientRect().height, target.localName).to.be.at.least(44);
      }
    });

    it('digits run from left to right on a page that runs from right to left', async () => {
      const control = await show(text, { dir: 'rtl' });
      control.focus();
      await type('12');
      expect(getComputedStyle(inner(control)).direction).to.equal('ltr');
      const cells = [...control.shadowRoot!.querySelectorAll('span')].map(cell => cell.getBoundingClientRect().left);
      expect(cells).to.deep.equal([...cells].sort((a, b) => a - b));
      await press('ArrowLeft');
      expect(inner(control).selectionStart).to.be.below(inner(control).value.length);
    });

    // WebKitGTK's window is never narrower than 447 px: there a narrow box stands for a narrow page.
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

    it('text that is set twice as large still fits', async () => {
      const control = await show(text.replace('label="N"', 'label="N" value="9161234567"'));
      control.style.setProperty('zoom', '2');
      const [box, input] = [control.getBoundingClientRect(), inner(control).getBoundingClientRect()];
      expect(input.right).to.be.at.most(box.right + 0.5);
    });

    it('its colours, corners and font are those of the page’s custom properties', async () => {
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

    it('has no style attribute and no style element: a strict CSP holds', async () => {
      const control = await show(text);
      control.focus();
      await type('12');
      expect(control.shadowRoot!.querySelectorAll('[style], style').length).to.equal(0);
    });

    // Only Chromium can be told what the person has asked the system for.
    if (isChromium) {
      it('in forced colours the field has an outline of the system when it has the focus', async () => {
        await media({ forcedColors: 'active' });
        try {
          const control = await show(text.replace('label="N"', 'label="N" value="1"'));
          const fields = control.shadowRoot!.querySelectorAll('span, input');
          for (const field of fields) expect(getComputedStyle(field).outlineStyle).to.equal('none');
          // The text of the input that lies over the cells stays what it is.
          if (fields.length > 1)
            expect(getComputedStyle(inner(control)).webkitTextFillColor).to.equal('rgba(0, 0, 0, 0)');
          control.focus();
          await new Promise(requestAnimationFrame);
          const field = control.shadowRoot!.querySelector('[data-active]') ?? inner(control);
          const style = getComputedStyle(field);
          expect(style.outlineStyle).to.equal('solid');
          expect(parseFloat(style.outlineWidth)).to.be.at.least(2);
          expect(style.outlineColor).not.to.equal('rgba(0, 0, 0, 0)');
        } finally {
          await media({ forcedColors: 'none' });
        }
      });

      it('where motion is to be reduced nothing moves', async () => {
        await media({ reducedMotion: 'reduce' });
        try {
          const control = await show(text.replace('label="N"', 'label="N" is-loading'));
          control.focus();
          expect(control.shadowRoot!.getAnimations().length).to.equal(0);
          for (const part of control.shadowRoot!.querySelectorAll('*')) {
            expect(getComputedStyle(part).animationName).to.equal('none');
          }
        } finally {
          await media({ reducedMotion: 'no-preference' });
        }
      });
    }
  });
}
