// Properties that a script sets at a moment that matters: while the field has the focus, and as null.
import { expect } from '@open-wc/testing';
import { inner, press, type } from '../../support/browser.js';
import { type Control, errorOf, KINDS, markup } from '../../support/controls.js';
import { DISPLAY, paste, phoneInput } from '../../support/phone-input.js';

for (const { tag } of KINDS)
  it(`${tag}: name = null removes the attribute, and any other value sets it`, async () => {
    const control = await markup<Control>(`<${tag} name="x"></${tag}>`);
    control.name = null;
    expect([control.hasAttribute('name'), control.name]).to.deep.equal([false, '']);
    control.name = undefined;
    expect([control.getAttribute('name'), control.name]).to.deep.equal(['', '']);
    control.name = 'y';
    expect(control.getAttribute('name')).to.equal('y');
  });

it('code-input: another alphabet reads the typed code again, and a reset without a default value empties the field', async () => {
  const form = await markup<HTMLFormElement>('<form><code-input alphabet="alphanumeric"></code-input></form>');
  const code = form.querySelector('code-input')!;
  code.focus();
  await type('a1b2');
  code.alphabet = 'digits';
  await code.updateComplete;
  expect(code.value).to.equal('12');
  code.alphabet = 'alphanumeric';
  await code.updateComplete;
  form.reset();
  expect(code.value).to.equal('');
});

it('phone-input: a page that sets the value again while the person types leaves the message about too many digits', async () => {
  const element = await phoneInput();
  await type('9161234567');
  await press('Control+a');
  await paste('1'.repeat(21));
  await element.updateComplete;
  expect(inner(element).value).to.equal(DISPLAY);
  const message = errorOf(element);
  expect(message).to.contain('too many digits');
  element.value = '79161234567';
  await element.updateComplete;
  expect(errorOf(element)).to.equal(message);
  inner(element).blur();
  element.value = '79161234567';
  await element.updateComplete;
  expect(errorOf(element)).to.equal('');
});
