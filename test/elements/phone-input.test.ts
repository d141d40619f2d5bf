import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/phone-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { cdp, click, copy, engine, inner, isChromium, pointIn, press, type, until } from '../support/browser.js';

const DISPLAY = '+7 (916) 123-45-67';
const WIRE = '79161234567';

async function phoneInput(value = ''): Promise<PhoneInput> {
  const element = await fixture<PhoneInput>(html`<phone-input label="Phone" value=${value}></phone-input>`);
  element.focus();
  return element;
}

/** The text with the selection in it, as `|`. */
function seen(element: PhoneInput): string {
  const { value, selectionStart, selectionEnd } = inner(element);
  const [start, end] = [selectionStart!, selectionEnd!];
  const selected = start === end ? '' : `${value.slice(start, end)}|`;
  return `${value.slice(0, start)}|${selected}${value.slice(end)}`;
}

/** Puts the caret where `|` stands in the text. */
function placeCaret(element: PhoneInput, text: string): void {
  const [start, end = start] = [...text.matchAll(/\|/g)].map((match, index) => match.index - index);
  expect(inner(element).value).to.equal(text.replaceAll('|', ''));
  inner(element).setSelectionRange(start!, end!);
}

async function paste(text: string): Promise<void> {
  const focused = (document.activeElement as PhoneInput | null)!;
  const { selectionStart, selectionEnd } = inner(focused);
  await copy(text);
  focused.focus();
  inner(focused).setSelectionRange(selectionStart, selectionEnd);
  await press('Control+v');
}

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
  '+7\ufe0d-916-123-45-67', // a selector that documents leave behind a dash
  '\u2068+7\u2069\u3164916\u034f1234567',
  '8️⃣9️⃣1️⃣6️⃣ 123-45-67',
];

describe('phone-input: the inner input', () => {
  it('is a field for a number, with no limit of its own', async () => {
    const input = inner(await phoneInput());
    expect(input.type).to.equal('tel');
    expect(input.inputMode).to.equal('tel');
    expect(input.getAttribute('autocomplete')).to.equal('tel');
    expect(input.dir).to.equal('ltr');
    expect(input.hasAttribute('maxlength')).to.equal(false);
  });

  it('has its placeholder only while it is empty: the browser would lay it out again with every key', async () => {
    const element = await phoneInput();
    const placeholder = (): string | null => inner(element).getAttribute('placeholder');
    expect(placeholder()).to.equal('+7 (___) ___-__-__');
    await type('9');
    await element.updateComplete;
    expect(placeholder()).to.equal(null);
    await press('Backspace');
    await element.updateComplete;
    expect(placeholder()).to.equal('+7 (___) ___-__-__');
    element.value = DISPLAY;
    element.placeholder = 'Number';
    await element.updateComplete;
    expect(placeholder()).to.equal(null);
    element.value = '';
    await element.updateComplete;
    expect(placeholder()).to.equal('Number');
  });

  it('takes another token for autofill', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input autocomplete="tel-national"></phone-input>`);
    expect(inner(element).getAttribute('autocomplete')).to.equal('tel-national');
  });
});

describe('phone-input: typing', () => {
  for (const [typed, shown, value] of [
    ['9161234567', DISPLAY, WIRE],
    ['89161234567', DISPLAY, WIRE],
    ['79161234567', DISPLAY, WIRE],
    ['+7 916 123-45-67', DISPLAY, WIRE],
    ['+7 (916) 123-45-67', DISPLAY, WIRE],
    ['8-916-1234567', DISPLAY, WIRE],
    ['88005553535', '+7 (800) 555-35-35', '78005553535'],
    ['8005553535', '+7 (800) 555-35-35', '78005553535'],
    ['+7 800 5553535', '+7 (800) 555-35-35', '78005553535'],
    ['80055535351', '+7 (800) 555-35-35', '78005553535'], // a stray 1
    ['+7 7012345678', '+7 (701) 234-56-78', '77012345678'],
    ['91612345678', DISPLAY, WIRE],
    ['916abc1', '+7 (916) 1', ''],
    ['7', '+7 (7', ''],
    ['89', '+7 (9', ''],
    ['abc', '', ''],
  ] as const) {
    it(`${typed} shows ${shown || 'nothing'}`, async () => {
      const element = await phoneInput();
      await type(typed);
      expect(seen(element)).to.equal(`${shown}|`);
      expect(element.value).to.equal(value);
    });
  }

  it('a digit in the middle keeps the caret behind it', async () => {
    const element = await phoneInput('916123');
    placeCaret(element, '+7 (9|16) 123');
    await type('5');
    expect(seen(element)).to.equal('+7 (95|1) 612-3');
    await type('00');
    expect(seen(element)).to.equal('+7 (950) 0|16-12-3');
  });

  it('a digit over a selection replaces it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (9|16) 123|-45-67');
    await type('0');
    expect(seen(element)).to.equal('+7 (90|4) 567');
  });

  it('an eleventh digit in the middle is refused and moves nothing', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916) 1|23-45-67');
    await type('5');
    expect(seen(element)).to.equal('+7 (916) 1|23-45-67');
  });

  it('a letter over a selection leaves both', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (|916|) 123-45-67');
    await type('x');
    expect(seen(element)).to.equal('+7 (|916|) 123-45-67');
  });

  it('an 8 put before a whole number is its trunk prefix', async () => {
    const element = await phoneInput('9161234567');
    await press('Home');
    await type('8');
    expect(element.value).to.equal(WIRE);
  });
});

describe('phone-input: deleting', () => {
  it('Backspace on a separator deletes the digit before it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916) |123-45-67');
    await press('Backspace');
    expect(seen(element)).to.equal('+7 (91|1) 234-56-7');
  });

  it('Delete passes separators', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) 123-45-67');
    await press('Delete');
    expect(seen(element)).to.equal('+7 (916|) 234-56-7');
    placeCaret(element, '|+7 (916) 234-56-7');
    await press('Delete');
    expect(seen(element)).to.equal('+7 (|162) 345-67');
  });

  it('Backspace from the end takes digit by digit and leaves nothing', async () => {
    const element = await phoneInput('9161234567');
    for (let left = 9; left >= 0; left--) {
      await press('Backspace');
      expect(inner(element).value.replace(/\D/g, '')).to.equal(left ? '7' + '9161234567'.slice(0, left) : '');
    }
    expect(seen(element)).to.equal('|');
  });

  it('Backspace behind the country digit leaves it', async () => {
    const element = await phoneInput('916');
    placeCaret(element, '+7 (|916');
    await press('Backspace');
    expect(inner(element).value).to.equal('+7 (916');
  });

  it('select-all and Backspace gives empty', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a', 'Backspace');
    expect(seen(element)).to.equal('|');
    expect(element.value).to.equal('');
  });

  it('a selection of separators alone takes no digit with it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) |123-45-67');
    await press('Backspace');
    expect(element.value).to.equal(WIRE);
  });

  it('cut takes the digits', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) 123|-45-67');
    await press('Control+x');
    expect(seen(element)).to.equal('+7 (916|) 456-7');
  });

  it('by word, to the last digit of it', async () => {
    const element = await phoneInput('9161234567');
    for (let left = 10; left > 0;) {
      await press('Control+Backspace');
      const now = inner(element).value.replace(/\D/g, '').slice(1).length;
      expect(now).to.be.below(left);
      left = now;
    }
    expect(inner(element).value).to.equal('');
  });
});

describe('phone-input: pasting', () => {
  for (const text of NUMBERS) {
    it(`${text} into the empty field`, async () => {
      const element = await phoneInput();
      await paste(text);
      expect(seen(element)).to.equal(`${DISPLAY}|`);
      expect(element.value).to.equal(WIRE);
    });
  }

  for (const text of ['8 (916) 123-45-67', '+7 916 123-45-67', '9161234567']) {
    it(`${text} over select-all`, async () => {
      const element = await phoneInput('9031112233');
      await press('Control+a');
      await paste(text);
      expect(seen(element)).to.equal(`${DISPLAY}|`);
    });
  }

  it('a whole number replaces what is there, wherever the caret is', async () => {
    const element = await phoneInput('9031112233');
    placeCaret(element, '+7 (903) 1|11-22-33');
    await paste('+7 916 123-45-67');
    expect(element.value).to.equal(WIRE);
  });

  it('a part goes where the caret is', async () => {
    const element = await phoneInput('91667');
    placeCaret(element, '+7 (916|) 67');
    await paste('123-45');
    expect(seen(element)).to.equal('+7 (916) 123-45|-67');
  });

  it('+7 800 123-45-67 keeps its 8', async () => {
    const element = await phoneInput();
    await paste('+7 800 123-45-67');
    expect(element.value).to.equal('78001234567');
  });

  it('a number of another country is refused, and the old value stays', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a');
    await paste('+44 20 7946 0958');
    expect(seen(element)).to.equal(`|${DISPLAY}|`);
    expect(element.value).to.equal(WIRE);
  });

  it('a text without digits changes nothing', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a');
    await paste('позвоните мне');
    expect(element.value).to.equal(WIRE);
  });

  it('more than fits is refused', async () => {
    const element = await phoneInput('91612345');
    await paste('678');
    expect(inner(element).value).to.equal('+7 (916) 123-45');
  });
});

describe('phone-input: other ways in', () => {
  for (const text of [...NUMBERS, '+7 (916) 123 45 67']) {
    it(`set by a program: ${text}`, async () => {
      const element = await phoneInput();
      element.value = text;
      expect(inner(element).value).to.equal(DISPLAY);
      expect(element.value).to.equal(WIRE);
    });
  }

  it('set by a program: a number of another country is refused, nothing clears', async () => {
    const element = await phoneInput('9161234567');
    element.value = '+44 20 7946 0958';
    expect(element.value).to.equal(WIRE);
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
    expect(seen(element)).to.equal('+7 (903) 1|11-22-33');
    element.value = '916';
    expect(seen(element)).to.equal('+7 (916|');
    element.value = '9031112233';
    expect(seen(element)).to.equal('+7 (903) 111-22-33|');
    expect(element.matches(':focus')).to.equal(engine !== 'webkit' || document.hasFocus());
  });

  it('set to what it is already moves nothing', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (|916|) 123-45-67');
    await type('8');
    const before = seen(element);
    element.value = element.value || inner(element).value;
    expect(seen(element)).to.equal(before);
  });

  it('set while the field is not focused takes no focus', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input></phone-input>`);
    element.value = WIRE;
    await element.updateComplete;
    expect(document.activeElement).not.to.equal(element);
    expect(element.shadowRoot!.activeElement).to.equal(null);
  });

  it('what the browser says after a drop', async () => {
    const element = await phoneInput('903');
    const input = inner(element);
    input.setRangeText('8(916)123-45-67', 7, 7, 'select');
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromDrop', bubbles: true, composed: true }));
    expect(seen(element)).to.equal(`${DISPLAY}|`);
  });

  it('a password manager that writes the value and says nothing is read at the next look', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><phone-input name="phone" required></phone-input><button>Send</button></form>`,
    );
    const sent: string[] = [];
    form.addEventListener('submit', event => {
      event.preventDefault();
      sent.push(String(new FormData(form).get('phone')));
    });
    inner(form.querySelector('phone-input')!).value = '8 916 123-45-67';
    await click(form.querySelector('button')!);
    expect(sent).to.deep.equal([WIRE]);
  });

  it('an eleventh digit that came unasked, from a keyboard that ignores a refusal, is taken back', async () => {
    const element = await phoneInput('9161234567');
    const input = inner(element);
    input.setRangeText('1', 18, 18, 'end');
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: '1', bubbles: true, composed: true }));
    expect(seen(element)).to.equal(`${DISPLAY}|`);
  });

  // Only Chromium can be driven to drag, to insert a text in one piece, and to compose.
  if (isChromium) {
    it('a text that is dragged into the field', async () => {
      const element = await phoneInput('903');
      const [x, y] = pointIn(inner(element));
      const data = { items: [{ mimeType: 'text/plain', data: '8 (916) 123-45-67' }], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) await cdp('Input.dispatchDragEvent', { type, x, y, data });
      await until(() => element.value);
      expect(element.value).to.equal(WIRE);
      expect(inner(element).value).to.equal(DISPLAY);
    });

    it('a keyboard that commits a whole number in one piece', async () => {
      const element = await phoneInput();
      await cdp('Input.insertText', { text: '8 916 123-45-67' });
      expect(seen(element)).to.equal(`${DISPLAY}|`);
      await press('Control+a');
      await cdp('Input.insertText', { text: '+44 20 7946 0958' });
      expect(element.value).to.equal(WIRE);
    });

    it('a composition is left alone until it is done; the value is known all along', async () => {
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
      expect(seen(element)).to.equal(`${DISPLAY}|`);
    });

    it('a composition that is given up in an empty field leaves its placeholder', async () => {
      const element = await phoneInput();
      await cdp('Input.imeSetComposition', { text: '12', selectionStart: 2, selectionEnd: 2 });
      element.description = 'rendered in the middle of it';
      await element.updateComplete;
      await cdp('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      await element.updateComplete;
      expect(inner(element).value).to.equal('');
      expect(inner(element).placeholder).to.equal('+7 (___) ___-__-__');
    });

    it('a composition that is given up leaves what was there', async () => {
      const element = await phoneInput('916');
      await cdp('Input.imeSetComposition', { text: '12', selectionStart: 2, selectionEnd: 2 });
      await cdp('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      expect(seen(element)).to.equal('+7 (916|');
    });
  }
});

describe('phone-input: undo and redo', () => {
  it('walk a history of the element’s own', async () => {
    const element = await phoneInput();
    await type('9161');
    await press('Backspace');
    await paste('+7 903 111-22-33');
    const shown: string[] = [];
    for (let steps = 0; steps < 7; steps++) {
      await press('Control+z');
      shown.push(seen(element));
    }
    expect(shown).to.deep.equal(['+7 (916|', '+7 (916) 1|', '+7 (916|', '+7 (91|', '+7 (9|', '|', '|']);
    await press('Control+Shift+z', 'Control+y', 'Control+y');
    expect(seen(element)).to.equal('+7 (916|');
    await press('Control+y', 'Control+y', 'Control+y', 'Control+y');
    expect(element.value).to.equal('79031112233');
  });

  it('a change after undo ends redo', async () => {
    const element = await phoneInput();
    await type('91');
    await press('Control+z');
    await type('5');
    await press('Control+y');
    expect(inner(element).value).to.equal('+7 (95');
  });

  it('they say so by an input event', async () => {
    const element = await phoneInput();
    await type('9161234567');
    const values: string[] = [];
    element.addEventListener('input', () => values.push(element.value));
    await press('Control+z', 'Control+y', 'Control+y');
    expect(values).to.deep.equal(['', WIRE]);
  });

  it('the place of the key counts where the layout is not Latin; the letter where it is', async () => {
    const element = await phoneInput();
    await type('91');
    const send = (init: KeyboardEventInit) =>
      inner(element).dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, cancelable: true, ...init }));
    expect(send({ key: 'я', code: 'KeyZ' })).to.equal(false);
    expect(inner(element).value).to.equal('+7 (9');
    expect(send({ key: 'w', code: 'KeyZ' })).to.equal(true);
    expect(inner(element).value).to.equal('+7 (9');
    expect(send({ key: 'Z', code: 'KeyW', shiftKey: true })).to.equal(false);
    expect(inner(element).value).to.equal('+7 (91');
  });

  it('the browser’s own undo, from a menu, walks the same history', async () => {
    const element = await phoneInput();
    await type('91');
    const event = new InputEvent('beforeinput', { inputType: 'historyUndo', cancelable: true, bubbles: true });
    inner(element).dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(true);
    expect(inner(element).value).to.equal('+7 (9');
  });

  it('a value that a program sets is no step of it', async () => {
    const element = await phoneInput();
    await type('91');
    element.value = WIRE;
    await press('Control+z');
    expect(element.value).to.equal(WIRE);
  });
});

describe('phone-input: without a touch', () => {
  it('focus and blur leave nothing', async () => {
    const element = await phoneInput();
    inner(element).blur();
    expect(element.value).to.equal('');
    expect(inner(element).value).to.equal('');
  });
});
