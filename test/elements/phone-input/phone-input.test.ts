// The inner input, and typing, deleting and undo in it.
import { expect, fixture, html } from '@open-wc/testing';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, isChromium, press, type } from '../../support/browser.js';
import { AMBIGUOUS, foreignNumbers } from '../../support/foreign-numbers.js';
import { DISPLAY, paste, phoneInput, placeCaret, textWithCaret, WIRE } from '../../support/phone-input.js';

describe('phone-input: the inner input', () => {
  it('has the type, keyboard and autofill token of a phone number, and no maxlength', async () => {
    const input = inner(await phoneInput());
    expect(input.type).to.equal('tel');
    expect(input.inputMode).to.equal('tel');
    expect(input.getAttribute('autocomplete')).to.equal('tel');
    expect(input.dir).to.equal('ltr');
    expect(input.hasAttribute('maxlength')).to.equal(false);
  });

  it('has its placeholder only while it is empty, because the browser would lay it out again with every key', async () => {
    const element = await phoneInput();
    const placeholder = (): string | null => inner(element).getAttribute('placeholder');
    expect(placeholder()).to.equal('+7 (000) 000-00-00');
    await type('9');
    await element.updateComplete;
    expect(placeholder()).to.equal(null);
    await press('Backspace');
    await element.updateComplete;
    expect(placeholder()).to.equal('+7 (000) 000-00-00');
    element.value = DISPLAY;
    element.placeholder = 'Number';
    await element.updateComplete;
    expect(placeholder()).to.equal(null);
    element.value = '';
    await element.updateComplete;
    expect(placeholder()).to.equal('Number');
  });

  it('has an empty country without countries, before and after the first rendering', async () => {
    expect(document.createElement('phone-input').country).to.equal('');
    expect((await phoneInput()).country).to.equal('');
  });

  it('has the autofill token of the attribute autocomplete', async () => {
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
    ['80055535351', '80055535351', ''], // a stray 1
    ['+7 8005553535', '+7 (800) 555-35-35', '78005553535'],
    ['8107 9161234567', DISPLAY, WIRE],
    ['886912345678', '886912345678', ''], // Taiwan: neither 8 is a prefix
    ['+375291234567', '+375291234567', ''],
    ['810375291234567', '+375291234567', ''],
    ['00375291234567', '+375291234567', ''],
    ['375291234567', '375291234567', ''],
    ['998901234567', '998901234567', ''],
    ['+', '+', ''],
    ['81', '+7 (81', ''],
    ['810', '810', ''],
    ['+7 7012345678', '+7 (701) 234-56-78', '77012345678'],
    ['91612345678', '91612345678', ''],
    ['916abc1', '+7 (916) 1', ''],
    ['7', '+7 (7', ''],
    ['89', '+7 (9', ''],
    ['abc', '', ''],
  ] as const) {
    it(`${typed} shows ${shown || 'nothing'}`, async () => {
      const element = await phoneInput();
      await type(typed);
      expect(textWithCaret(element)).to.equal(`${shown}|`);
      expect(element.value).to.equal(value);
    });
  }

  it('the caret comes after a digit typed in the middle', async () => {
    const element = await phoneInput('916123');
    placeCaret(element, '+7 (9|16) 123');
    await type('5');
    expect(textWithCaret(element)).to.equal('+7 (95|1) 612-3');
    await type('00');
    expect(textWithCaret(element)).to.equal('+7 (950) 0|16-12-3');
  });

  it('a digit over a selection replaces it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (9|16) 123|-45-67');
    await type('0');
    expect(textWithCaret(element)).to.equal('+7 (90|4) 567');
  });

  it('an eleventh digit in the middle leaves no value, and the caret comes after it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916) 1|23-45-67');
    await type('5');
    expect(textWithCaret(element)).to.equal('91615|234567');
    expect(element.value).to.equal('');
    await press('Backspace');
    expect(textWithCaret(element)).to.equal('+7 (916) 1|23-45-67');
  });

  it('a letter typed over a selection is refused, and leaves the selection', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (|916|) 123-45-67');
    await type('x');
    expect(textWithCaret(element)).to.equal('+7 (|916|) 123-45-67');
  });

  it('an 8 typed before a whole number is its trunk prefix', async () => {
    const element = await phoneInput('9161234567');
    await press('Home');
    await type('8');
    expect(element.value).to.equal(WIRE);
  });
});

describe('phone-input: a number that is not taken', () => {
  const message = (element: PhoneInput) => element.shadowRoot!.querySelector('#error')!.textContent;

  for (const [name, enter, flag] of [
    ['a foreign number that is typed', () => type('+375291234567'), 'badInput'],
    ['a foreign number that is pasted', () => paste('+44 20 7946 0958'), 'badInput'],
    ['a number with too many digits', () => type('998901234567'), 'tooLong'],
  ] as const) {
    it(`${name} is refused at once, with a message that names +7`, async () => {
      const element = await phoneInput();
      await enter();
      await element.updateComplete;
      expect(element.validity[flag]).to.equal(true);
      expect(element.value).to.equal('');
      expect(element.matches(':state(user-invalid)')).to.equal(true);
      expect(message(element)).to.include('+7').and.equal(element.validationMessage);
      await press('Control+a', 'Backspace');
      await element.updateComplete;
      expect(message(element)).to.equal('');
    });
  }

  it('the message goes when the number is only incomplete again', async () => {
    const element = await phoneInput();
    await type('+3');
    await element.updateComplete;
    expect(message(element)).not.to.equal('');
    await press('Backspace');
    await element.updateComplete;
    expect([inner(element).value, message(element), element.validity.tooShort]).to.deep.equal(['+', '', true]);
  });

  it('an app that writes back the empty value leaves the digits', async () => {
    const element = await phoneInput();
    element.addEventListener('input', () => {
      const { value } = element;
      element.value = value;
    });
    await type('+375291234567');
    expect(textWithCaret(element)).to.equal('+375291234567|');
  });

  it('setting the current value changes nothing, even after a dropped prefix', async () => {
    const element = await phoneInput();
    await type('88005553535');
    const { value } = element;
    element.value = value;
    await press('Control+z');
    expect(textWithCaret(element)).to.equal('+7 (880) 055-53-53|');
  });

  it('more than twenty digits are refused', async () => {
    const element = await phoneInput();
    await type('+3752912345678901234567');
    expect(inner(element).value).to.equal('+37529123456789012345');
  });

  // Every region by every way: test/core/editing/phone-format-foreign.test.ts.
  it('numbers of other countries, by real keys: with a plus, with both international prefixes, and bare', async function () {
    this.timeout(60_000);
    const element = await phoneInput();
    const ways = ['+', '810', '00', ''];
    // Other browsers than Chromium take the keys one by one.
    const chosen = [...foreignNumbers].filter((_, index) => index % (isChromium ? 3 : 12) === 0);
    for (const [index, [region, digits]] of chosen.entries()) {
      const prefix = ways[index % ways.length]!;
      await press('Control+a', 'Backspace');
      await type(prefix + digits);
      if (!prefix && AMBIGUOUS.has(region)) continue;
      expect(element.value, `${region}: ${prefix}${digits}`).to.equal('');
      const shown = prefix ? `+${digits}` : digits;
      if (shown.length > 10) expect(inner(element).value, region).to.equal(shown);
    }
  });
});

describe('phone-input: deleting', () => {
  it('Backspace on a separator deletes the digit before it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916) |123-45-67');
    await press('Backspace');
    expect(textWithCaret(element)).to.equal('+7 (91|1) 234-56-7');
  });

  it('Delete on a separator deletes the digit after it', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) 123-45-67');
    await press('Delete');
    expect(textWithCaret(element)).to.equal('+7 (916|) 234-56-7');
    placeCaret(element, '|+7 (916) 234-56-7');
    await press('Delete');
    expect(textWithCaret(element)).to.equal('+7 (|162) 345-67');
  });

  it('Backspace from the end deletes digit by digit, and the country code with the last one', async () => {
    const element = await phoneInput('9161234567');
    for (let remaining = 9; remaining >= 0; remaining--) {
      await press('Backspace');
      expect(inner(element).value.replace(/\D/g, '')).to.equal(remaining ? '7' + '9161234567'.slice(0, remaining) : '');
    }
    expect(textWithCaret(element)).to.equal('|');
  });

  it('Backspace after the country code deletes nothing', async () => {
    const element = await phoneInput('916');
    placeCaret(element, '+7 (|916');
    await press('Backspace');
    expect(inner(element).value).to.equal('+7 (916');
  });

  it('select-all and Backspace empty the field', async () => {
    const element = await phoneInput('9161234567');
    await press('Control+a', 'Backspace');
    expect(textWithCaret(element)).to.equal('|');
    expect(element.value).to.equal('');
  });

  it('deleting a selection of only separators deletes no digit', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) |123-45-67');
    await press('Backspace');
    expect(element.value).to.equal(WIRE);
  });

  it('cut deletes the selected digits', async () => {
    const element = await phoneInput('9161234567');
    placeCaret(element, '+7 (916|) 123|-45-67');
    await press('Control+x');
    expect(textWithCaret(element)).to.equal('+7 (916|) 456-7');
  });

  it('Ctrl+Backspace deletes by word, to the last digit', async () => {
    const element = await phoneInput('9161234567');
    for (let remaining = 10; remaining > 0;) {
      await press('Control+Backspace');
      const now = inner(element).value.replace(/\D/g, '').slice(1).length;
      expect(now).to.be.below(remaining);
      remaining = now;
    }
    expect(inner(element).value).to.equal('');
  });
});

describe('phone-input: undo and redo', () => {
  it('step through the edits of the field', async () => {
    const element = await phoneInput();
    await type('9161');
    await press('Backspace');
    await paste('+7 903 111-22-33');
    const shown: string[] = [];
    for (let steps = 0; steps < 7; steps++) {
      await press('Control+z');
      shown.push(textWithCaret(element));
    }
    expect(shown).to.deep.equal(['+7 (916|', '+7 (916) 1|', '+7 (916|', '+7 (91|', '+7 (9|', '|', '|']);
    await press('Control+Shift+z', 'Control+y', 'Control+y');
    expect(textWithCaret(element)).to.equal('+7 (916|');
    await press('Control+y', 'Control+y', 'Control+y', 'Control+y');
    expect(element.value).to.equal('79031112233');
  });

  it('after undo and an edit there is nothing to redo', async () => {
    const element = await phoneInput();
    await type('91');
    await press('Control+z');
    await type('5');
    await press('Control+y');
    expect(inner(element).value).to.equal('+7 (95');
  });

  it('fire input', async () => {
    const element = await phoneInput();
    await type('9161234567');
    const values: string[] = [];
    element.addEventListener('input', () => values.push(element.value));
    await press('Control+z', 'Control+y', 'Control+y');
    expect(values).to.deep.equal(['', WIRE]);
  });

  it('shortcuts follow the position of the key in a layout that is not Latin, and the letter in one that is', async () => {
    const element = await phoneInput();
    await type('91');
    const send = (init: KeyboardEventInit) =>
      inner(element).dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, cancelable: true, ...init }));
    expect(send({ key: 'я', code: 'KeyZ' })).to.equal(false);
    expect(inner(element).value).to.equal('+7 (9');
    expect(send({ key: 'w', code: 'KeyZ' })).to.equal(true);
    expect(send({ key: ';', code: 'KeyZ' }), 'Ctrl+; in the Dvorak layout').to.equal(true);
    expect(inner(element).value).to.equal('+7 (9');
    expect(send({ key: 'Z', code: 'KeyW', shiftKey: true })).to.equal(false);
    expect(inner(element).value).to.equal('+7 (91');
  });

  it('other keys and modifiers are left to the browser', async () => {
    const element = await phoneInput();
    await type('91');
    const send = (init: KeyboardEventInit) =>
      inner(element).dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', cancelable: true, ...init }));
    expect(send({}), 'z').to.equal(true);
    expect(send({ altKey: true }), 'Alt+z').to.equal(true);
    expect(send({ ctrlKey: true, altKey: true }), 'Ctrl+Alt+z, which is AltGr+z on Windows').to.equal(true);
    expect(send({ metaKey: true, altKey: true }), 'Option+Command+z').to.equal(true);
    expect(send({ key: 'x', code: 'KeyX', ctrlKey: true }), 'Ctrl+x').to.equal(true);
    expect(inner(element).value).to.equal('+7 (91');
    expect(send({ metaKey: true }), 'Command+z').to.equal(false);
    expect(inner(element).value).to.equal('+7 (9');
  });

  it('undo and redo from a browser menu do the same', async () => {
    const element = await phoneInput();
    await type('91');
    for (const [inputType, text] of [
      ['historyUndo', '+7 (9'],
      ['historyRedo', '+7 (91'],
    ]) {
      const event = new InputEvent('beforeinput', { inputType: inputType!, cancelable: true, bubbles: true });
      inner(element).dispatchEvent(event);
      expect(event.defaultPrevented).to.equal(true);
      expect(inner(element).value).to.equal(text);
    }
  });

  it('a value that a program sets clears the history', async () => {
    const element = await phoneInput();
    await type('91');
    element.value = WIRE;
    await press('Control+z');
    expect(element.value).to.equal(WIRE);
  });
});

describe('phone-input: focus without typing', () => {
  it('leaves the field empty', async () => {
    const element = await phoneInput();
    inner(element).blur();
    expect(element.value).to.equal('');
    expect(inner(element).value).to.equal('');
  });
});
