// Codes, and parts of them, that arrive at once: pasted, inserted by a keyboard, composed.
import { expect } from '@open-wc/testing';
import { cdp, inner, isChromium, press } from '../../support/browser.js';
import { codeInput, paste, reports, cellsText } from '../../support/code-input.js';

describe('code-input: several characters at once', () => {
  for (const text of ['123456', '123-456', '12 34 56', 'Код: 123456', '12:30: ваш код 123456']) {
    it(`${text} is pasted as 123456`, async () => {
      const element = await codeInput();
      const codes = reports(element);
      await paste(element, text);
      expect(await cellsText(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });
  }

  for (const [text, shown, code] of [
    ['2026: 343 754', '20263[4]', '202634'],
    ['12.03 код 3437', '12033[4]', '120334'],
    ['123456 или 654321', '12345[6]', '123456'],
  ] as const) {
    it(`${text} fills the field, and a key or a button has to confirm it`, async () => {
      const element = await codeInput();
      const codes = reports(element);
      await paste(element, text);
      expect(await cellsText(element)).to.equal(shown);
      expect(codes).to.deep.equal([]);
      await press('Enter');
      expect(codes).to.deep.equal([code]);
    });
  }

  it('a pasted part that is longer than the empty cells is not completed', async () => {
    const element = await codeInput({ value: '1234' });
    const codes = reports(element);
    await paste(element, '9876');
    expect(await cellsText(element)).to.equal('12349[8]');
    expect(codes).to.deep.equal([]);
  });

  it('a whole code replaces what is there, wherever the caret is', async () => {
    const element = await codeInput({ value: '98' });
    await paste(element, '123456');
    expect(element.value).to.equal('123456');
  });

  it('a part of a code overwrites the cells from the caret on', async () => {
    const element = await codeInput({ value: '1234' });
    await press('Home', 'ArrowRight');
    await paste(element, '98');
    expect(await cellsText(element)).to.equal('198[4]__');
  });

  it('a text without a code changes nothing', async () => {
    const element = await codeInput({ value: '12' });
    await paste(element, 'нет');
    expect(element.value).to.equal('12');
  });

  it('a single input event with all digits fills all cells, with or without an inputType', async () => {
    for (const inputType of ['insertText', 'insertReplacementText', undefined]) {
      const element = await codeInput();
      const codes = reports(element);
      inner(element).value = '123456';
      inner(element).dispatchEvent(
        inputType
          ? new InputEvent('input', { inputType, data: '123456', bubbles: true, composed: true })
          : new Event('input', { bubbles: true, composed: true }),
      );
      expect(await cellsText(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    }
  });

  // Only Chromium can be driven to insert a text in one piece and to compose.
  if (isChromium) {
    it('a virtual keyboard inserts the code from an SMS', async () => {
      const element = await codeInput({ value: '9' });
      const codes = reports(element);
      await cdp('Input.insertText', { text: '123456' });
      expect(await cellsText(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });

    it('the cells follow a composition, and the code is reported once', async () => {
      const element = await codeInput();
      const codes = reports(element);
      for (const text of ['1', '12', '1234', '123456']) {
        await cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        expect(element.value).to.equal(text);
        expect((await cellsText(element)).replace(/[[\]_]/g, '')).to.equal(text);
      }
      await cdp('Input.insertText', { text: '123456' });
      expect(await cellsText(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });
  }
});
