// The warning of the development build about countries that aren't imported.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/development/check.js';
import '../../../src/countries/by.js';
import '../../../src/define/phone-input.js';

describe('countries in development', () => {
  it('a country that is not imported is named once, and one that is imported isn’t', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (text: unknown) => warnings.push(text);
    try {
      for (const countries of ['by all', 'by xx', 'XX'])
        await fixture(html`<phone-input countries=${countries}></phone-input>`);
      await new Promise(resolve => setTimeout(resolve));
    } finally {
      console.warn = warn;
    }
    expect(warnings).to.deep.equal([
      'auth-widget: countries names "XX", which is not imported. Import auth-widget/countries/xx.js, if it is a country.',
    ]);
  });
});
