// Codes that arrive when nobody waits for them: an SMS without a usable code, and keys of an earlier check.
import { expect } from '@open-wc/testing';
import { inner, press, type, until } from '../../support/browser.js';
import { codeInput, reports } from '../../support/code-input.js';

describe('code-input: late codes', () => {
  const original = Object.getOwnPropertyDescriptor(window, 'OTPCredential');
  let answers: ((code: string) => void)[];

  beforeEach(() => {
    answers = [];
    Object.assign(window, { OTPCredential: Object });
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { get: () => new Promise(resolve => answers.push(code => resolve({ code }))) },
    });
  });

  afterEach(() => {
    Reflect.deleteProperty(window, 'OTPCredential');
    if (original) Object.defineProperty(window, 'OTPCredential', original);
    Reflect.deleteProperty(navigator, 'credentials');
  });

  it('an SMS whose code the field refuses does not complete a code that is half typed over', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('123456');
    element.isLoading = true;
    await element.updateComplete;
    element.isLoading = false;
    await element.updateComplete;
    await until(() => answers.length > 1);
    inner(element).setSelectionRange(0, 1);
    await type('9');
    expect(element.value).to.equal('923456');
    answers.at(-1)!('QWERTY');
    await new Promise(requestAnimationFrame);
    expect([element.value, codes]).to.deep.equal(['923456', ['123456']]);
    await press('Enter');
    expect(codes).to.deep.equal(['123456', '923456']);
  });

  it('a field takes digits unless the page says otherwise', () => {
    expect(document.createElement('code-input').alphabet).to.equal('digits');
  });

  it('keys of an earlier check are entered once', async () => {
    const element = await codeInput();
    await type('111111');
    element.isLoading = true;
    await element.updateComplete;
    await type('22');
    element.isLoading = false;
    await element.updateComplete;
    expect([element.value, element.isEnteringAhead]).to.deep.equal(['22', false]);
    await type('3456');
    // A check that ends in the task in which it begins.
    element.isLoading = true;
    element.isLoading = false;
    await element.updateComplete;
    expect(element.value).to.equal('223456');
  });
});
