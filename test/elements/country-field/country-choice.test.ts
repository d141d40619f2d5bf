// Which country phone-input has when its list of countries changes, when the page names one, and when a person chooses one.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/all.js';
import { countryPlans } from '../../../src/core/countries/country-plans.js';
import '../../../src/define/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, press, type } from '../../support/browser.js';

async function field(countries: string, lang = 'en'): Promise<PhoneInput> {
  const element = await fixture<PhoneInput>(
    html`<phone-input label="Phone" countries=${countries} lang=${lang}></phone-input>`,
  );
  element.focus();
  return element;
}

async function change(element: PhoneInput, countries: string): Promise<void> {
  element.countries = countries;
  await element.updateComplete;
}

const box = (element: PhoneInput): HTMLElement => element.shadowRoot!.querySelector('[part=country]')!;
const list = (element: PhoneInput): HTMLSelectElement => box(element).querySelector('select')!;

/** Chooses a line as the browser's picker does, which no test can click. */
function choose(element: PhoneInput, region: string): void {
  list(element).focus();
  list(element).value = region;
  list(element).dispatchEvent(new Event('change', { bubbles: true, composed: true }));
}

describe('phone-input with countries: another list', () => {
  it('as many countries, of which only the first is the same, are another list', async () => {
    const element = await field('ru by');
    await change(element, 'ru kz');
    expect([...list(element).options].map(({ value }) => value)).to.deep.equal(['RU', 'KZ']);
  });

  it('without the list, the input looks as it does in a field that never had one', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const lookOf = (element: PhoneInput): string[] => {
        const { borderRadius, margin, paddingInline, width } = getComputedStyle(inner(element));
        return [borderRadius, margin, paddingInline, width];
      };
      const never = await field('by');
      const element = await field('ru by');
      for (const { style } of [never, element]) style.direction = dir;
      await change(element, 'ru by kz');
      expect(lookOf(element), 'beside the list').to.not.deep.equal(lookOf(never));
      await change(element, 'by');
      expect(lookOf(element), dir).to.deep.equal(lookOf(never));
    }
  });

  it('the default is that of the new list, in whichever order', async () => {
    const element = await field('ru by');
    expect(element.country).to.equal('RU');
    await change(element, 'by ru');
    expect(element.country).to.equal('BY');
    expect(inner(element).placeholder).to.equal('+375 00 000-00-00');
  });

  it('a chosen country stays while the list has it, and the default follows it when it is gone', async () => {
    const element = await field('ru by');
    choose(element, 'BY');
    await change(element, 'kz ru by');
    expect(element.country).to.equal('BY');
    await change(element, 'kz ru');
    expect(element.country).to.equal('KZ');
    await change(element, 'by kz ru');
    expect(element.country).to.equal('BY', 'the default, because the chosen one was gone');
    await change(element, 'ru by');
    expect(element.country).to.equal('RU', 'nobody has chosen since');
  });

  it('the same countries in other words change nothing', async () => {
    const element = await field('ru by');
    await type('9161');
    const { country } = element;
    await change(element, '  ru   by ');
    expect([inner(element).value, element.country]).to.deep.equal(['+7 (916) 1', country]);
  });

  it('`all` alone has no default, even if the same countries were there before', async () => {
    const all = await field('all');
    const [first] = [...list(all).options].map(({ value }) => value);
    const imported = [...countryPlans().keys()][0]!;
    const element = await field(`${imported} all`);
    expect([element.country, list(element).options[0]!.value]).to.deep.equal([imported, imported]);
    await change(element, 'all');
    expect([element.country, list(element).options[0]!.value]).to.deep.equal(['', first]);
  });

  it('a country that the page names is taken over only from the list, and no number is entered', async () => {
    const element = await field('ru by');
    element.country = 'DE';
    await element.updateComplete;
    expect(element.country).to.equal('RU');
    let inputs = 0;
    element.addEventListener('input', () => inputs++);
    element.country = 'BY';
    await element.updateComplete;
    expect([element.country, inputs]).to.deep.equal(['BY', 0]);
    await change(element, 'kz by');
    expect(element.country).to.equal('BY', 'the page has chosen it');
  });

  it('a country that the page names together with the list is taken over, before the first rendering and later', async () => {
    const together = { countries: 'ru by', country: 'by' };
    const created = Object.assign(document.createElement('phone-input'), together);
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(created);
    await created.updateComplete;
    expect([created.country, list(created).value]).to.deep.equal(['BY', 'BY']);
    const element = Object.assign(await field(''), together);
    await element.updateComplete;
    await type('291234567');
    expect([element.country, element.value]).to.deep.equal(['BY', '375291234567']);
    await change(element, 'kz by');
    Object.assign(element, { countries: 'ru by', country: 'DE' });
    await element.updateComplete;
    expect(element.country).to.equal('BY', 'a country that is not in the list changes nothing');
  });

  it('a country that the page names is taken over even if the content is set or the field is left before the next update', async () => {
    for (const touch of [
      (element: PhoneInput) => (element.value = ''),
      (element: PhoneInput) => element.formResetCallback(),
      (element: PhoneInput) => inner(element).blur(),
      (element: PhoneInput) => (element.value = '291234567'),
    ]) {
      const element = await field('ru by');
      element.country = 'BY';
      touch(element);
      await element.updateComplete;
      expect([element.country, list(element).value], String(touch)).to.deep.equal(['BY', 'BY']);
      expect(element.value).to.be.oneOf(['', '375291234567']);
    }
  });

  it('a country that is not in the list changes nothing, even if the content is set before the next update', async () => {
    const element = await field('ru by');
    Object.assign(element, { country: 'DE', value: '' });
    await element.updateComplete;
    expect([element.country, list(element).value]).to.deep.equal(['RU', 'RU']);
  });

  it('the number that is there moves to the country that the page names, without an event and without a step to undo', async () => {
    const element = await field('ru by');
    await type('291234567');
    let inputs = 0;
    element.addEventListener('input', () => inputs++);
    element.country = 'BY';
    await element.updateComplete;
    expect([inner(element).value, inputs]).to.deep.equal(['+375 29 123-45-67', 0]);
    await press('Control+z');
    expect([element.value, inputs]).to.deep.equal(['375291234567', 0]);
  });

  it('without countries the field has its own format, placeholder and texts again', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input label="Phone" lang="en" required></phone-input>`);
    const before = [inner(element).placeholder, element.validationMessage];
    await change(element, 'by');
    expect(inner(element).placeholder).to.equal('+375 00 000-00-00');
    await change(element, '');
    expect([inner(element).placeholder, element.validationMessage, element.country]).to.deep.equal([...before, '']);
  });
});

describe('phone-input with countries: a choice', () => {
  it('is told to the page by one `change` that leaves shadow trees', async () => {
    const element = await field('ru by');
    const heard: string[] = [];
    document.addEventListener('change', event => heard.push(`${String(event.bubbles)} ${String(event.composed)}`), {
      once: true,
    });
    choose(element, 'BY');
    expect(heard).to.deep.equal(['true true']);
    expect(list(element).value).to.equal('BY');
    expect(box(element).querySelector('span')!.textContent).to.equal('+375');
  });

  it('the browser is asked not to fill in the list, and its code is read by nobody', async () => {
    const element = await field('ru by');
    const code = box(element).querySelector('span')!;
    expect([list(element).autocomplete, code.ariaHidden, code.dir]).to.deep.equal(['off', 'true', 'ltr']);
  });

  it('a click inside the field leaves the focus where it is', async () => {
    const element = await field('ru by');
    list(element).focus();
    inner(element).click();
    expect(element.shadowRoot!.activeElement === list(element)).to.equal(true);
  });

  it('after the list has gone, a click on the label goes to the number as in every field', async () => {
    const element = await field('ru by');
    await change(element, 'by');
    inner(element).blur();
    element.click();
    expect(element.shadowRoot!.activeElement).to.equal(null);
  });
});

describe('phone-input with countries: which codes a message names', () => {
  const EIGHT = 'ru by ua am ge az uz tj';

  for (const [countries, codes] of [
    [EIGHT, ' These can: +7, +375, +380, +374, +995, +994, +998, +992.'],
    [`${EIGHT} md`, ''],
  ] as const)
    it(`of ${countries.split(' ').length} countries: ${codes ? 'all' : 'none'}`, async () => {
      const element = await field(countries);
      await type('+1');
      await element.updateComplete;
      const text = element.shadowRoot!.querySelector('[part=error]')!.textContent;
      expect(text).to.equal(`Numbers with this country code can’t be used here.${codes}`);
    });

  it('an empty field without a country asks for a plus, and one that begins with it for the rest', async () => {
    const element = await field('all');
    await type('+4');
    expect(element.validationMessage).to.equal('The number is incomplete.');
  });
});
