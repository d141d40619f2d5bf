// The list of countries beside the field of phone-input.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/by.js';
import '../../../src/countries/kz.js';
import '../../../src/countries/ru.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { click, inner, press, type } from '../../support/browser.js';
import { textWithCaret } from '../../support/phone-input.js';

async function field(countries: string, lang = 'en', dir = 'ltr'): Promise<PhoneInput> {
  const wrapper = await fixture(
    html`<div lang=${lang} dir=${dir}>
      <label for="phone">Phone</label><phone-input id="phone" countries=${countries}></phone-input>
    </div>`,
  );
  return wrapper.querySelector('phone-input')!;
}

const box = (element: PhoneInput): HTMLElement => element.shadowRoot!.querySelector('[part=country]')!;
const list = (element: PhoneInput): HTMLSelectElement => box(element).querySelector('select')!;
const linesOf = (element: PhoneInput): string[] => [...list(element).options].map(({ text }) => text);

/** Chooses a line as the browser's picker does, which no test can click. */
function choose(element: PhoneInput, region: string): void {
  list(element).value = region;
  for (const name of ['input', 'change'])
    list(element).dispatchEvent(new Event(name, { bubbles: true, composed: true }));
}

describe('the list of countries', () => {
  it('is there with more than one country, and shows the code', async () => {
    const element = await field('by ru');
    expect(linesOf(element)).to.deep.equal(['Belarus (+375)', 'Russia (+7)']);
    expect(box(element).textContent).to.contain('+375');
    expect(list(element).ariaLabel).to.equal('Country');
    element.countries = 'by';
    await element.updateComplete;
    expect(box(element)).to.equal(null);
  });

  it('is in the language of the element, and follows it', async () => {
    const element = await field('ru by kz', 'ru');
    expect(linesOf(element)).to.deep.equal(['Россия (+7)', 'Беларусь (+375)', 'Казахстан (+7)']);
    expect(list(element).ariaLabel).to.equal('Страна');
    element.parentElement!.lang = 'en';
    await new Promise(resolve => requestAnimationFrame(resolve));
    await element.updateComplete;
    expect(linesOf(element)[0]).to.equal('Russia (+7)');
  });

  it('keeps its lines while nothing about them changes, so that an open picker stays as it is', async () => {
    const element = await field('ru by');
    const [line] = list(element).options;
    element.required = true;
    await element.updateComplete;
    expect(list(element).options[0] === line).to.equal(true);
  });

  it('moves with a typed code, and back with the emptied field', async () => {
    const element = await field('by ru');
    element.focus();
    await type('+7916');
    expect(list(element).value).to.equal('RU');
    expect(box(element).textContent).to.equal([...linesOf(element), '+7'].join(''));
    await press('Control+a', 'Backspace');
    expect(list(element).value).to.equal('BY');
  });

  it('another country keeps the national digits, can be undone, and tells the page', async () => {
    const element = await field('ru kz by');
    element.focus();
    await type('7012345678');
    expect(element.country).to.equal('KZ');
    list(element).focus();
    const events: string[] = [];
    for (const name of ['input', 'change']) element.addEventListener(name, () => events.push(name));
    choose(element, 'BY');
    expect(inner(element).value).to.equal('7012345678');
    expect(element.value).to.equal('');
    expect(element.country).to.equal('BY');
    expect(events).to.deep.equal(['input', 'change']);
    choose(element, 'KZ');
    expect(element.value).to.equal('77012345678');
    element.focus();
    await press('Control+z');
    expect(inner(element).value).to.equal('7012345678');
  });

  it('the country chosen by hand is that of the emptied field', async () => {
    const element = await field('ru by');
    list(element).focus();
    choose(element, 'BY');
    await element.updateComplete;
    expect(inner(element).placeholder).to.equal('+375 00 000-00-00');
    element.focus();
    await type('+7916');
    expect(element.country).to.equal('RU');
    await press('Control+a', 'Backspace');
    expect(element.country).to.equal('BY');
    await type('291234567');
    expect(element.value).to.equal('375291234567');
  });

  it('is chosen by keys', async function () {
    const element = await field('ru by');
    list(element).focus();
    await type('B');
    await press('Enter');
    expect(element.country).to.be.oneOf(['BY', 'RU']); // WebKit opens its picker instead
  });

  it('a page sets the country by the property', async () => {
    const element = await field('ru by kz');
    element.country = 'by';
    await element.updateComplete;
    expect(list(element).value).to.equal('BY');
    expect(element.country).to.equal('BY');
  });

  it('autofill of the list does not change a number, and is the country of an empty field', async () => {
    const element = await field('ru by');
    choose(element, 'BY');
    expect(element.country).to.equal('BY');
    element.value = '79161234567';
    choose(element, 'BY');
    expect(element.value).to.equal('79161234567');
    expect(list(element).value).to.equal('RU');
  });

  // Chromium may fill in the national digits first and then the list.
  it('autofill of the list completes a number whose code nobody has typed, and no other', async () => {
    for (const [countries, text, region, expected] of [
      ['ru by', '291234567', 'BY', '+375 29 123-45-67'],
      ['ru by', '9161234567', 'BY', '+7 (916) 123-45-67'],
      ['ru by', '29123', 'BY', '+7 (291) 23'],
      ['ru by', '+3759161234567', 'RU', '+3759161234567'],
      ['ru by', '+7291234567', 'BY', '+7291234567'],
      ['ru by', '+7331234567', 'BY', '+7 (331) 234-56-7'],
      ['by ru', '9161234567', 'RU', '+7 (916) 123-45-67'], // a digit too long for the country of the list
      ['by ru', '916123', 'RU', '+375 91 612-3'],
    ] as const) {
      const element = await field(countries);
      inner(element).focus();
      await type(text);
      inner(element).blur();
      choose(element, region);
      expect(inner(element).value, text).to.equal(expected);
    }
  });

  it('autofill of the list completes a number of no country', async () => {
    const element = await field('all');
    inner(element).focus();
    await type('9161234567');
    expect([element.country, inner(element).value]).to.deep.equal(['', '9161234567']);
    inner(element).blur();
    choose(element, 'RU');
    expect([element.country, inner(element).value]).to.deep.equal(['RU', '+7 (916) 123-45-67']);
  });

  it('a click on the label goes to the number', async () => {
    const element = await field('ru by');
    await click(element.parentElement!.querySelector('label')!);
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
    await type('916');
    expect(textWithCaret(element)).to.equal('+7 (916|');
  });

  it('can’t be used while the field can’t', async () => {
    const element = await field('ru by');
    for (const property of ['disabled', 'readonly', 'isLoading'] as const) {
      element[property] = true;
      await element.updateComplete;
      expect(list(element).disabled, property).to.equal(true);
      element[property] = false;
      await element.updateComplete;
    }
    expect(list(element).disabled).to.equal(false);
  });

  it('is on the side where the line begins, and leaves the number its place at 320 px', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const element = await field('ru by', 'ar', dir);
      element.parentElement!.style.inlineSize = '272px';
      const [country, number] = [box(element), inner(element)].map(part => part.getBoundingClientRect());
      expect(country!.left < number!.left, dir).to.equal(dir === 'ltr');
      expect(number!.width).to.be.greaterThan(170);
      expect(linesOf(element)[1]!.includes('\u2066+375\u2069'), dir).to.equal(dir === 'rtl');
    }
  });

  it('passes axe', async () => {
    await expect(await field('ru by')).to.be.accessible();
  });
});
