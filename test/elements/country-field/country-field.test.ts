// phone-input with `countries`, by real keys: typing, pasting, values and messages.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/all.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, press, type } from '../../support/browser.js';
import { paste, placeCaret, textWithCaret } from '../../support/phone-input.js';

/** Returns a field for these countries that has the focus. */
async function field(countries: string, value = '', lang = 'en'): Promise<PhoneInput> {
  const element = await fixture<PhoneInput>(
    html`<phone-input label="Phone" countries=${countries} value=${value} lang=${lang}></phone-input>`,
  );
  element.focus();
  return element;
}

const message = (element: PhoneInput): string => element.shadowRoot!.querySelector('[part=error]')!.textContent;

describe('phone-input with countries: typing', () => {
  for (const [countries, typed, shown, value, country] of [
    ['by ru', '291234567', '+375 29 123-45-67', '375291234567', 'BY'],
    ['by ru', '80291234567', '+375 29 123-45-67', '375291234567', 'BY'],
    ['by ru', '+79161234567', '+7 (916) 123-45-67', '79161234567', 'RU'],
    ['by ru', '81079161234567', '+7 (916) 123-45-67', '79161234567', 'RU'],
    ['by ru', '79161234567', '+7 (916) 123-45-67', '79161234567', 'RU'],
    ['ru kz', '+77012345678', '+7 (701) 234-56-78', '77012345678', 'KZ'],
    ['by ru', '+48512345678', '+48512345678', '', 'BY'],
    ['by ru', '2912345678', '2912345678', '', 'BY'],
    ['by ru', '810', '810', '', 'BY'],
    ['gb', '07400123456', '+44 7400 123456', '447400123456', 'GB'],
    ['gb', '07911123456', '+44 7911 123456', '', 'GB'], // of Guernsey
    ['all', '12345', '12345', '', ''],
    ['all', '+4915123456789', '+49 1512 3456789', '4915123456789', 'DE'],
  ] as const) {
    it(`${countries}: ${typed} shows ${shown}`, async () => {
      const element = await field(countries);
      await type(typed);
      expect(textWithCaret(element)).to.equal(`${shown}|`);
      expect(element.value).to.equal(value);
      expect(element.country).to.equal(country);
    });
  }

  it('the caret stays at its digit, and Backspace on a separator deletes the digit before it', async () => {
    const element = await field('by', '375291234567');
    placeCaret(element, '+375 29 1|23-45-67');
    await press('Backspace');
    expect(textWithCaret(element)).to.equal('+375 29| 234-56-7');
    await type('1');
    expect(textWithCaret(element)).to.equal('+375 29 1|23-45-67');
    placeCaret(element, '+375 29 123-|45-67');
    await press('Backspace');
    expect(textWithCaret(element)).to.equal('+375 29 12|4-56-7');
  });

  it('a value set by a program keeps the caret at the end, whatever was typed before the country', async () => {
    const element = await field('by');
    await type('80291');
    element.value = '375291234567';
    expect(textWithCaret(element)).to.equal('+375 29 123-45-67|');
  });

  it('the caret stays at its digit when the countries arrive', async () => {
    const element = await field('');
    await type('916');
    placeCaret(element, '+7 (9|16');
    element.countries = 'ru by';
    await element.updateComplete;
    expect(textWithCaret(element)).to.equal('+7 (9|16');
  });

  it('undo and redo walk the history, with the country', async () => {
    const element = await field('by ru');
    await paste('+7 916 123-45-67');
    expect(element.country).to.equal('RU');
    await press('Control+z');
    expect(element.value).to.equal('');
    expect(element.country).to.equal('BY');
    await press('Control+y');
    expect(element.value).to.equal('79161234567');
    expect(element.country).to.equal('RU');
  });
});

describe('phone-input with countries: values', () => {
  it('a value is read as E.164 first, then nationally, and setting it again changes nothing', async () => {
    const element = await field('by ru');
    for (const value of ['79161234567', '375291234567', '+375 29 123-45-67', '291234567']) {
      element.value = value;
      expect(element.value).to.equal(value.startsWith('7') ? '79161234567' : '375291234567');
      const { value: text } = inner(element);
      const { value: same } = element;
      element.value = same;
      expect(inner(element).value).to.equal(text);
    }
  });

  it('an initial value of another country is read', async () => {
    const element = await field('ru by', '375291234567');
    expect(element.value).to.equal('375291234567');
    expect(inner(element).value).to.equal('+375 29 123-45-67');
    expect(element.country).to.equal('BY');
  });

  it('an initial value that can’t be read leaves the field empty', async () => {
    const element = await field('by', '?');
    expect([inner(element).value, element.value]).to.deep.equal(['', '']);
  });

  it('what the browser has kept is restored with its country', async () => {
    const element = await field('it va');
    element.formStateRestoreCallback('VA=393123456789');
    expect(element.value).to.equal('393123456789');
    expect(element.country).to.equal('VA');
  });

  it('a program sets a number in its wire form, whatever the country of the field is', async () => {
    // Austrian numbers have many lengths, so these digits would be one of them.
    const element = await field('at by');
    element.value = '375291234567';
    await element.updateComplete;
    expect([element.value, element.country]).to.deep.equal(['375291234567', 'BY']);
  });

  it('countries that are set later read what is there', async () => {
    const element = await fixture<PhoneInput>(html`<phone-input></phone-input>`);
    element.focus();
    await type('+375291234567');
    expect(element.value).to.equal('');
    element.countries = 'ru by';
    await element.updateComplete;
    expect(element.value).to.equal('375291234567');
    element.countries = '';
    await element.updateComplete;
    expect(element.value).to.equal('');
    expect(element.country).to.equal('');
    expect(inner(element).value).to.equal('+375291234567');
  });

  it('a whole number that was typed before the countries arrive stays one after +7', async () => {
    const element = await field('');
    await type('9161234567');
    element.countries = 'by ru';
    await element.updateComplete;
    expect([element.value, element.country]).to.deep.equal(['79161234567', 'RU']);
  });

  it('without countries, or with none that is imported, the field is the one for +7', async () => {
    for (const countries of ['', 'xx']) {
      const element = await field(countries);
      expect(inner(element).placeholder).to.equal('+7 (000) 000-00-00');
      await type('+77012345678');
      expect(element.value).to.equal('77012345678');
    }
  });

  it('the placeholder is that of the country, unless the page has set one', async () => {
    const element = await field('by');
    await element.updateComplete;
    expect(inner(element).placeholder).to.equal('+375 00 000-00-00');
    element.placeholder = 'Number';
    element.countries = 'ru';
    await element.updateComplete;
    expect(inner(element).placeholder).to.equal('Number');
    const own = await fixture<PhoneInput>(
      html`<phone-input label="Phone" countries="by" placeholder="Number"></phone-input>`,
    );
    expect(inner(own).placeholder).to.equal('Number');
    own.countries = '';
    await own.updateComplete;
    expect(inner(own).placeholder).to.equal('Number');
  });
});

describe('phone-input with countries: messages', () => {
  it('a code that is not taken is refused at once, with the codes that are', async () => {
    const element = await field('by ru');
    await type('+48');
    expect(element.validity.badInput).to.equal(true);
    await element.updateComplete;
    expect(message(element)).to.equal('Numbers with this country code can’t be used here. These can: +375, +7.');
    await press('Backspace', 'Backspace');
    await element.updateComplete;
    expect(message(element)).to.equal('');
  });

  it('a text with more digits than are shown is refused with a message, until the next change', async () => {
    for (const countries of ['by ru', 'all', '']) {
      const element = await field(countries);
      const tooLong = countries ? 'The number has too many digits.' : 'There are too many digits. Enter ten after +7.';
      for (const [text, shown] of [
        ['1'.repeat(21), ''],
        ['+79161234567', '+7 (916) 123-45-67'],
        [`+375 ${'٤'.repeat(30)}`, '+7 (916) 123-45-67'],
      ] as const) {
        await paste(text);
        await element.updateComplete;
        const isRefused = text.length > 12;
        expect([inner(element).value, message(element)], text).to.deep.equal([shown, isRefused ? tooLong : '']);
      }
      expect([element.value, element.validity.valid]).to.deep.equal(['79161234567', true]);
      element.lang = 'ru';
      await element.updateComplete;
      await element.updateComplete;
      expect(message(element)).to.match(/^В номере лишние цифры/);
      await press('Backspace');
      await element.updateComplete;
      expect(message(element)).to.equal('');
    }
  });

  it('too many and too few digits are told', async () => {
    const element = await field('by', '', 'ru');
    await type('29123456');
    expect(element.validity.tooShort).to.equal(true);
    expect(element.validationMessage).to.equal('Номер введён не полностью.');
    await type('78');
    expect(element.validity.tooLong).to.equal(true);
    expect(element.validationMessage).to.equal('В номере лишние цифры.');
  });

  it('without a country, the number must begin with a plus', async () => {
    const element = await field('all');
    expect(inner(element).placeholder).to.equal('+');
    await type('123');
    expect(element.validationMessage).to.equal('Begin the number with + and the country code.');
  });

  it('the region of the language is the default of all countries', async () => {
    expect((await field('all', '', 'ru-KZ')).country).to.equal('KZ');
    expect((await field('all', '', 'ru')).country).to.equal('');
  });
});
