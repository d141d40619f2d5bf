// A page that reads the value in a capturing listener of `input`, before the event reaches the control.
import { expect } from '@open-wc/testing';
import { inner, press, type } from '../../support/browser.js';
import { codeInput } from '../../support/code-input.js';
import { setProperties } from '../../support/controls.js';
import { phoneInput } from '../../support/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';

describe('a page that reads the value before the control has handled input', () => {
  const readValue = ({ target }: Event) => {
    (target as PhoneInput).value;
  };

  beforeEach(() => document.addEventListener('input', readValue, true));
  afterEach(() => document.removeEventListener('input', readValue, true));

  it('phone-input: Backspace on a separator and a digit in the middle work as usual', async () => {
    const phone = await phoneInput();
    await setProperties(phone, { value: '9161234567' });
    phone.focus();
    inner(phone).setSelectionRange(9, 9);
    await press('Backspace');
    expect(inner(phone).value).to.equal('+7 (911) 234-56-7');
    expect(inner(phone).selectionStart).to.equal(6);
    await type('5');
    expect(inner(phone).value).to.equal('+7 (915) 123-45-67');
    expect(inner(phone).selectionStart).to.equal(7);
    await type('0');
    expect(inner(phone).value, 'an eleventh digit').to.equal('91501234567');
    expect(inner(phone).selectionStart).to.equal(4);
  });

  it('phone-input: a leading 8 is removed when a 9 is typed after it', async () => {
    const phone = await phoneInput();
    phone.focus();
    await type('89');
    expect(inner(phone).value).to.equal('+7 (9');
  });

  it('code-input: the caret stays after the typed character, and the code is reported once', async () => {
    const code = await codeInput();
    const codes: string[] = [];
    code.addEventListener('code-complete', event => codes.push(event.code));
    code.focus();
    await type('123');
    await press('Home');
    await type('9');
    expect(code.value).to.equal('923');
    expect(inner(code).selectionStart).to.equal(1);
    await press('End');
    await type('456');
    expect(codes).to.deep.equal(['923456']);
  });
});
