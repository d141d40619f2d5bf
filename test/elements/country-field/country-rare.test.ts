// What a field with countries shows and tells the page in rare cases: no country, null, another shadow root, countries that come late.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/by.js';
import '../../../src/countries/ru.js';
import '../../../src/define/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, type } from '../../support/browser.js';

const field = (countries: string, lang = 'en') =>
  fixture<PhoneInput>(html`<phone-input label="Phone" countries=${countries} lang=${lang}></phone-input>`);

const box = (element: PhoneInput): HTMLElement => element.shadowRoot!.querySelector('[part=country]')!;
const list = (element: PhoneInput): HTMLSelectElement => box(element).querySelector('select')!;
const linesOf = (element: PhoneInput): string[] => [...list(element).options].map(({ text }) => text);

describe('phone-input with countries: rare cases', () => {
  it('is named in English for other languages of Russia', async () => {
    const element = await field('ru by', 'tt-RU');
    element.texts = { lang: 'tt-RU' };
    await element.updateComplete;
    expect(list(element).ariaLabel).to.equal('Country');
  });

  it('fires change across a shadow root, also while the field is empty', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    const root = host.attachShadow({ mode: 'open' });
    root.append(await field('by ru'));
    const element = root.querySelector('phone-input')!;
    await element.updateComplete;
    let count = 0;
    document.addEventListener('change', () => count++, { once: true });
    list(element).value = 'RU';
    list(element).dispatchEvent(new Event('change', { bubbles: true, composed: true }));
    expect(count).to.equal(1);
    host.remove();
  });

  it('shows no code without a country', async () => {
    const element = await field('all');
    expect(box(element).textContent).to.equal([...linesOf(element), '+'].join(''));
  });

  it('adopts the style sheet of the list once, and shares it with other fields', async () => {
    const [element, other] = [await field('by ru'), await field('by ru')];
    const sheets = [...element.shadowRoot!.adoptedStyleSheets];
    element.required = true;
    await element.updateComplete;
    expect(element.shadowRoot!.adoptedStyleSheets).to.deep.equal(sheets);
    expect(other.shadowRoot!.adoptedStyleSheets.at(-1) === sheets.at(-1)).to.equal(true);
  });

  it('keeps its country if a page sets null', async () => {
    const element = await field('by ru');
    Object.assign(element, { country: null });
    await element.updateComplete;
    expect([element.country, list(element).value]).to.deep.equal(['BY', 'BY']);
  });

  it('a number that was committed is committed once, also if the countries come later', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input label="Phone" placeholder="x"></phone-input>`);
    let changes = 0;
    element.addEventListener('change', () => changes++);
    element.focus();
    await type('9161234567');
    inner(element).blur();
    expect(changes).to.equal(1);
    element.countries = 'ru by';
    await element.updateComplete;
    element.focus();
    inner(element).blur();
    expect([element.value, changes]).to.deep.equal(['79161234567', 1]);
  });
});
