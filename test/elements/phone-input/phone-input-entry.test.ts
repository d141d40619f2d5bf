// Numbers, and parts of them, that arrive at once: pasted, set by a program, dropped, composed.
import { expect, fixture, html } from '@open-wc/testing';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { cdp, click, engine, inner, isChromium, pointIn, press, type, until } from '../../support/browser.js';
import { DISPLAY, paste, phoneInput, placeCaret, textWithCaret, WIRE } from '../../support/phone-input.js';

const NUMBERS = [
  '8 (916) 123-45-67',
  '+7 916 123-45-67',
  '916 123-45-67',
  '79161234567',
  '89161234567',
  'tel:+7-916-123-45-67',
  '8 (916) 123-45-67, доб. 12',
  'Мой номер: 8 916 123-45-67',
  '+7 8 916 123-45-67',
  '８９１６１２３４５６７',
  '+7\ufe0d-916-123-45-67', // a variation selector after the dash, as in some documents
  '\u2068+7\u2069\u3164916\u034f1234567',
  '8️⃣9️⃣1️⃣6️⃣ 123-45-67',
];

describe('phone-input: pasting', () => {
  for (const text of NUMBERS) {
    it(`${text} into the empty field`, async () => {
      const element = await phoneInput();
      await paste(text);
      expect(textWithCaret(element)).to.equal(`${DISPLAY}|`);
      expect(element.value).to.equal(WIRE);
    });
  }

  for (const text of ['8 (916) 123-45-67', '+7 916 123-45-67', '9161234567']) {
    it(`${text} over select-all`, async () => {
      const element = await phoneInput('9031112233');
      await press('Control+a');
      await paste(text);
      expect(textWithCaret(element)).to.equal(`${DISPLAY}|`);
    });
  }

  it('a whole number replaces what is there, wherever the caret is', async () => {
    const element = await phoneInput('9031112233');
    placeCaret(element, '+7 (903) 1|11-22-33');
    await paste('+7 916 123-45-67');
    expect(element.value).to.equal(WIRE);
  });

  it('a part of a number is inserted at the caret', async () => {
    const element = await phoneInput('91667');
    placeCaret(element, '+7 (916|) 67');
    await paste('123-45');
    expect(textWithCaret(element)).to.equal('+7 (916) 123-45|-67');
  });

  it('+7 800 123-45-67 keeps its 8', async () => {
    const element = await phoneInput();
    await paste('+7 800 123-45-67');
    expect(element.value).to.equal('78001234567');
  });

  it('a number of another country is shown as it is and has no value', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a');
    await paste('+44 20 7946 0958');
    expect(textWithCaret(element)).to.equal('+442079460958|');
    expect(element.value).to.equal('');
  });

  it('a text without digits changes nothing', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a');
    await paste('позвоните мне');
    expect(element.value).to.equal(WIRE);
  });

  it('digits that do not fit stay, and there is no value', async () => {
    const element = await phoneInput('91612345');
    await paste('678');
    expect(inner(element).value).to.equal('91612345678');
    expect(element.value).to.equal('');
  });
});

describe('phone-input: a whole text', () => {
  for (const text of [...NUMBERS, '+7 (916) 123 45 67']) {
    it(`set by a program: ${text}`, async () => {
      const element = await phoneInput();
      element.value = text;
      expect(inner(element).value).to.equal(DISPLAY);
      expect(element.value).to.equal(WIRE);
    });
  }

  it('set by a program: a number of another country is shown as it is; an empty value, null too, clears the field', async () => {
    const element = await phoneInput('9161234567');
    element.value = '+44 20 7946 0958';
    expect([element.value, inner(element).value]).to.deep.equal(['', '+442079460958']);
    element.value = '9161234567';
    element.value = '';
    expect(element.value).to.equal('');
    element.value = '9161234567';
    element.value = null;
    expect(element.value).to.equal('');
  });

  it('set while the field is focused keeps the caret at its digit, or at the end', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916) 1|23-45-67');
    element.value = '9031112233';
    expect(textWithCaret(element)).to.equal('+7 (903) 1|11-22-33');
    element.value = '916';
    expect(textWithCaret(element)).to.equal('+7 (916|');
    element.value = '9031112233';
    expect(textWithCaret(element)).to.equal('+7 (903) 111-22-33|');
    expect(element.matches(':focus')).to.equal(engine !== 'webkit' || document.hasFocus());
  });

  it('set to the current value, leaves the caret where it is', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (|916|) 123-45-67');
    await type('8');
    const before = textWithCaret(element);
    element.value = element.value || inner(element).value;
    expect(textWithCaret(element)).to.equal(before);
  });

  it('set while the field is not focused does not take the focus', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input></phone-input>`);
    element.value = WIRE;
    await element.updateComplete;
    expect(document.activeElement).not.to.equal(element);
    expect(element.shadowRoot!.activeElement).to.equal(null);
  });

  it('the input event of a drop', async () => {
    const element = await phoneInput('903');
    const input = inner(element);
    input.setRangeText('8(916)123-45-67', 7, 7, 'select');
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromDrop', bubbles: true, composed: true }));
    expect(textWithCaret(element)).to.equal(`${DISPLAY}|`);
  });

  it('written into the input without an event, as some password managers do, is read when the form is sent', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><phone-input name="phone" required></phone-input><button>Send</button></form>`,
    );
    const sent: string[] = [];
    form.addEventListener('submit', event => {
      event.preventDefault();
      sent.push(new FormData(form).get('phone') as string);
    });
    inner(form.querySelector('phone-input')!).value = '8 916 123-45-67';
    await click(form.querySelector('button')!);
    expect(sent).to.deep.equal([WIRE]);
    inner(form.querySelector('phone-input')!).value = '8 903 111-22-33';
    form.requestSubmit();
    expect(sent).to.deep.equal([WIRE, '79031112233']);
  });

  it('a further digit renders no template', async () => {
    const element = await phoneInput();
    await type('9');
    await element.updateComplete;
    const input = inner(element);
    input.setRangeText('1', input.selectionStart!, input.selectionEnd!, 'end');
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: '1', bubbles: true }));
    expect(textWithCaret(element)).to.equal('+7 (91|');
    expect(element.isUpdatePending).to.equal(false);
  });

  it('an eleventh digit from a keyboard that sends no beforeinput leaves no value', async () => {
    const element = await phoneInput('9161234567');
    const input = inner(element);
    input.setRangeText('1', 18, 18, 'end');
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: '1', bubbles: true, composed: true }));
    expect(textWithCaret(element)).to.equal('91612345671|');
    expect(element.value).to.equal('');
  });

  // Only Chromium can be driven to drag, to insert a text in one piece, and to compose.
  if (isChromium) {
    it('a text dropped on the field', async () => {
      const element = await phoneInput('903');
      const [x, y] = pointIn(inner(element));
      const data = { items: [{ mimeType: 'text/plain', data: '8 (916) 123-45-67' }], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) await cdp('Input.dispatchDragEvent', { type, x, y, data });
      await until(() => element.value);
      expect(element.value).to.equal(WIRE);
      expect(inner(element).value).to.equal(DISPLAY);
    });

    it('a whole number committed by a virtual keyboard', async () => {
      const element = await phoneInput();
      await cdp('Input.insertText', { text: '8 916 123-45-67' });
      expect(textWithCaret(element)).to.equal(`${DISPLAY}|`);
      await press('Control+a');
      await cdp('Input.insertText', { text: '+44 20 7946 0958' });
      expect([element.value, inner(element).value]).to.deep.equal(['', '+442079460958']);
    });

    it('the text of a composition is not formatted until the composition ends; the value follows the text', async () => {
      const element = await phoneInput('916');
      for (const [text, value] of [
        ['1', ''],
        ['12', ''],
        ['1234567', WIRE],
      ] as const) {
        await cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        expect(inner(element).value).to.equal(`+7 (916${text}`);
        expect(element.value).to.equal(value);
      }
      await cdp('Input.insertText', { text: '1234567' });
      expect(textWithCaret(element)).to.equal(`${DISPLAY}|`);
    });

    it('a composition that is cancelled in an empty field leaves the placeholder', async () => {
      const element = await phoneInput();
      await cdp('Input.imeSetComposition', { text: '12', selectionStart: 2, selectionEnd: 2 });
      element.description = 'rendered in the middle of it';
      await element.updateComplete;
      await cdp('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      await element.updateComplete;
      expect(inner(element).value).to.equal('');
      expect(inner(element).placeholder).to.equal('+7 (000) 000-00-00');
    });

    it('a composition that is cancelled leaves what was there', async () => {
      const element = await phoneInput('916');
      await cdp('Input.imeSetComposition', { text: '12', selectionStart: 2, selectionEnd: 2 });
      await cdp('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      expect(textWithCaret(element)).to.equal('+7 (916|');
    });
  }
});

describe('phone-input: a script that types', () => {
  for (const text of ['+79161234567', '89161234567', '79161234567', '9161234567'])
    it(`${text}, appended key by key with events that have no inputType`, async () => {
      const element = await phoneInput();
      const input = inner(element);
      for (const key of text) {
        input.value += key;
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      }
      expect(input.value).to.equal(DISPLAY);
      expect(element.value).to.equal(WIRE);
    });
});
