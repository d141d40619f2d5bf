// A page with two bundles that contain country files: both have a copy of the modules that the files share.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/by.js';
import '../../../src/countries/ru.js';
import type * as countryOptions from '../../../src/core/countries/country-options.js';
import type * as countryField from '../../../src/elements/country-field/country-field.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import '../../../src/define/phone-input.js';

/** Loads a module a second time. The query makes the browser load it again. */
const copyOf = <Module>(path: string): Promise<Module> => import(`/src/${path}.ts?second`);

const field = () => fixture<PhoneInput>(html`<phone-input label="Phone" countries="by ru" lang="en"></phone-input>`);

describe('two bundles with country files', () => {
  it('a field has one list of countries', async () => {
    const { extendPhoneInputs } = await copyOf<typeof countryField>('elements/country-field/country-field');
    extendPhoneInputs();
    const element = await field();
    expect(element.shadowRoot!.querySelectorAll('select').length).to.equal(1);
  });

  it('the list has the names of countries that either bundle has added', async () => {
    const { addCountryNames } = await copyOf<typeof countryOptions>('core/countries/country-options');
    addCountryNames('en', 'RUThird|BYFirst');
    const element = await field();
    const lines = element.shadowRoot!.querySelector('select')!.options;
    expect([...lines].map(({ text }) => text)).to.deep.equal(['First (+375)', 'Third (+7)']);
  });
});
