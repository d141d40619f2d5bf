// What a number keeps when a person moves it from country to country, and what the page hears of it.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/all.js';
import '../../../src/define/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, press, type } from '../../support/browser.js';
import { errorOf } from '../../support/controls.js';

async function field(countries: string, digits: string): Promise<PhoneInput> {
  const element = await fixture<PhoneInput>(
    html`<phone-input label="Phone" lang="en" countries=${countries}></phone-input>`,
  );
  element.focus();
  await type(digits);
  return element;
}

/** Chooses a line as the browser's picker does, which no test can click. */
async function choose(element: PhoneInput, region: string): Promise<void> {
  const list = element.shadowRoot!.querySelector('select')!;
  list.focus();
  list.value = region;
  list.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  await element.updateComplete;
}

describe('phone-input with countries: a number that moves', () => {
  for (const [countries, digits, away] of [
    ['de us', '15106253966', 'US'],
    ['de mx', '15106253966', 'MX'],
    ['cn us', '13812345678', 'US'],
    ['in by', '8012345678', 'BY'],
    ['us ar', '2015550123', 'AR'],
  ] as const)
    it(`${countries}: ${digits} to ${away} and back is the same number`, async () => {
      const element = await field(countries, digits);
      const home = element.country;
      const before = [element.value, inner(element).value];
      expect(before[0]).to.not.equal('');
      await choose(element, away);
      await choose(element, home);
      expect([element.value, inner(element).value]).to.deep.equal(before);
    });

  it('a number that does not fit stays when the page writes back the value that it hears', async () => {
    const element = await field('ru by', '9161234567');
    element.addEventListener('input', () => {
      const { value } = element;
      element.value = value;
    });
    await choose(element, 'BY');
    expect([element.value, inner(element).value]).to.deep.equal(['', '9161234567']);
    await choose(element, 'RU');
    expect(element.value).to.equal('79161234567');
  });

  it('a country in which the number does not fit says so at once, and `change` is sent once', async () => {
    const element = await field('ru by', '9161234567');
    let changes = 0;
    element.addEventListener('change', () => changes++);
    await press('Shift+Tab');
    expect(changes).to.equal(1);
    await choose(element, 'BY');
    expect(errorOf(element)).to.not.equal('');
    expect(changes).to.equal(2);
    element.focus();
    await press('Tab');
    expect(changes).to.equal(2);
  });

  it('an empty field that must be filled in shows no message when a country is chosen', async () => {
    const element = await field('ru by', '');
    element.required = true;
    let changes = 0;
    element.addEventListener('change', () => changes++);
    await choose(element, 'BY');
    expect([element.country, errorOf(element), changes]).to.deep.equal(['BY', '', 1]);
  });

  it('a field that no longer has any country is as it was without them', async () => {
    const element = await field('all', '');
    expect(element.shadowRoot!.querySelector('select')).to.not.equal(null);
    element.countries = '';
    await element.updateComplete;
    expect([element.shadowRoot!.querySelector('select'), inner(element).placeholder]).to.deep.equal([
      null,
      document.createElement('phone-input').placeholder,
    ]);
  });

  it('what was typed before the countries arrived is committed when the field is left', async () => {
    const element = await field('', '91612');
    // Headless WebKitGTK doesn't move the focus out of the page.
    element.after(document.createElement('button'));
    let changes = 0;
    element.addEventListener('change', () => changes++);
    element.countries = 'by';
    await element.updateComplete;
    await press('Tab');
    expect(changes).to.equal(1);
    expect(errorOf(element)).to.not.equal('');
  });
});
